import { describe, expect, test } from 'vitest'
import { assign, fit, fitTable, fixed, fromRows, summarize } from '../../src/index.ts'

const values = [1, 2, null, 10, 11, 12]
const labels = ['a', 'a', 'a', 'b', 'b', 'b']

/** What a vector of Arrow offers: the memory holds anything where a value is null. */
class ArrowVector<T> implements Iterable<T | null> {
  readonly length: number
  readonly nullCount: number
  readonly #list: readonly (T | null)[]
  constructor(list: readonly (T | null)[]) {
    this.#list = list
    this.length = list.length
    this.nullCount = list.filter((value) => value === null).length
  }
  get(row: number): T | null {
    return this.#list[row] ?? null
  }
  toArray(): (T | number)[] {
    return this.#list.map((value) => value ?? 0)
  }
  [Symbol.iterator](): Iterator<T | null> {
    return this.#list.values()
  }
}

/** Columns of Arquero, as of version 5 (`get`) and later (`at`). */
const arqueroGet = <T>(list: readonly T[]) => ({ length: list.length, get: (row: number): T => list[row] })
const arqueroAt = <T>(list: readonly T[]) => ({ length: list.length, at: (row: number): T => list[row] })

function* each<T>(list: readonly T[]): Generator<T> {
  yield* list
}

describe.each([
  ['a vector of Arrow', <T>(list: readonly (T | null)[]) => new ArrowVector(list)],
  ['a column of Arquero with get', arqueroGet],
  ['a column of Arquero with at', arqueroAt],
  ['a generator', each],
  ['an iterator', <T>(list: readonly T[]) => list.values()],
])('%s counts as the list of its values', (_, made) => {
  test('in fit and summarize, as values, target and weights', () => {
    const weights = [1, 2, 1, 1, 0.5, 3]
    const expected = fit(values, { target: labels, weights })
    expect(expected.missing.count).toBe(1)
    expect(fit(made(values), { target: made(labels), weights: made(weights) })).toEqual(expected)
    expect(summarize(made(values), { target: made(labels), weights: made(weights) })).toEqual(
      summarize(values, { target: labels, weights }),
    )
  })

  test('in assign', () => {
    const column = fit(values, { target: labels })
    expect(assign(column, made(values))).toEqual(assign(column, values))
  })

  test('in fitTable', async () => {
    const expected = await fitTable({ x: values, y: labels }, { target: 'y' })
    expect(await fitTable({ x: made(values), y: made(labels) }, { target: 'y' })).toEqual(expected)
  })
})

test('a Set is a list of values, and so are typed arrays of any sort', () => {
  const cuts = (column: Parameters<typeof fit>[0]) =>
    fit(column, { method: fixed, cuts: [2.5] }).bins.map((b) => b.count)
  expect(cuts(new Set([1, 2, 3]))).toEqual([2, 1])
  for (const list of [Float32Array.of(1, 2, 3), Uint8Array.of(1, 2, 3), BigInt64Array.of(1n, 2n, 3n), [1n, 2, 3n]]) {
    expect(cuts(list)).toEqual([2, 1])
  }
})

test('dates are dates in fit, assign and rows', async () => {
  const days = [1, 2, 3, 20, 21, 22].map((day) => new Date(Date.UTC(2026, 0, day)))
  const column = fit(days, { target: labels })
  expect([...assign(column, days)]).toEqual([0, 0, 0, 1, 1, 1])
  expect(assign(column, days[5])).toBe(1)
  const rows = days.map((day, i) => ({ day, y: labels[i] }))
  expect((await fitTable(rows, { target: 'y' })).columns[0]).toMatchObject({ kind: 'date', cuts: column.cuts })
  expect(fromRows(rows).day).toEqual(days)
})

describe('what is no list of values is refused, and the argument is named', () => {
  const odd: readonly unknown[] = [5, 'abc', null, undefined, new Map([[1, 2]]), {}, { x: 1 }, () => 1, true]
  test.each(odd)('%s', async (given) => {
    const wrong = given as number[]
    const words = (where: string): RegExp => new RegExp(`^${where} must be a list, got `)
    expect(() => fit(wrong)).toThrow(words('fit: values'))
    expect(() => summarize(wrong)).toThrow(words('summarize: values'))
    await expect(fitTable({ x: wrong })).rejects.toThrow(words('fitTable: column "x"'))
    if (given === undefined) return
    expect(() => fit(values, { target: wrong })).toThrow(words('fit: target'))
    expect(() => fit(values, { weights: wrong })).toThrow(words('fit: weights'))
  })

  test('by assign, which takes single values too', () => {
    const column = fit(values, { target: labels })
    expect(() => assign(column, new Map() as never)).toThrow('assign: values must be a list, got')
    expect(() => assign(column, {} as never)).toThrow('assign: values must be a list, got')
  })

  test.each([5, 'abc', null])('by fitTable, table %s', async (given) => {
    await expect(fitTable(given as never)).rejects.toThrow('fitTable: table must be an object of columns by name')
  })
})
