import { beforeAll, describe, expect, test } from 'vitest'
import { equalFrequency, fit, fitAsync, type FitOptions, fitTable, mdlp, random, variance } from '../../../src/index.ts'
import { runLater, runNow, type Steps } from '../../../src/util/steps.ts'
import { nextTurn, takeTurns } from '../../../src/binning/fit/column-pool.ts'

// Nothing here is timed: a column is made to take long by a method that waits before it cuts.

const ROWS = 50_000
const { normal, next } = random(11)
const x = Float64Array.from({ length: ROWS }, normal)
const whole = Float64Array.from({ length: ROWS }, () => Math.floor(next() * 50))
const label = Array.from(x, (value) => (next() < (value > 0.5 ? 0.9 : 0.2) ? 'a' : 'b'))
const number = Array.from(x, (value) => (value > 0.5 ? 3 : 0) + normal())

/** A method that keeps the thread busy for longer than it may before it cuts. */
const slow: typeof equalFrequency = {
  ...equalFrequency,
  run: (...given) => {
    const end = Date.now() + 40
    while (Date.now() < end);
    return equalFrequency.run(...given)
  },
}
const columns = { a: x.slice(0, 500), b: whole.slice(0, 500), c: x.slice(500, 1000), d: whole.slice(500, 1000) }

/** Counts the turns that others get while something is awaited. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let going = true
  const tick = (): void => {
    turns++
    if (going) setImmediate(tick)
  }
  setImmediate(tick)
  const result = await work()
  going = false
  return { result, turns }
}

describe('fitTable without a pool', () => {
  test('lets other work run between long columns, and gives the same', async () => {
    const { result, turns } = await turnsDuring(() => fitTable(columns, { all: { method: slow } }))
    expect(turns).toBeGreaterThanOrEqual(3)
    expect(result).toEqual(await fitTable(columns, { all: { method: equalFrequency } }))
  })

  test('stops inside a column, by a timer that only runs because it gets a turn', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    setTimeout(() => controller.abort(new Error('enough')), 0)
    const fitting = fitTable(columns, {
      all: { method: slow },
      signal: controller.signal,
      onProgress: (_, __, name) => void seen.push(name),
    })
    await expect(fitting).rejects.toThrow('enough')
    expect(seen.length).toBeLessThan(4)
  })

  test('reports every column once', async () => {
    const told: number[] = []
    await fitTable(columns, { all: { method: slow }, onProgress: (done) => void told.push(done) })
    expect(told).toEqual([1, 2, 3, 4])
  })
})

describe('fitAsync', () => {
  const asked: Record<string, FitOptions<object>> = {
    'classes, unsorted': { target: label },
    'numbers, unsorted': { target: number },
    'no target': {},
    sorted: { target: label, special: [123456] },
    weighted: { target: number, weights: whole.map((value) => 1 + value) },
    named: { target: label, name: 'x', readable: true, reference: 'none' },
  }
  test.each(Object.keys(asked))('gives what fit gives, with progress that rises: %s', async (name) => {
    for (const values of [x, whole.slice(0, 300)]) {
      const of = (list?: unknown): never => (list as { slice(a: number, b: number): never })?.slice(0, values.length)
      const given = { ...asked[name], target: of(asked[name].target), weights: of(asked[name].weights) }
      const told: number[] = []
      const fitted = await fitAsync(values, { ...given, onProgress: (done) => void told.push(done) })
      expect(fitted).toEqual(fit(values, given))
      expect(told).toEqual(told.toSorted((a, b) => a - b))
      expect(new Set(told).size).toBeGreaterThan(2)
      expect([told[0], told.at(-1)]).toEqual([0, 1])
    }
  })

  test('takes methods and their options as fit does', async () => {
    const byClass = { target: label.slice(0, 500), method: mdlp, maxBins: 3 }
    const byNumber = { target: number.slice(0, 500), method: variance }
    expect(await fitAsync(columns.a, byClass)).toEqual(fit(columns.a, byClass))
    expect(await fitAsync(columns.a, byNumber)).toEqual(fit(columns.a, byNumber))
    // @ts-expect-error a misspelt option
    await expect(fitAsync(columns.a, { method: mdlp, target: byClass.target, maxBinz: 3 })).rejects.toThrow('maxBinz')
    await expect(fitAsync(['text'] as unknown as number[])).rejects.toThrow('must hold numbers')
  })

  test('lets other work run, and stops where it is told to meanwhile', async () => {
    const { turns } = await turnsDuring(() => fitAsync(columns.a, { method: slow }))
    expect(turns).toBeGreaterThanOrEqual(1)
    const controller = new AbortController()
    const told: number[] = []
    const fitting = fitAsync(columns.a, {
      method: slow,
      signal: controller.signal,
      onProgress: (done) => {
        told.push(done)
        if (done >= 0.4) controller.abort(new Error('enough'))
      },
    })
    await expect(fitting).rejects.toThrow('enough')
    expect(told.at(-1)).toBeLessThan(1)
  })

  test('does not begin what is stopped already', async () => {
    const told: number[] = []
    const signal = AbortSignal.abort()
    await expect(fitAsync(x, { signal, onProgress: (done) => void told.push(done) })).rejects.toMatchObject({
      code: 'aborted',
      cause: signal.reason,
    })
    await expect(fitAsync(x, { signal: { aborted: true } })).rejects.toThrow('fitAsync: stopped')
    expect(told).toEqual([])
  })
})

describe('turns', () => {
  let original: typeof setImmediate
  beforeAll(() => {
    original = globalThis.setImmediate
  })

  test('are messages where there is no setImmediate, as in pages', async () => {
    Object.assign(globalThis, { setImmediate: undefined })
    try {
      const fired: string[] = []
      setTimeout(() => fired.push('timer'), 0)
      for (let i = 0; i < 10_000 && fired.length === 0; i++) await nextTurn()
      expect(fired).toEqual(['timer'])
    } finally {
      Object.assign(globalThis, { setImmediate: original })
    }
  })

  test('are not taken before it is time', async () => {
    const pause = takeTurns()
    expect(pause()).toBeNull()
    const end = Date.now() + 35
    while (Date.now() < end);
    await pause()
    expect(pause()).toBeNull()
  })

  test('steps run at once, or over time', async () => {
    function* steps(): Steps<string> {
      yield 0.5
      yield Promise.resolve()
      return 'done'
    }
    const told: number[] = []
    expect(await runLater(steps(), (done) => (told.push(done), null))).toBe('done')
    expect(told).toEqual([0.5])
    expect(() => runNow(steps())).toThrow('must wait')
  })
})
