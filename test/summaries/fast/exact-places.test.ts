import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactPlaces } from '../../../src/summaries/fast/exact-places.ts'
import type { Cells } from '../../../src/types.ts'

/** Cells of the values 0, 2, 4 … with so many rows in each class. */
function cellsOf(counts: readonly (readonly number[])[]): Cells {
  const lo = Float64Array.from(counts, (_, i) => 2 * i)
  const tallies = {
    size: counts.length,
    channels: counts[0].length,
    rows: Float64Array.from(counts, (own) => own.reduce((sum, count) => sum + count, 0)),
    sums: Float64Array.from(counts.flat()),
    residues: [],
  }
  return { size: counts.length, shift: 0, lo, hi: lo, tallies }
}

const TWO = [
  [1, 0],
  [0, 2],
  [3, 1],
  [1, 1],
  [0, 1],
]

test('a rank asks for the value it has, and all between two of them are one cell', () => {
  // Rows 0; 1 and 2; 3 to 6; 7 and 8; 9.
  const { lo, hi, tallies } = exactPlaces(cellsOf(TWO)).at({ ranks: [4], spans: [] })
  expect([[...lo], [...hi]]).toEqual([
    [0, 4, 6],
    [2, 4, 8],
  ])
  expect([...tallies.rows]).toEqual([3, 4, 3])
  expect([...tallies.sums]).toEqual([1, 2, 3, 1, 1, 2])
})

test('a span asks for each value in it, and parts those around it where there is none', () => {
  const places = exactPlaces(cellsOf(TWO))
  expect([...places.at({ ranks: [], spans: [2, 5] }).lo]).toEqual([0, 2, 4, 6])
  expect([...places.at({ ranks: [], spans: [5, 5] }).lo]).toEqual([0, 6])
  expect([...places.at({ ranks: [], spans: [-9, -9, 99, 99] }).lo]).toEqual([0])
})

test('ranks that no row has ask for the outermost values', () => {
  const places = exactPlaces(cellsOf(TWO))
  for (const [outside, inside] of [
    [-1, 0],
    [-300, 0],
    [10, 9],
    [5000, 9],
  ]) {
    // prettier-ignore
    expect(places.at({ ranks: [outside], spans: [] })).toEqual(places.at({ ranks: [inside], spans: [] }))
  }
})

test('nothing asked for is one cell', () => {
  const { size, lo, hi, tallies } = exactPlaces(cellsOf(TWO)).at({ ranks: [], spans: [] })
  expect([size, lo[0], hi[0], [...tallies.sums]]).toEqual([1, 0, 8, [5, 5]])
})

test('however many cells and classes there are, told ones hold the rows of those from where they begin', () => {
  const count = fc.integer({ min: 0, max: 3 })
  const columns = fc.integer({ min: 1, max: 3 }).chain((classes) =>
    fc
      .array(fc.array(count, { minLength: classes, maxLength: classes }), { minLength: 1, maxLength: 900 })
      // A cell that is there has a row.
      .map((cells) => cells.map(([first, ...others]) => [first + 1, ...others])),
  )
  fc.assert(
    fc.property(columns, fc.array(fc.nat()), fc.array(fc.integer({ min: -5, max: 2000 })), (counts, some, values) => {
      const cells = cellsOf(counts)
      const all = cells.tallies.rows.reduce((sum, rows) => sum + rows, 0)
      const ranks = some.map((rank) => rank % all)
      const spans = values.toSorted((a, b) => a - b).flatMap((value) => [value, value + 3])
      const told = exactPlaces(cells).at({ ranks, spans })
      const ofRow = counts.flatMap((_, i) => Array.from({ length: cells.tallies.rows[i] }, () => 2 * i))
      const alone = new Set(ranks.map((rank) => ofRow[rank]))
      for (let i = 0; i < told.size; i++) {
        const [from, to] = [told.lo[i] / 2, told.hi[i] / 2 + 1]
        const { channels, rows, sums } = told.tallies
        const own = counts.slice(from, to)
        expect([...sums.subarray(i * channels, (i + 1) * channels)]).toEqual(
          own[0].map((_, c) => own.reduce((sum, classes) => sum + classes[c], 0)),
        )
        expect(rows[i]).toBe(own.flat().reduce((sum, rowsOfClass) => sum + rowsOfClass, 0))
        const inside = Array.from({ length: to - from }, (_, j) => 2 * (from + j))
        const asked = inside.filter((x) => alone.has(x) || values.some((value) => x >= value && x <= value + 3))
        expect(asked.length === 0 || inside.length === 1).toBe(true)
        expect(from).toBe(i === 0 ? 0 : told.hi[i - 1] / 2 + 1)
      }
      expect(told.hi[told.size - 1]).toBe(cells.hi[cells.size - 1])
    }),
  )
})
