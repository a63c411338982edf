import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { random } from '../../src/index.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../src/summaries/summarize-numbers.ts'
import { finiteEnds } from '../../src/summaries/fast/bucket-plan.ts'
import { gridNumbers } from '../../src/summaries/fast/grid-numbers.ts'
import { numberRows } from '../../src/summaries/fast/number-buckets.ts'
import { NumberSums } from '../../src/summaries/number-sums.ts'
import { exactCells } from '../../src/summaries/slot-tally.ts'
import { TallyWriter } from '../../src/summaries/tallies.ts'
import type { Tallies } from '../../src/types.ts'

const anyNumber = fc.oneof(
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(0.1, -0, 1e9 + 0.1, 1e-9, 1e-170, 5e-324, 1e150, -1e150, 2 ** 500, 1e160),
)
const anyRows = fc.array(fc.tuple(fc.nat(4), anyNumber), { minLength: 1, maxLength: 60 })

function written(rows: readonly (readonly [number, number])[], size: number): Tallies {
  const marks = markRows(rows.length, { target: rows.map(([, y]) => y), targetKind: 'numeric' })
  const writer = new TallyWriter(size, 3)
  for (const [row, [slot]] of rows.entries()) writer.addRow(slot, row, marks)
  return writer.finish()
}

function summed(rows: readonly (readonly [number, number])[], size: number): Tallies {
  const sums = new NumberSums(2)
  sums.grow(size)
  for (const [slot, y] of rows) sums.add(slot, y)
  return sums.tallies(Array.from({ length: size }, (_, slot) => slot))
}

describe('NumberSums', () => {
  test('give what a TallyWriter gives, to the last bit and in any order of rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(summed(rows, 5)).toEqual(written(rows, 5))
        expect(summed(rows.toReversed(), 5)).toEqual(written(rows, 5))
      }),
      { numRuns: 500 },
    )
  })

  test('are told for some slots, in the order asked for', () => {
    const sums = new NumberSums(3)
    for (const [slot, y] of [
      [0, 1],
      [2, 3],
      [2, -5],
    ])
      sums.add(slot, y)
    expect(sums.rowsIn(2)).toBe(2)
    expect(sums.tallies([2, 0])).toEqual({
      size: 2,
      channels: 3,
      rows: Float64Array.of(2, 1),
      sums: Float64Array.of(2, -2, 34, 1, 1, 1),
      residues: [],
    })
  })
})

test('exact cells are those of an exact summary', () => {
  const { next, normal } = random(4)
  const values = Float64Array.from({ length: 3000 }, () => Math.round(normal() * 300) / 7 + 0)
  const numbers = values.map(() => next())
  const { cells, target } = summarizeNumbers(values, markRows(3000, { target: numbers, targetKind: 'numeric' }))
  expect(exactCells(target, values, numbers)).toEqual(cells)
})

test('a table of sums gives the summary that sorting gives', () => {
  const whole = (next: () => number): number => Math.floor(next() * 900) - 300
  const decimal = (next: () => number): number => Math.round(next() * 2000 - 900) / 1000
  fc.assert(
    fc.property(fc.nat(1e6), fc.constantFrom(0, 0.02), fc.boolean(), (seed, holes, decimals) => {
      const { next, normal } = random(seed)
      const odd = (): number => [Number.NaN, Infinity, -Infinity, -0][Math.floor(next() * 4)]
      const values = Float64Array.from({ length: 2000 }, () =>
        next() < holes ? odd() : (decimals ? decimal : whole)(next),
      )
      const marks = markRows(2000, { target: values.map(() => normal()), targetKind: 'numeric' })
      const grid = gridNumbers(values, numberRows(marks)!, { scale: decimals ? 1000 : 1, ends: finiteEnds(values) })
      expect(grid).toEqual(summarizeNumbers(values, marks))
    }),
    { numRuns: 20 },
  )
})

test('columns off the grid, and rows without a number or with weights, are left to the exact way', () => {
  const values = Float64Array.from({ length: 500 }, (_, row) => (row === 400 ? 0.5 : row % 9))
  const numbers = values.map((x) => x * 2)
  const marks = markRows(500, { target: numbers, targetKind: 'numeric' })
  expect(gridNumbers(values, { marks, numbers }, { scale: 1, ends: finiteEnds(values) })).toBeNull()
  expect(numberRows(marks)).toEqual({ marks, numbers })
  expect(numberRows(markRows(2, { target: [1, NaN], targetKind: 'numeric' }))).toBeNull()
  expect(numberRows(markRows(2, { target: [1, 2], targetKind: 'numeric', weights: [1, 2] }))).toBeNull()
  expect(numberRows(markRows(2, {}))).toBeNull()
})
