import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { PROGRAM_FILE } from '../../../scripts/package/entries.mjs'
import { folder, kerf } from '../run.ts'

const IRIS = fileURLToPath(new URL('../../../samples/iris.csv', import.meta.url))
const made = folder({ 'a "b" <i>.csv': 'x,y\n1,a\n2,b\n' })

let running: ChildProcess | null = null
afterEach(() => void running?.kill('SIGKILL'))

/** Starts `kerf studio` as a user would; it ends with the test. */
async function start(...args: string[]): Promise<{ address: string; ended: Promise<number | null> }> {
  const child = spawn(process.execPath, [PROGRAM_FILE, 'studio', ...args])
  running = child
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.stderr.on('data', (text: Buffer) => {
      if (text.toString().startsWith('kerf:')) reject(new Error(text.toString()))
    })
  })
  return { address, ended }
}

/** A request whose Host header is ours to write, which `fetch` does not allow. */
function ask(address: string, host: string, method = 'GET'): Promise<number | undefined> {
  const { port, pathname } = new URL(address)
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: pathname, method, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end()
  })
}

describe('kerf studio', () => {
  test('serves the page with the file in it, to this machine and to who knows the address, until it is stopped', async () => {
    const { address, ended } = await start(IRIS)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/)
    const page = await fetch(address)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('<meta name="kerf-data" content="[{&quot;address&quot;:&quot;data/0&quot;')
    expect(await (await fetch(new URL('data/0', address))).text()).toBe(readFileSync(IRIS, 'utf8'))
    expect((await fetch(new URL('studio.js', address))).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    )

    const { origin, host } = new URL(address)
    const elsewhere = ['/', '/data/0', '/studio.js', `/${'x'.repeat(24)}/data/0`].map((path) => fetch(origin + path))
    expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await fetch(new URL('data/1', address))).status).toBe(404)
    expect(await ask(`${address}..%2f..%2fmain.js`, host)).toBe(404)
    expect(await ask(address, 'evil.example')).toBe(403)
    expect(await ask(address, host, 'POST')).toBe(405)

    running!.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  test('keeps what a name holds out of the page', async () => {
    const { address } = await start(join(made, 'a "b" <i>.csv'))
    const text = await (await fetch(address)).text()
    expect(text).not.toContain('<i>.csv')
    expect(text).toContain('a \\&quot;b\\&quot; &lt;i&gt;.csv')
  })

  test('says which port is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const ran = await kerf(['studio', '--port', String(port), '--no-open'])
    taken.close()
    const err = `kerf: port ${port} is in use; choose another with --port, or leave it out for a free one\n`
    expect(ran).toEqual({ code: 1, out: '', err })
  })

  test('says what it cannot open', async () => {
    const told = async (...args: string[]) => (await kerf(['studio', '--no-open', ...args])).err
    expect(await told('nothing.csv')).toBe('kerf: nothing.csv does not exist\n')
    expect(await told('-')).toBe('kerf: standard input cannot be read twice; save it as a file and open that\n')
    expect(await told('--port', '70000')).toBe('kerf: --port takes a number up to 65535, got "70000"\n')
    expect(await told('postgres://h/d?table=t')).toBe(
      'kerf: kerf studio opens files; summarize the table first: kerf summarize ADDRESS -o table.kerf\n',
    )
  })

  test('copies the page into a new folder only', async () => {
    const to = join(made, 'page')
    expect((await kerf(['studio', '--copy', to])).code).toBe(0)
    expect(readdirSync(to)).toEqual(expect.arrayContaining(['index.html', 'samples', 'studio.css', 'studio.js']))
    const again = await kerf(['studio', '--copy', to])
    expect(again.err).toBe(`kerf: ${to} is not empty, expected a new folder; name another, or empty it\n`)
    const nowhere = await kerf(['studio', '--copy', join(made, 'none', 'page')])
    expect(nowhere.err).toContain('cannot be written')
    expect(existsSync(join(made, 'none'))).toBe(false)
  })
})
