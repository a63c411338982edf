import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../src/binning/shape.ts'
import { summarize } from '../../src/index.ts'
import { tallyRuns } from '../../src/summaries/cells.ts'
import { ASIDE, TallyWriter } from '../../src/summaries/tallies.ts'
import type { NumberSummary, Tallies } from '../../src/types.ts'

const value = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(Infinity, -Infinity, -0),
)
const row = fc.record({ x: value, y: fc.constantFrom('a', 'b', 'c'), w: fc.constantFrom(0.1, 0.3, 1, 2 ** 60) })
const number = fc.double({ noNaN: true, noDefaultInfinity: true })

/** Summaries of the same rows: without a target, by class, with weights, by a number. */
function summaries(rows: readonly { x: number; y: string; w: number }[], numbers: readonly number[]): NumberSummary[] {
  const values = rows.map(({ x }) => x)
  const target = rows.map(({ y }) => y)
  const weights = rows.map(({ w }) => w)
  return [
    summarize(values),
    summarize(values, { target }),
    summarize(values, { target, weights }),
    summarize(values, { target: rows.map((_, i) => numbers[i % numbers.length]), targetKind: 'numeric' }),
  ]
}

/** One cell after the other, each added with care. */
function plainly({ cells, aside }: NumberSummary, starts: readonly number[]): Tallies {
  const writer = new TallyWriter(starts.length - 1, cells.tallies.channels)
  writer.addSlot(0, aside, ASIDE.below)
  for (let run = 0; run < starts.length - 1; run++) {
    for (let cell = starts[run]; cell < starts[run + 1]; cell++) writer.addSlot(run, cells.tallies, cell)
  }
  writer.addSlot(starts.length - 2, aside, ASIDE.above)
  return writer.finish()
}

describe('runs of cells', () => {
  test('are what their cells add up to, whatever is counted', () => {
    const rows = fc.array(row, { minLength: 1, maxLength: 80 })
    const numbers = fc.array(number, { minLength: 1, maxLength: 80 })
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, numbers, shares, (given, ys, parts) => {
        for (const summary of summaries(given, ys)) {
          const { size } = summary.cells
          const inner = parts.map((share) => Math.round(share * size)).toSorted((a, b) => a - b)
          const starts = [0, ...inner, size]
          expect(tallyRuns(summary, starts)).toEqual(plainly(summary, starts))
        }
      }),
    )
  })

  test('of a column without values are empty', () => {
    const summary = summarize([Number.NaN, null], { target: ['a', 'b'] })
    expect(tallyRuns(summary, [0, 0])).toMatchObject({ rows: new Float64Array(1), sums: new Float64Array(2) })
  })

  test('a shape has every row once, by class too', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 300 }), (given) => {
        const summary = summarize(
          given.map(({ x }) => x),
          { target: given.map(({ y }) => y) },
        )
        const shape = shapeOf(summary, [])
        if (shape === null) return
        const { below, above, counts, classes = [], from, to } = shape
        expect(below + above + counts.reduce((sum, count) => sum + count, 0)).toBe(given.length)
        expect(classes.map((own) => own.reduce((sum, count) => sum + count, 0))).toEqual(counts)
        expect(below).toBe(given.filter(({ x }) => x < from).length)
        expect(above).toBe(given.filter(({ x }) => x > to).length)
      }),
    )
  })
})
