import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { random } from '../../src/index.ts'
import { folder, kerf } from '../cli/run.ts'

const NODE = new URL('../../dist/node.js', import.meta.url).href

/** Runs lines of JavaScript with the built package in a process of its own, which must end by itself. */
function run(code: string): unknown {
  const head = `import { equalWidth, fitTable, isKerfError, mdlp, random, threadPool } from ${JSON.stringify(NODE)}
    const { next, normal } = random(4)
    const rows = 60_000
    const table = {
      x: Float64Array.from({ length: rows }, normal),
      text: Array.from({ length: rows }, () => 'level ' + Math.floor(next() * 3)),
      whole: Int32Array.from({ length: rows }, () => next() * 100),
      gaps: Array.from({ length: rows }, () => (next() < 0.1 ? null : next())),
      dates: Array.from({ length: rows }, () => new Date(1.6e12 + Math.floor(next() * 1e3) * 864e5)),
      noise: Float64Array.from({ length: rows }, next),
    }
    table.y = Array.from(table.x, (x, i) => next() < (x > 0.3 && table.whole[i] < 60 ? 0.8 : 0.3))
    const say = (value) => console.log(JSON.stringify(value))\n`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', head + code], {
    encoding: 'utf8',
    timeout: 25_000,
  })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('threads', () => {
  test('say where their file is missing, as in a program bundled into one file', () => {
    const said = run(`
      const pool = threadPool({ threads: 2, fewValues: 0, worker: new URL('file:///nowhere/column-worker.js') })
      say(await fitTable(table, { target: 'y', pool }).catch((error) => [isKerfError(error), error.message]))
      await pool.close()`)
    expect(said).toEqual([
      true,
      'threadPool: found no file for its threads at file:///nowhere/column-worker.js; bundle kerf/column-worker beside the program and give it as worker',
    ])
  })

  test('give the bytes of one thread, serve several tables and do not keep the process alive', () => {
    const same = run(`
      const options = { target: 'y', perColumn: { gaps: { method: equalWidth, bins: 5 } } }
      const inline = JSON.stringify(await fitTable(table, options))
      const found = []
      for (const given of [{ threads: 1 }, { threads: 2 }, { threads: 2, here: true }]) {
        const pool = threadPool({ ...given, fewValues: 0 })
        for (let time = 0; time < 2; time++) found.push(JSON.stringify(await fitTable(table, { ...options, pool })) === inline)
      }
      say(found)`)
    expect(same).toEqual([true, true, true, true, true, true])
  })

  test('report errors as they are, stop when asked, and can be closed', () => {
    const seen = run(`
      const pool = threadPool({ threads: 2, fewValues: 0 })
      const caught = async (options) => {
        try {
          await fitTable(table, { ...options, pool })
          return null
        } catch (error) {
          return [error.name, error.message, error.column ?? null, isKerfError(error)]
        }
      }
      const stop = new AbortController()
      const found = [
        await caught({ target: 'y', perColumn: { x: { method: mdlp, maxBins: 0 }, noise: { bins: 1 } } }),
        await caught({ columns: ['whole', 'x'], all: { method: mdlp } }),
        await caught({ target: 'y', signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }),
        await caught({ target: 'y' }),
      ]
      await pool.close()
      found.push(await caught({ target: 'y' }))
      say(found)`)
    expect(seen).toEqual([
      ['ArgumentError', 'fitTable: mdlp: maxBins must be an integer of at least 1, or null, got 0', null, true],
      ['DataError', 'fitTable: column whole: mdlp: needs a class target, got no target', 'whole', true],
      ['AbortError', 'fitTable: stopped by its signal (enough)', null, true],
      null,
      ['KerfError', 'fitTable: the pool was closed; make another one', null, true],
    ])
  })
})

test('kerf fit prints the same bytes with any number of threads', async () => {
  const { next, normal } = random(9)
  const lines = Array.from({ length: 50_000 }, () => {
    const x = normal()
    return `${x},${Math.floor(next() * 40)},${next().toFixed(3)},${next() < 0.5 ? 'a' : 'b'},${next() < (x > 0 ? 0.7 : 0.4) ? 1 : 0}`
  })
  const cwd = folder({ 'rows.csv': `x,n,d,c,y\n${lines.join('\n')}\n` })
  const [one, three] = await Promise.all(
    ['1', '3'].map((threads) => kerf(['fit', 'rows.csv', '-t', 'y', '--json', '--threads', threads], { cwd })),
  )
  expect(one.code).toBe(0)
  expect(JSON.parse(one.out).columns).toHaveLength(4)
  expect(three.out).toBe(one.out)
  const wrong = await kerf(['fit', 'rows.csv', '--threads', '0'], { cwd })
  expect([wrong.code, wrong.err]).toEqual([2, 'kerf: --threads takes a whole number of at least 1, got "0"\n'])
  expect(fileURLToPath(NODE)).toContain('dist')
})
