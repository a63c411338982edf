import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entropyScan, ratingScan } from '../../../src/discretizers/refine/block-scans.ts'
import type { Blocks } from '../../../src/discretizers/search/blocks.ts'
import { BOUNDED_MEASURES } from '../../../src/discretizers/refine/bounded-measures.ts'
import { mostOfEntropies, mostOfSquares } from '../../../src/discretizers/refine/class-bounds.ts'
import { columnDeviation } from '../../../src/discretizers/column-deviation.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { deviationOfCells, deviationOfRows } from '../../../src/discretizers/refine/deviation-bounds.ts'
import { NO, sideBounds, UNSURE, YES } from '../../../src/discretizers/refine/side-bounds.ts'
import { random, summarize } from '../../../src/index.ts'
import { coarsen } from '../../../src/summaries/index.ts'
import { totalEntropy } from '../../../src/measures/entropy.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'

fc.configureGlobal({ seed: 1993, numRuns: 200 })

const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
const counts = (length: number, max: number): fc.Arbitrary<Float64Array> =>
  fc.array(fc.nat(max), { minLength: length, maxLength: length }).map((list) => Float64Array.from(list))

/** The best of all ways to put some of the rows of a cell on the left. */
function bestOf(box: Float64Array, rate: (moved: Float64Array) => number): number {
  let best = -Infinity
  const moved = new Float64Array(box.length)
  for (;;) {
    best = Math.max(best, rate(moved))
    let c = 0
    while (c < box.length && moved[c] === box[c]) moved[c++] = 0
    if (c === box.length) return best
    moved[c]++
  }
}

describe('no candidate in a cell is rated above the bound', () => {
  const cell = fc.tuple(counts(5, 40), counts(5, 40), counts(5, 3))

  test('by entropy, and the bound is near where the cell is small', () => {
    fc.assert(
      fc.property(cell, ([before, after, box]) => {
        fc.pre(sum(box) > 0)
        const best = bestOf(box, (moved) => {
          const left = before.map((count, c) => count + moved[c])
          const right = after.map((count, c) => count + box[c] - moved[c])
          return -totalEntropy(left, sum(left)) - totalEntropy(right, sum(right))
        })
        const bound = mostOfEntropies(new Int32Array(before), new Int32Array(after), new Int32Array(box))
        expect(bound).toBeGreaterThanOrEqual(best - 1e-9)
        const smaller = Math.min(sum(before), sum(after))
        const off = smaller === 0 ? 0 : bound - best
        expect(off).toBeLessThanOrEqual((sum(box) * sum(box)) / Math.max(1, smaller) / 2 + 1e-9)
      }),
    )
  })

  test('by squares with any weights', () => {
    fc.assert(
      fc.property(cell, counts(5, 9), ([before, after, box], weights) => {
        fc.pre(sum(box) > 0 && sum(before) > 0 && sum(after) > 0)
        const squares = (side: Float64Array): number =>
          side.reduce((total, count, c) => total + (weights[c] * count * count) / sum(side), 0)
        const best = bestOf(box, (moved) => {
          const right = after.map((count, c) => count + box[c] - moved[c])
          return squares(before.map((count, c) => count + moved[c])) + squares(right)
        })
        expect(mostOfSquares(before, after, box, weights)).toBeGreaterThanOrEqual(best - 1e-9)
      }),
    )
  })

  test('by squares, near where the cell is small against both sides', () => {
    const even = Float64Array.of(1000, 1000, 1000, 1000, 1000)
    const box = Float64Array.of(2, 1, 1, 1, 1)
    const squares = (sum(even) / 5) * 2 + sum(box) / 5
    expect(mostOfSquares(even, even, box, new Float64Array(5).fill(1)) - squares).toBeLessThan(0.02)
  })
})

test('an end of a cell that may not be taken counts as a corner', () => {
  // Class c alone is left of the cell, whose two classes are right of it: no mixed corner is as good as its left end.
  const rows = Float64Array.of(0, 0, 9, 5, 5, 0, 20, 20, 0)
  const blocks: Blocks = { size: 3, firstCell: Uint32Array.of(0, 1, 2, 3), counts: rows, classCount: 3 }
  const part = { from: 0, to: 3, counts: Float64Array.of(25, 25, 9), total: 59, gaps: 2 }
  const sums = Int32Array.of(0, 0, 0, 0, 0, 9, 5, 5, 9, 25, 25, 9)
  for (const measure of ['gain', 'gini', 'chi-square'] as const) {
    const rule = BOUNDED_MEASURES[measure]
    const scan = measure === 'gain' ? entropyScan(sums, 3) : ratingScan(blocks, rule)
    const [open, closed] = [true, false].map((may) => scan(part, (at) => may || at !== 1))
    expect(open.corner(1, -Infinity)).toBeLessThan(open.ratings[1] - 1)
    expect(closed.corner(1, -Infinity)).toBeGreaterThan(open.ratings[1] - 1e-6)
    expect(closed.ratings[1]).toBe(-Infinity)
  }
})

describe('the deviation of a column lies between its bounds', () => {
  const kinds: Readonly<Record<string, (next: () => number) => number>> = {
    uniform: (next) => next(),
    'far from zero': (next) => 1e9 + next(),
    'heavy tails': (next) => 1 / (next() + 1e-9),
    subnormal: (next) => Math.floor(next() * 5000 - 2500) * Number.MIN_VALUE,
    'near the largest double': (next) => (next() - 0.5) * 2 * 1.7e308,
  }
  test.each(Object.entries(kinds))('%s', (_, kind) => {
    const { next } = random(8)
    const values = Float64Array.from({ length: 500 }, () => kind(next))
    values.set([Infinity, -Infinity, Number.NaN, Infinity], 7)
    const exact = summarize(values)
    const deviation = columnDeviation(viewColumn(exact))
    const rows = deviationOfRows(values, finiteEnds(values))
    expect(rows.low).toBeLessThanOrEqual(deviation)
    expect(rows.high).toBeGreaterThanOrEqual(deviation)
    expect(rows.high / rows.low).toBeLessThan(1 + 1e-11)
    expect(deviationOfCells(viewColumn(exact))).toEqual({ low: deviation, high: deviation })
    for (const shift of [52, 50, 46]) {
      const cells = deviationOfCells(viewColumn(coarsen(exact, { shift })))
      expect(cells.low).toBeLessThanOrEqual(deviation)
      expect(cells.high).toBeGreaterThanOrEqual(deviation)
    }
  })

  test('also where the middles of cells would be far off', () => {
    const exact = summarize([1, 1, 1, 1, 2, 2, 2, 3.9])
    const cells = deviationOfCells(viewColumn(coarsen(exact, { shift: 52 })))
    const deviation = columnDeviation(viewColumn(exact))
    expect([cells.low < deviation, cells.high > deviation]).toEqual([true, true])
  })
})

test('whether a side is wide is open while cells or the least width leave it so', () => {
  const lo = Float64Array.of(0, 4, 9)
  const hi = Float64Array.of(2, 5, 9)
  const blocks = { size: 3, firstCell: Uint32Array.of(0, 1, 2, 3) } as unknown as Blocks
  const view = { lo, hi } as unknown as Parameters<typeof sideBounds>[0]
  const bounds = (low: number, high: number): ReturnType<typeof sideBounds> =>
    sideBounds(view, blocks, Float64Array.of(0, 10, 20, 30), { enough: 5, width: { low, high } })
  // Cells 0 and 1 hold values from 0 … 2 to 4 … 5.
  expect([1.9, 2, 4.9, 5].map((least) => bounds(least, least).wide(0, 2))).toEqual([YES, UNSURE, UNSURE, NO])
  expect(bounds(1, 3).wide(0, 2)).toBe(UNSURE)
  expect(bounds(4.5, 4.5).ends(0, 2)).toEqual([0, 1])
  expect([bounds(1.5, 1.5).candidate(0, 3, 1), bounds(0.5, 0.5).inside(0, 3, 0)]).toEqual([UNSURE, true])
  const few = sideBounds(view, blocks, Float64Array.of(0, 4, 20, 30), { enough: 5, width: null })
  expect([few.candidate(0, 3, 1), few.candidate(0, 3, 2), few.inside(0, 3, 0), few.inside(0, 3, 1)]).toEqual([
    NO,
    YES,
    false,
    true,
  ])
})
