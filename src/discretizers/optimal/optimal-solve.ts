import { TIE } from '../../util/numbers/ties.ts'
import { leaveScratch, takeScratch } from '../../util/scratch.ts'
import { graphsOf } from './bin-graphs.ts'
import type { Parts } from './parts/parts.ts'
import { type BinRules, binRules, type Limits, type Shape } from './bin-rules.ts'
import { bestPaths, type Paths } from './best-paths.ts'
import { type Known, likelyEnds, type Wanted } from './likely-ends.ts'
import { roughScores } from './parts/rough-scores.ts'

/** The best binning: boundaries 0 < … < size, the shape its rates have, and the rules it keeps. */
export interface Solution {
  readonly bounds: readonly number[]
  readonly shape: Shape
  readonly rules: BinRules
}

/**
 * The binning of the highest score that keeps all limits; null when there is none. Of those whose scores are equal but
 * for rounding the one of the fewest bins, then the leftmost: the first cut as low as can be, then the second, and so on.
 * Of a binning that is known to keep the limits, all that scores less is left out, where that is seen without searching.
 */
export function solve(parts: Parts, limits: Limits, known: Known | null = null): Solution | null {
  const rules = binRules(parts, limits)
  const { minBins } = limits
  const maxBins = Math.min(limits.maxBins, parts.size)
  const rough =
    known === null || parts.plane === null ? null : roughScores(parts.measure, parts.plane, parts.plane.below)
  const free = limits.trend === 'none' && rules.leastChange <= 0 && rules.leastDifference === null
  const wanted = { minBins, maxBins, tie: parts.tie, free }
  const likely = known === null || rough === null ? rules : { ...rules, ...likelyEnds(rules, rough, known, wanted) }
  // One of two directions may be chosen: both are searched.
  const shapes: readonly Shape[] = limits.trend === 'auto' ? ['ascending', 'descending'] : [limits.trend]
  const scratch = takeScratch()
  const { graphs, release } = graphsOf(likely, shapes, { maxBins, scratch })
  const searches = graphs.map((graph, i) => ({
    shape: shapes[i],
    paths: bestPaths(graph, parts.size, maxBins, (length) => scratch.doubles(`paths ${i}`, length)),
  }))
  const found = bestOfAll(searches, wanted)
  release()
  leaveScratch(scratch)
  return found && { ...found, rules }
}

interface Search {
  readonly shape: Shape
  readonly paths: Paths
}

/** The best way of some searches. */
function bestOfAll(
  searches: readonly Search[],
  { minBins, maxBins, tie: least }: Wanted,
): Omit<Solution, 'rules'> | null {
  let top = -Infinity
  for (let bins = minBins; bins <= maxBins; bins++) top = Math.max(top, bestOf(searches, bins))
  if (top === -Infinity) return null
  const tie = Math.max(least, TIE * Math.abs(top))
  let bins = minBins
  while (bestOf(searches, bins) < top - tie) bins++
  const floor = bestOf(searches, bins) - tie
  const [first] = searches
    .filter(({ paths }) => paths.best(bins) >= floor)
    .map(({ shape, paths }) => ({ shape, bounds: [0, ...paths.leftmost(bins, floor)] }))
    .toSorted((a, b) => leftOf(a.bounds, b.bounds))
  return first
}

/** The best score of so many bins in any of some searches. */
function bestOf(searches: readonly Search[], bins: number): number {
  let best = -Infinity
  for (const { paths } of searches) best = Math.max(best, paths.best(bins))
  return best
}

function leftOf(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((bound, i) => bound !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}

/** Most bins that can be asked for. */
export const MOST_BINS = 50

/** Limits that ask for nothing. */
export const NO_LIMITS: Limits = {
  minBins: 1,
  maxBins: MOST_BINS,
  minShare: 0,
  minEvents: 0,
  minNonEvents: 0,
  minRateDifference: 0,
  maxPValue: null,
  trend: 'none',
  mandatory: [],
}

/**
 * Which limits cannot be kept together: as few as explain it, found by leaving out one after the other as long as there
 * is still no binning.
 */
export function conflict(parts: Parts, limits: Limits): (keyof Limits)[] {
  const names = Object.keys(NO_LIMITS) as (keyof Limits)[]
  const asked = names.filter((name) => String(limits[name]) !== String(NO_LIMITS[name]))
  let kept = limits
  return asked.filter((name) => {
    const without = { ...kept, [name]: NO_LIMITS[name] }
    const needed = solve(parts, without) !== null
    if (!needed) kept = without
    return needed
  })
}
