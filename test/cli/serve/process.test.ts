import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PROGRAM_FILE } from '../../../scripts/package/entries.mjs'
import { folder, kerf, kerfProcess } from '../run.ts'
import { ask, post, scores } from './start-server.ts'

const IRIS = fileURLToPath(new URL('../../../samples/iris.csv', import.meta.url))
const made = folder()
const BINS = join(made, 'bins.json')
const TREE = join(made, 'tree.json')
const ROW = { row: { petal_length: 1.4, petal_width: 0.2 } }

beforeAll(async () => {
  await kerf(['fit', IRIS, '-t', 'species', '-c', 'petal_length,petal_width', '-o', BINS])
  await kerf(['tree', IRIS, '-t', 'species', '-o', TREE])
})

const running: ChildProcess[] = []
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))

/** Starts `kerf serve` as a user would; it ends with the test. */
async function startProcess(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ address: string; child: ChildProcess; ended: Promise<number | null>; log: () => string }> {
  const child = spawn(process.execPath, [PROGRAM_FILE, 'serve', ...args], { env: { ...process.env, ...env } })
  running.push(child)
  let log = ''
  child.stderr.on('data', (text: Buffer) => (log += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    void ended.then(() => reject(new Error(log)))
  })
  return { address, child, ended, log: () => log }
}

describe('kerf serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('finishes open requests on %s, and then ends', async (signal) => {
    const server = await startProcess([BINS])
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const open = await openRequest(server.address, JSON.stringify(ROW))
    // Its bytes are on their way; a request that is answered meanwhile shows that they have come.
    await scores(server, ROW)
    server.child.kill(signal)
    await until(() => server.log().includes('stopping'))
    expect(server.log()).toBe('a binning is served to this machine until Ctrl-C\nstopping; 1 open request will be answered first\n') // prettier-ignore
    await expect(fetch(server.address)).rejects.toThrow('fetch failed')
    expect(await open.finish()).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*\{"row":\{"petal_length":"< 2\.45",/i,
    )
    expect(await server.ended).toBe(0)
  })

  test('reads a file again that has changed, and at once on SIGHUP', async () => {
    const file = join(made, 'live.json')
    writeFileSync(file, readFileSync(BINS))
    const server = await startProcess([file])
    const before = await post(server, ROW)
    writeFileSync(file, readFileSync(BINS, 'utf8').replace('"< 2.45"', '"short"'))
    server.child.kill('SIGHUP')
    await until(() => server.log().includes('is read again: binning'))
    const after = await post(server, ROW)
    expect([before.text, after.text].map((text) => (JSON.parse(text) as typeof ROW).row.petal_length)).toEqual([
      '< 2.45',
      'short',
    ])
    expect(after.headers.get('x-kerf-file')).not.toBe(before.headers.get('x-kerf-file'))
  })

  test('takes the token from the environment and from nowhere else', async () => {
    const KERF_SERVE_TOKEN = 'correct-horse-battery'
    const { address } = await startProcess([TREE, '--host', '0.0.0.0'], { KERF_SERVE_TOKEN })
    const here = { address: address.replace('0.0.0.0', '127.0.0.1') }
    const row = { row: { petal_length: 1, petal_width: 1, sepal_length: 1, sepal_width: 1, species: null } }
    expect((await post(here, row)).status).toBe(401)
    expect((await post(here, row, { headers: { authorization: `Bearer ${KERF_SERVE_TOKEN}` } })).status).toBe(200)
    // Other machines call this one by names of theirs.
    expect((await ask(here, { path: '/health/ready', headers: { host: 'scores.example' } })).status).toBe(200)
  })

  test('says what it cannot serve, and to whom', async () => {
    const told = async (...args: string[]): Promise<unknown> => {
      const { code, err } = await kerf(['serve', ...args])
      return [code, err]
    }
    expect(await told(join(made, 'none.json'))).toEqual([1, `kerf: ${join(made, 'none.json')} does not exist\n`])
    expect(await told(IRIS)).toEqual([1, `kerf: ${IRIS} holds no saved file of Kerf, expected a saved binning, encoder, tree, model or scorecard\n`]) // prettier-ignore
    expect(await told(TREE, '--encode', 'index')).toEqual([1, `kerf: ${TREE} holds a tree; --encode is for a binning\n`]) // prettier-ignore
    expect(await told(BINS, '--host', '0.0.0.0')).toEqual([2, 'kerf: --host "0.0.0.0" is reached from other machines, which needs a token: set KERF_SERVE_TOKEN to at least 16 letters that nobody can guess\n']) // prettier-ignore
    expect(await told(BINS, '--host', '203.0.113.7')).toEqual([2, expect.stringContaining('needs a token')])
    const short = await kerfProcess(['serve', BINS], { env: { KERF_SERVE_TOKEN: 'secret' } })
    expect([short.code, short.err]).toEqual([2, 'kerf: KERF_SERVE_TOKEN must be at least 16 letters, digits and signs without blanks, got 6 characters\n']) // prettier-ignore
    expect(await told(BINS, '--max-time', '0')).toEqual([2, 'kerf: --max-time takes 0.1 to 3600 seconds, got "0"\n'])
    expect(await told(BINS, '--window', '10')).toEqual([2, 'kerf: --window takes a whole number of at least 100, got "10"\n']) // prettier-ignore
    const broken = join(made, 'broken.json')
    writeFileSync(broken, readFileSync(BINS, 'utf8').replace('"version": 1', '"version": 99'))
    expect(await told(broken)).toEqual([1, expect.stringMatching(/broken\.json is not a usable binning: /)])
  })
})

/** A request that has come in but for its last bytes. */
async function openRequest(address: string, body: string): Promise<{ finish: () => Promise<string> }> {
  const { hostname, port, host } = new URL(address)
  const head = `POST /score HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  let text = ''
  const socket: Socket = connect(Number(port), hostname)
  socket.on('data', (data) => (text += data.toString()))
  await new Promise<void>((resolve) => socket.write(head + body.slice(0, 5), () => resolve()))
  return {
    finish: () =>
      new Promise((resolve) => {
        socket.on('close', () => resolve(text))
        socket.write(body.slice(5))
      }),
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
