import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { Folder } from './made.ts'

const folder = new Folder()
mkdirSync(folder.at('temporary'))

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/node.ts', import.meta.url))],
    outfile: folder.at('node.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Nothing here needs the database.
    external: ['@duckdb/node-api'],
  })
  const binning = await fitTable({ x: [1, 2, 3] }, { all: { method: fixed, cuts: [2] } })
  writeFileSync(folder.at('binning.json'), JSON.stringify(binning))
})

/** Runs some lines of JavaScript in a process of its own. */
function start(code: string): ChildProcessWithoutNullStreams {
  const head = `import * as kerf from './node.mjs'
    import { readFileSync, writeFileSync, writeSync } from 'node:fs'
    const binning = kerf.fromJson(readFileSync('binning.json', 'utf8'))\n`
  return spawn(process.execPath, ['--input-type=module', '-e', head + code], {
    cwd: folder.path,
    env: { ...process.env, TMPDIR: folder.at('temporary') },
  })
}

async function output(child: ChildProcessWithoutNullStreams): Promise<{ out: string; err: string; code: unknown }> {
  let out = ''
  let err = ''
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { out, err, code: code ?? signal }
}

const temporaries = (): string[] => readdirSync(folder.at('temporary'))

describe('standard input and output', () => {
  test('rows go through, and the copy of the input is removed', async () => {
    const child = start("await kerf.applyRows(binning, '-', { as: 'label' })")
    child.stdin.end('x,y\n1,a\n2,b\n')
    expect(await output(child)).toEqual({ out: 'x,y\n< 2,a\n≥ 2,b\n', err: '', code: 0 })
    expect(temporaries()).toEqual([])
  })

  test('errors call it standard input, and the copy is removed', async () => {
    const child = start("await kerf.readData('-').catch((error) => console.log(error.message))")
    child.stdin.end('x,y\n1,a\n2\n')
    const { out, code } = await output(child)
    expect(out).toMatch(/^readData: standard input, line 3: found 1 field, expected 2 as in line 1;/)
    expect(code).toBe(0)
    expect(temporaries()).toEqual([])
  })

  test('a reader of the output that has seen enough ends it quietly', async () => {
    writeFileSync(folder.at('many.csv'), `x\n${'1\n'.repeat(1_000_000)}`)
    const child = start("await kerf.applyRows(binning, 'many.csv', { as: 'label' }); writeSync(2, 'done')")
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await output(child)).toMatchObject({ err: 'done', code: 0 })
  })
})

describe('signals', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s removes the file that is being written', async (signal) => {
    const child = start(`await kerf.writeFileSafely('out.csv', async (path) => {
      writeFileSync(path, 'half')
      writeSync(1, 'ready')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`)
    child.stdout.once('data', () => child.kill(signal))
    expect(await output(child)).toEqual({ out: 'ready', err: '', code: signal })
    expect(readdirSync(folder.path).filter((name) => /kerf|out/.test(name))).toEqual([])
  })

  test('a listener of the program decides what a signal means', async () => {
    const child = start(`process.on('SIGINT', () => process.exit(130))
      await kerf.writeFileSafely('out.csv', async (path) => {
        writeFileSync(path, 'half')
        writeSync(1, 'ready')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`)
    child.stdout.once('data', () => child.kill('SIGINT'))
    expect((await output(child)).code).toBe(130)
    expect(readdirSync(folder.path).filter((name) => /kerf|out/.test(name))).toEqual([])
  })

  test('the copy of standard input is removed too', async () => {
    const child = start("writeSync(1, 'ready'); await kerf.readData('-')")
    child.stdin.write('x\n')
    child.stdout.once('data', () => {
      const waiting = setInterval(() => {
        if (temporaries().length === 0) return
        clearInterval(waiting)
        child.kill('SIGTERM')
      }, 10)
    })
    expect((await output(child)).code).toBe('SIGTERM')
    expect(temporaries()).toEqual([])
  })
})
