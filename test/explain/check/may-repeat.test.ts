import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayRepeat } from '../../../src/explain/check/may-repeat.ts'
import { random } from '../../../src/index.ts'

/** What repeats, by the texts of whole rows. */
function repeats(rows: readonly number[], columns: readonly Float64Array[]): number[] {
  const seen = new Map<string, number>()
  const text = (row: number): string => columns.map((values) => String(values[row] + 0)).join()
  for (const row of rows) seen.set(text(row), (seen.get(text(row)) ?? 0) + 1)
  return rows.filter((row) => seen.get(text(row))! > 1)
}

const value = fc.constantFrom(0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 1e-300)

test('all rows that repeat are told, whatever the columns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 }), fc.gen(), (width, count, gen) => {
      const columns = Array.from({ length: width }, () => Float64Array.from({ length: count }, () => gen(() => value)))
      const rows = [...columns[0].keys()].filter(() => gen(fc.boolean))
      const told = mayRepeat(Uint32Array.from(rows), columns)
      expect(told).toEqual(rows.filter((row) => told.includes(row)))
      expect(repeats(rows, columns).filter((row) => !told.includes(row))).toEqual([])
    }),
  )
})

test('of rows that do not repeat, hardly one is told', () => {
  const { next } = random(3)
  const count = 100_000
  const few = Float64Array.from({ length: count }, () => Math.floor(next() * 3))
  const some = Float64Array.from({ length: count }, () => Math.floor(next() * 1000))
  const many = Float64Array.from({ length: count }, () => next())
  const rows = [...few.keys()]
  many[7] = many[8] = 0.25
  some[7] = some[8] = 1
  few[7] = few[8] = 2
  const told = mayRepeat(Uint32Array.from(rows), [few, some, many])
  expect(told).toEqual(expect.arrayContaining([7, 8]))
  expect(told.length).toBeLessThan(100)
})

test('columns of other kinds tell nothing', () => {
  expect(mayRepeat(Uint32Array.of(0, 2), [['a', 'b', 'c']])).toEqual([0, 2])
  expect(mayRepeat(new Uint32Array(0), [Float64Array.of(1)])).toEqual([])
})
