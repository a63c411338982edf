import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviationBound, varianceBound } from '../../../src/discretizers/refine/spread-bounds.ts'
import { rateCandidates } from '../../../src/discretizers/search/spread-search.ts'
import { type SpreadCriterion, spreadOf } from '../../../src/discretizers/search/spread.ts'
import { type TargetSums, targetSums } from '../../../src/discretizers/search/target-sums.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { holds } from '../holds.ts'

const sumsOf = (x: readonly number[], y: readonly number[]): TargetSums =>
  targetSums(summarize(x, { target: y, targetKind: 'numeric' }))

/** Rows before, inside and after a cell: the highest rating of a candidate inside, and its bound from the cell as a whole. */
function inside(criterion: SpreadCriterion, parts: readonly number[][]): { most: number; bound: number } {
  const y = parts.flat()
  const fine = sumsOf(
    y.map((_, row) => row),
    y,
  )
  const wide = sumsOf(
    parts.flatMap((part, cell) => part.map(() => cell)),
    y,
  )
  const part = { from: 0, to: 3, whole: spreadOf(wide, 0, 3), needed: 0 }
  const bound = { variance: varianceBound, deviation: deviationBound }[criterion](wide, 1)(part, 1)
  const [first, last] = [parts[0].length + 1, parts[0].length + parts[1].length - 1]
  const ratings = new Float64Array(y.length).fill(-Infinity)
  rateCandidates(fine, { from: 0, to: y.length, whole: part.whole }, criterion, { first, last, ratings })
  return { most: ratings.reduce((a, b) => Math.max(a, b)), bound }
}

test.each(['variance', 'deviation'] as const)(
  'no candidate inside a cell is rated above the bound of its %s',
  (criterion) => {
    const some = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -9999, max: 9999 }).map((k) => k / 1024),
    )
    const list = fc.array(some, { minLength: 1, maxLength: 12 })
    // Sorted rows hide most: the smallest go left, the largest right.
    const cell = fc.oneof(
      list,
      list.map((y) => y.toSorted((a, b) => a - b)),
    )
    holds(
      fc.property(list, cell, list, (before, own, after) => {
        fc.pre(own.length > 1)
        const { most, bound } = inside(criterion, [before, own, after])
        expect(bound).toBeGreaterThanOrEqual(most - 1e-12 * Math.abs(most))
      }),
      2000,
    )
  },
)

test('bounds are nearly met by a cell of two values, one on each side', () => {
  const step = [-1, -1, -1, -1, 1, 1, 1, 1]
  const zeros = Array<number>(5000).fill(0)
  const byVariance = inside('variance', [zeros, step, zeros])
  expect(byVariance.bound / byVariance.most).toBeLessThan(1.01)
  // The eight rows have a deviation of eight in all, which is what a bound that lets them go would be off by.
  const noise = zeros.map((_, row) => (row % 2 === 0 ? 1 : -1))
  const byDeviation = inside('deviation', [noise, step, noise])
  expect(byDeviation.bound - byDeviation.most).toBeLessThan(0.1)
})
