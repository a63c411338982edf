import fc from 'fast-check'
import type { BinLimits } from '../../../src/discretizers/search/add-boundaries.ts'
import type { Rows } from '../rows.ts'

/** The score of a partition from its table: one list of class weights per bin. */
export type TableScore = (table: readonly (readonly number[])[]) => number

/**
 * Greedy search row by row: all candidates are tried again for every cut, and the whole table is counted anew for each. A
 * candidate counts unless both its neighbours hold one and the same class.
 */
export function naiveBoundaries({ x, y, w }: Rows, score: TableScore, limits: BinLimits): number[] {
  const classes = [...new Set(y)]
  const values = [...new Set(x)].toSorted((a, b) => a - b)
  const namesAt = (value: number): string => [...new Set(y.filter((_, i) => x[i] === value))].toSorted().join(' ')
  const candidates = values.slice(1).flatMap((value, i) => {
    const [left, right] = [namesAt(values[i]), namesAt(value)]
    return left === right && !left.includes(' ') ? [] : [(values[i] + value) / 2]
  })
  const scoreOf = (cuts: readonly number[]): number => {
    const table = Array.from({ length: cuts.length + 1 }, () => classes.map(() => 0))
    x.forEach((value, i) => {
      table[cuts.filter((cut) => cut <= value).length][classes.indexOf(y[i])] += w[i]
    })
    return score(table)
  }
  const most = limits.maxBins ?? Infinity
  const least = limits.minBins ?? classes.length
  let cuts: number[] = []
  let current = scoreOf(cuts)
  while (classes.length > 1 && cuts.length + 1 < most) {
    const rated = candidates
      .filter((candidate) => !cuts.includes(candidate))
      .map((candidate) => ({ candidate, rating: scoreOf([...cuts, candidate].toSorted((a, b) => a - b)) }))
    const best = Math.max(...rated.map(({ rating }) => rating))
    const taken = rated.find(({ rating }) => rating >= best - 1e-10 * best)
    if (taken === undefined || (cuts.length + 1 >= least && best <= current + 1e-10 * current)) break
    cuts = [...cuts, taken.candidate].toSorted((a, b) => a - b)
    current = best
  }
  return cuts
}

/** χ² of a table over its rows: Σ (n − expected)² / (expected · rows). */
export function naiveChiSquareShare(table: readonly (readonly number[])[]): number {
  const bins = table.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const classes = table[0].map((_, c) => table.reduce((sum, counts) => sum + counts[c], 0))
  const total = bins.reduce((sum, count) => sum + count, 0)
  let sum = 0
  for (const [i, counts] of table.entries())
    for (const [c, count] of counts.entries()) {
      const expected = (bins[i] * classes[c]) / total
      sum += (count - expected) ** 2 / expected
    }
  return sum / total
}

/** Limits that do not contradict each other. */
export const anyLimits: fc.Arbitrary<BinLimits> = fc
  .record({ minBins: fc.constantFrom(null, null, 1, 2, 5, 9), maxBins: fc.constantFrom(null, null, null, 2, 4, 9) })
  .filter(({ minBins, maxBins }) => (minBins ?? 1) <= (maxBins ?? Infinity))
