import { TIE } from '../../util/numbers/ties.ts'
import { bisectLeft } from '../../util/bisect.ts'
import { holdsEnough, type Limits } from './bin-rules.ts'
import { type CutGroups, groupCorners } from './cut-groups.ts'
import type { Curve } from './curve.ts'
import { holdsBoth, mendedBox, mendedScore } from './mended-score.ts'
import type { Parts, Plane } from './part-scores.ts'
import type { Relaxed } from './path-layers.ts'
import { roughScores, type RoughScores } from './rough-scores.ts'

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
  const enough = holdsEnough(all, limits)
  const count = from.length
  const [firstNext, lastNext] = [new Int32Array(count), new Int32Array(count)]
  let next = 1
  for (let g = 0; g < count; g++) {
    next = Math.max(next, g + 1)
    while (next < count && !enough(from[g], to[next])) next++
    const stop = limits.mandatory.find((bound) => bound > to[g]) ?? all.size
    let last = next
    while (last + 1 < count && from[last + 1] <= stop) last++
    const none = next >= count || from[next] > stop
    firstNext[g] = none ? count : next
    lastNext[g] = none ? count - 1 : last
  }
  return { firstNext, lastNext }
}

type Scores = Pick<RelaxedCuts, 'inner' | 'score' | 'poor' | 'rough'>

/** The points are corners; scores are those of the curve. */
function onCurve(
  { all, from, to, limits }: Given,
  by: { curve: Curve; price: number; points: readonly (readonly number[])[]; plane: Plane },
): Scores {
  const { curve, points } = by
  const { score: scoreOf, mends } = by.plane
  const { weight, height } = curve
  const places = points.flat()
  const group = Int32Array.from(points.flatMap((own, g) => own.map(() => g)))
  const w = Float64Array.from(places, (at) => weight[at])
  const h = Float64Array.from(places, (at) => height[at])
  const inner = innerScores({ all, from, to, limits }, curve, by.plane)
  const least = limits.minShare * weight[weight.length - 1] * (1 - 2 * TIE)
  const { large, charge } = charges({ all, from, to, limits }, curve, { score: scoreOf, least, times: by.price })
  const convex = (a: number, b: number): number => {
    const [i, j, wide] = [group[a], group[b], w[b] - w[a]]
    const own = scoreOf(wide, h[b] - h[a])
    return j >= large[i] ? own : own + charge(i, j, wide)
  }
  const whole = curve.height === by.plane.below?.height && by.plane.below.whole
  const own = roughScores({
    measure: all.measure,
    plane: { ...by.plane, below: { weight: w, height: h, whole, fast: null } },
  })
  const charged: RoughScores['write'] = (a, first, last, into) => {
    const i = group[a]
    for (let b = first; b <= last && group[b] < large[i]; b++) into[b - first] += charge(i, group[b], w[b] - w[a])
  }
  if (!mends) {
    return { inner, score: convex, poor: large.map((next) => next - 1), rough: own && { ...own, mend: charged } }
  }
  // Up to this group a bin may hold nothing of one class.
  const poor = Int32Array.from(from, (_, g) => {
    let last = g
    while (last + 1 < from.length && !holdsBoth(curve, to[g], from[last + 1])) last++
    return last
  })
  const mended = mendedScore(curve, least)
  const score = (a: number, b: number): number => {
    const [i, j] = [group[a], group[b]]
    // Where both ends are known, so is the bin.
    if (j > poor[i] || (from[i] === to[i] && from[j] === to[j])) return convex(a, b)
    const wide = w[b] - w[a]
    return mended(wide, h[b] - h[a], [from[i], to[j]]) + (j >= large[i] ? 0 : charge(i, j, wide))
  }
  const mend: RoughScores['write'] = (a, first, last, into) => {
    charged(a, first, last, into)
    for (let b = first; b <= last && group[b] <= poor[group[a]]; b++) into[b - first] = score(a, b)
  }
  const unsure = poor.map((last, g) => Math.max(last, large[g] - 1))
  return { inner, score, poor: unsure, rough: own && { ...own, mend } }
}

/** The most a bin within a group scores: no more than its cells, each on its own. */
function innerScores({ all, from, to, limits }: Given, curve: Curve, plane: Plane): Float64Array {
  const enough = holdsEnough(all, limits)
  const { weight, height } = curve
  const box = plane.mends ? mendedBox(curve, plane.score) : null
  return Float64Array.from(from, (first, g) => {
    if (first === to[g] || !enough(first, to[g])) return -Infinity
    if (box !== null) return box(first, to[g])
    let sum = 0
    for (let at = first; at < to[g]; at++) sum += plane.score(weight[at + 1] - weight[at], height[at + 1] - height[at])
    // Information is never above 0, and the cells of a part of the group may have less against them than all of them.
    return Math.max(0, sum)
  })
}

interface Charges {
  /** from this group on every bin from a group is large enough */
  readonly large: Int32Array
  /** what is added to the score of a bin of a weight between two groups */
  readonly charge: (from: number, to: number, weight: number) => number
}

/**
 * Bins that may lack something of the least share: each is charged about what a bin there would lose by taking it from
 * its neighbour, so that being too small does not pay.
 */
function charges(
  { from, to }: Given,
  { weight, height }: Curve,
  { score, least, times }: { readonly score: Plane['score']; readonly least: number; readonly times: number },
): Charges {
  const last = weight.length - 1
  const large = Int32Array.from(from, (_, g) => {
    let next = g + 1
    while (next < from.length && weight[from[next]] - weight[to[g]] < least) next++
    return next
  })
  /** What is lost, per weight, when a bin takes in what lies beside it. */
  const loss = (bin: readonly [number, number], beside: readonly [number, number]): number => {
    const [w, h] = [weight[bin[1]] - weight[bin[0]], height[bin[1]] - height[bin[0]]]
    const [dw, dh] = [weight[beside[1]] - weight[beside[0]], height[beside[1]] - height[beside[0]]]
    return dw > 0 ? Math.max(0, (score(w, h) + score(dw, dh) - score(w + dw, h + dh)) / dw) : Infinity
  }
  const price = (i: number, j: number): number => {
    const [a, b] = [Math.floor((from[i] + to[i]) / 2), Math.floor((from[j] + to[j]) / 2)]
    const left = bisectLeft(weight, weight[a] - least / 2)
    const right = Math.min(last, bisectLeft(weight, weight[b] + least / 2))
    const lowest = Math.min(loss([a, b], [left, a]), loss([a, b], [b, right]))
    return Number.isFinite(lowest) ? times * lowest : 0
  }
  const prices = from.map((_, g) =>
    Float64Array.from({ length: Math.min(large[g], from.length) - g - 1 }, (__, k) => price(g, g + 1 + k)),
  )
  return { large, charge: (i, j, wide) => prices[i][j - i - 1] * (wide - least) }
}

/** A bin is at most what is between its groups, and what the two pieces of a group tell at most. */
function piecewise({ all, from, to, limits }: Given): Scores {
  const enough = holdsEnough(all, limits)
  const twoPieces = Float64Array.from(from, (first, g) => {
    if (first === to[g]) return 0
    let best = all.score(first, to[g])
    for (let at = first + 1; at < to[g]; at++) best = Math.max(best, all.score(first, at) + all.score(at, to[g]))
    return best
  })
  const inner = Float64Array.from(from, (first, g) => {
    if (first === to[g] || !enough(first, to[g])) return -Infinity
    let sum = 0
    for (let at = first; at < to[g]; at++) sum += all.score(at, at + 1)
    return sum - twoPieces[g]
  })
  return {
    inner,
    score: (a, b) => all.score(to[a], from[b]) + twoPieces[b],
    poor: new Int32Array(from.length).fill(from.length - 1),
    rough: null,
  }
}
