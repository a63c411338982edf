import { TIE } from '../../util/numbers/ties.ts'
import { binRules, type Limits } from './bin-rules.ts'
import { type CutGroups, evenGroups, splitGroups } from './cut-groups.ts'
import type { Curve } from './curve.ts'
import { type Known, likelyEnds } from './likely-ends.ts'
import type { Parts } from './parts/parts.ts'
import { searchSize } from './prebins.ts'
import { endsOfPoints } from './path-layers.ts'
import { type Bound, relaxedBound } from './relaxed-bound.ts'
import { type RelaxedCuts, relaxLimits } from './relax-limits.ts'
import { partsBetween } from './some-parts.ts'

/** The best binning known so far, by its boundaries. */
export interface Best {
  bounds: readonly number[]
  score: number
}

/** What a search for a better binning may leave out. */
export function knownOf(parts: Parts, { bounds, score: best }: Best, { maxBins }: Limits): Known {
  if (bounds.length <= maxBins) return { score: best, price: 0 }
  const added = bounds
    .slice(1, -1)
    .map((at, i) => parts.score(bounds[i], at) + parts.score(at, bounds[i + 2]) - parts.score(bounds[i], bounds[i + 2]))
  return { score: best, price: Math.max(0, ...[Math.min(...added)].filter(Number.isFinite)) }
}

/** How a bound is brought down. */
export interface Narrowing {
  /** the curve of the column, or one that scores no less; null without a plane */
  readonly curve: Curve | null
  readonly weight: Float64Array
  readonly effort: Effort
  /** whether the best of the points themselves is looked for as well */
  readonly walks: boolean
  /** tries boundaries that may hold a better binning, the most promising first; `path` is the best of them by itself */
  readonly improve: (best: Best, places: readonly number[], path: readonly number[] | null) => void
}

/** How much a search may do. */
export interface Effort {
  /** up to so many cells all boundaries are searched at once */
  readonly exact: (limits: Limits) => number
  /** groups to begin with */
  readonly groups: (limits: Limits) => number
  /** most pairs of points that are scored in all rounds together */
  readonly pairs: number
}

/** Groups to begin with are so small that no bin fits into one, as far as that is possible. */
export const USUAL_EFFORT: Effort = {
  exact: searchSize,
  groups: ({ minShare }) => Math.min(120, Math.max(48, Math.ceil(1.1 / minShare))),
  pairs: 1.2e6,
}

/** Most points of a round that parts groups in more than two. */
const MOST_POINTS = 1200
const MOST_PIECES = 8
const MOST_ROUNDS = 10

/**
 * What no binning exceeds whose bins, each alone, keep the limits. The boundaries are taken together to groups, and a search
 * over those tells how much a cut in each can lead to at most. Groups that cannot lead to more than the best binning known
 * are left out, the others are parted, until nothing is left or the work becomes too much. Improves `best` on the way.
 */
export function narrowCuts(all: Parts, limits: Limits, best: Best, narrowing: Narrowing): number {
  const { weight, effort } = narrowing
  let groups = evenGroups(weight, effort.groups(limits), limits.mandatory)
  let upper = Infinity
  let pairs = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { relaxed, bound } = boundOf(all, limits, groups, { ...narrowing, best, price: round === 0 ? 1 : 2 })
    pairs += relaxed.places.length ** 2 / 2
    const path = bound.path?.map((point) => relaxed.places[point]) ?? null
    narrowing.improve(best, byPromise(relaxed, bound), path)
    const tie = best.score === -Infinity ? 0 : Math.max(all.tie, TIE * Math.abs(best.score))
    upper = Math.min(upper, Math.max(best.score, bound.top))
    if (upper - best.score <= tie) return best.score
    const kept = groups.from.flatMap((from, g) =>
      bound.through[g + 1] > best.score + tie || limits.mandatory.includes(from) ? [g] : [],
    )
    const left: CutGroups = { from: kept.map((g) => groups.from[g]), to: kept.map((g) => groups.to[g]) }
    if (kept.length === groups.from.length && left.from.every((from, g) => from === left.to[g])) return upper
    const points = kept.reduce((sum, g) => sum + relaxed.firstPoint[g + 2] - relaxed.firstPoint[g + 1], 2)
    // Twice as many groups have less than twice as many points.
    if (2 * points ** 2 > effort.pairs - pairs) return upper
    const pieces = Math.max(2, Math.min(MOST_PIECES, Math.floor(MOST_POINTS / points)))
    groups = splitGroups(left, weight, { pieces })
  }
  return upper
}

function boundOf(
  all: Parts,
  limits: Limits,
  groups: CutGroups,
  { curve, walks, price, best }: Narrowing & { readonly price: number; readonly best: Best },
): { readonly relaxed: RelaxedCuts; readonly bound: Bound } {
  const relaxed = relaxLimits(all, groups, limits, { curve, price })
  const { places } = relaxed
  const parts = partsBetween(all, places)
  const mandatory = limits.mandatory.map((bound) => places.indexOf(bound))
  const strict = walks ? binRules(parts, { ...limits, mandatory }) : null
  const maxBins = Math.min(limits.maxBins, all.size)
  // Where nobody asks how promising the other bins are, those that lead to nothing better are left out.
  const { rough, inner } = relaxed
  const some = walks && rough !== null && best.score > -Infinity && inner.every((score) => score === -Infinity)
  const wanted = { minBins: limits.minBins, maxBins, tie: all.tie, free: false }
  const likely = some ? likelyEnds(endsOfPoints(relaxed), rough, knownOf(all, best, limits), wanted) : null
  return { relaxed, bound: relaxedBound({ ...relaxed, likely }, strict, limits.minBins, maxBins) }
}

/** The points by how much their groups can lead to. */
function byPromise({ groups, firstPoint, places }: RelaxedCuts, { through }: Bound): number[] {
  const order = Array.from({ length: groups - 2 }, (_, g) => g + 1).toSorted((a, b) => through[b] - through[a])
  return order.flatMap((g) => places.slice(firstPoint[g], firstPoint[g + 1]))
}
