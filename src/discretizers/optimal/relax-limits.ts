import { holdsEnough, leastOf, type Limits } from './bin-rules.ts'
import { CurveScores } from './curve-scores.ts'
import { type CutGroups, groupCorners } from './cut-groups.ts'
import type { Curve } from './curve.ts'
import { mendedBox } from './mended-score.ts'
import type { Parts, Plane } from './parts/parts.ts'
import type { Relaxed } from './path-layers.ts'
import { roughScores } from './parts/rough-scores.ts'

/** Groups as a bound sees them, and the boundary of each point. */
export interface RelaxedCuts extends Relaxed {
  readonly places: readonly number[]
}

/** How bins are scored. */
export interface Scoring {
  /** the curve that is scored; null without a plane */
  readonly curve: Curve | null
  /** times this are bins charged for what they lack of the least share */
  readonly price: number
}

/**
 * What binnings with cuts in these groups can score at most, as a search over points. Why nothing scores more:
 *
 * 1. A bin between two groups is allowed where the widest one between them holds enough, so no binning is left out.
 * 2. A score is convex in the chord of its bin, so the score of a binning is convex in the places of all its cuts on the
 *    curve together. It is at most that of some choice of corners of the hull of each group, and those are the points.
 * 3. A bin that may be too small is charged for what it lacks of the least share, and one that may be is paid for what it
 *    has above. All real ones hold at least that share, and a sum with something linear is still convex.
 * 4. The curve may be another that scores no less at the same cuts. Let a curve Q lie nowhere above the column P at the
 *    cuts, and meet it at both ends, and let the rates p of P rise. With φ the score per weight, convex, a bin of weight w
 *    has w·φ(q) ≥ w·φ(p) + w·φ'(p)·(q − p), and the last terms sum to Σ (P − Q)·(φ'(next p) − φ'(p)) ≥ 0. So the lower hull
 *    of a column scores no less than any binning whose rates rise, and the upper hull than any whose rates fall.
 * 5. Without a plane a bin is at most its pieces together: those within groups, and what is between the groups.
 */
export function relaxLimits(all: Parts, groups: CutGroups, limits: Limits, scoring: Scoring): RelaxedCuts {
  const { curve, price } = scoring
  const from = [0, ...groups.from, all.size]
  const to = [0, ...groups.to, all.size]
  const points = from.map((first, g) => (curve === null ? [first] : groupCorners(curve, first, to[g])))
  const firstPoint = new Int32Array(from.length + 1)
  for (const [g, own] of points.entries()) firstPoint[g + 1] = firstPoint[g] + own.length
  const given = { all, from, to, limits }
  const scores =
    curve === null || all.plane === null ? piecewise(given) : onCurve(given, { curve, price, points, plane: all.plane })
  return { groups: from.length, firstPoint, places: points.flat(), likely: null, ...steps(given), ...scores }
}

interface Given {
  readonly all: Parts
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly limits: Limits
}

/** Which groups a bin may reach: the widest bin between them holds enough, and no mandatory cut is jumped over. */
function steps({ all, from, to, limits }: Given): Pick<Relaxed, 'firstNext' | 'lastNext'> {
  const least = leastOf(all, limits)
  const count = from.length
  const [firstNext, lastNext] = [new Int32Array(count), new Int32Array(count)]
  let next = 1
  for (let g = 0; g < count; g++) {
    next = Math.max(next, g + 1)
    while (next < count && !holdsEnough(all, least, from[g], to[next])) next++
    const stop = limits.mandatory.find((bound) => bound > to[g]) ?? all.size
    let last = next
    while (last + 1 < count && from[last + 1] <= stop) last++
    const none = next >= count || from[next] > stop
    firstNext[g] = none ? count : next
    lastNext[g] = none ? count - 1 : last
  }
  return { firstNext, lastNext }
}

type Scores = Pick<RelaxedCuts, 'inner' | 'scores' | 'poor' | 'rough' | 'values'>

/** The points are corners; scores are those of the curve. */
function onCurve(
  given: Given,
  by: { curve: Curve; price: number; points: readonly (readonly number[])[]; plane: Plane },
): Scores {
  const { all, limits } = given
  const { curve, plane } = by
  const scores = new CurveScores(curve, plane, given, { ...by, minShare: limits.minShare })
  const { weight, height, large, poor } = scores
  const whole = curve.height === plane.below?.height && plane.below.whole
  const rough = roughScores(all.measure, plane, { weight, height, whole, fast: null })
  return {
    inner: innerScores(given, curve, plane),
    scores,
    poor: large.map((next, g) => Math.max(next - 1, poor?.[g] ?? 0)),
    rough: rough && { ...rough, mend: scores },
    values: all.measure === 'iv' && plane.mends ? scores : null,
  }
}

/** The most a bin within a group scores: no more than its cells, each on its own. */
function innerScores({ all, from, to, limits }: Given, curve: Curve, plane: Plane): Float64Array {
  const least = leastOf(all, limits)
  const { weight, height } = curve
  return Float64Array.from(from, (first, g) => {
    if (first === to[g] || !holdsEnough(all, least, first, to[g])) return -Infinity
    if (plane.mends) return mendedBox(curve, plane, first, to[g])
    let sum = 0
    for (let at = first; at < to[g]; at++) sum += plane.score(weight[at + 1] - weight[at], height[at + 1] - height[at])
    // Information is never above 0, and the cells of a part of the group may have less against them than all of them.
    return Math.max(0, sum)
  })
}

/** A bin is at most what is between its groups, and what the two pieces of a group tell at most. */
function piecewise({ all, from, to, limits }: Given): Scores {
  const least = leastOf(all, limits)
  const twoPieces = Float64Array.from(from, (first, g) => {
    if (first === to[g]) return 0
    let best = all.score(first, to[g])
    for (let at = first + 1; at < to[g]; at++) best = Math.max(best, all.score(first, at) + all.score(at, to[g]))
    return best
  })
  const inner = Float64Array.from(from, (first, g) => {
    if (first === to[g] || !holdsEnough(all, least, first, to[g])) return -Infinity
    let sum = 0
    for (let at = first; at < to[g]; at++) sum += all.score(at, at + 1)
    return sum - twoPieces[g]
  })
  return {
    inner,
    scores: { score: (a, b) => all.score(to[a], from[b]) + twoPieces[b] },
    poor: new Int32Array(from.length).fill(from.length - 1),
    rough: null,
    values: null,
  }
}
