import { bisectLeft } from '../../util/bisect.ts'
import { TIE } from '../../util/numbers/ties.ts'
import type { CutGroups } from './cut-groups.ts'
import type { Curve } from './curve.ts'
import { holdsBoth, MendedScore } from './mended-score.ts'
import type { Plane } from './parts/parts.ts'
import type { RowPlace } from './parts/rough-scores.ts'
import type { PointScores, PointValues } from './path-layers.ts'

/** What bins between corners of groups score at most: those of the curve, with a charge on those that may be too small. */
export class CurveScores implements PointScores, PointValues {
  /** weight and height below each point */
  readonly weight: Float64Array
  readonly height: Float64Array
  /** from this group on every bin from a group is large enough */
  readonly large: Int32Array
  /** up to this group a bin may hold nothing of one class; null where that is nothing special */
  readonly poor: Int32Array | null
  readonly #groups: CutGroups
  readonly #groupOf: Int32Array
  readonly #plane: Plane
  readonly #least: number
  readonly #prices: readonly Float64Array[]
  readonly #mended: MendedScore | null

  /** `points` are the boundaries of each group that are tried; `least` is the share of a bin; `price` says how high charges are. */
  constructor(
    curve: Curve,
    plane: Plane,
    groups: CutGroups,
    by: { readonly points: readonly (readonly number[])[]; readonly minShare: number; readonly price: number },
  ) {
    const { weight } = curve
    const count = by.points.reduce((sum, own) => sum + own.length, 0)
    this.weight = new Float64Array(count)
    this.height = new Float64Array(count)
    this.#groupOf = new Int32Array(count)
    let point = 0
    for (const [g, own] of by.points.entries()) {
      for (const at of own) {
        this.weight[point] = weight[at]
        this.height[point] = curve.height[at]
        this.#groupOf[point++] = g
      }
    }
    this.#groups = groups
    this.#plane = plane
    this.#least = by.minShare * weight[weight.length - 1] * (1 - 2 * TIE)
    this.large = largeFrom(groups, weight, this.#least)
    this.#prices = pricesOf({ curve, plane, groups }, this.large, { least: this.#least, times: by.price })
    this.poor = plane.mends ? poorUpTo(groups, curve) : null
    this.#mended = plane.mends ? new MendedScore(curve, this.#least) : null
  }

  score(a: number, b: number): number {
    const i = this.#groupOf[a]
    const j = this.#groupOf[b]
    const wide = this.weight[b] - this.weight[a]
    const high = this.height[b] - this.height[a]
    const { from, to } = this.#groups
    // Where both ends are known, so is the bin.
    const own =
      this.#mended === null || this.poor === null || j > this.poor[i] || (from[i] === to[i] && from[j] === to[j])
        ? this.#plane.score(wide, high)
        : this.#mended.score(wide, high, from[i], to[j])
    return j >= this.large[i] ? own : own + this.#charge(i, j, wide)
  }

  /** Scores that others write are those of the curve, without charges and as if every bin held something of both classes. */
  mend(a: number, first: number, scores: Float64Array, { start, stop }: RowPlace): void {
    const groupOf = this.#groupOf
    const i = groupOf[a]
    const skip = start - first
    const end = stop - skip
    for (let b = first; b < end && groupOf[b] < this.large[i]; b++) {
      scores[skip + b] += this.#charge(i, groupOf[b], this.weight[b] - this.weight[a])
    }
    if (this.poor === null) return
    for (let b = first; b < end && groupOf[b] <= this.poor[i]; b++) scores[skip + b] = this.score(a, b)
  }

  /** What is added to the score of a bin of a weight between two groups. */
  #charge(i: number, j: number, wide: number): number {
    return this.#prices[i][j - i - 1] * (wide - this.#least)
  }
}

function largeFrom({ from, to }: CutGroups, weight: Float64Array, least: number): Int32Array {
  return Int32Array.from(from, (_, g) => {
    let next = g + 1
    while (next < from.length && weight[from[next]] - weight[to[g]] < least) next++
    return next
  })
}

function poorUpTo({ from, to }: CutGroups, curve: Curve): Int32Array {
  return Int32Array.from(from, (_, g) => {
    let last = g
    while (last + 1 < from.length && !holdsBoth(curve, to[g], from[last + 1])) last++
    return last
  })
}

/** A curve, how it is scored, and groups of its boundaries. */
interface Scored {
  readonly curve: Curve
  readonly plane: Plane
  readonly groups: CutGroups
}

/** How small a bin may be, and how high charges are. */
interface Charging {
  readonly least: number
  readonly times: number
}

/**
 * Bins that may lack something of the least share: each is charged about what a bin there would lose by taking it from
 * its neighbour, so that being too small does not pay. From each group the price of a bin to each of the next ones.
 */
function pricesOf(scored: Scored, large: Int32Array, by: Charging): Float64Array[] {
  const { from } = scored.groups
  return from.map((_, g) => {
    const prices = new Float64Array(Math.min(large[g], from.length) - g - 1)
    for (let k = 0; k < prices.length; k++) prices[k] = priceOf(scored, g, g + 1 + k, by)
    return prices
  })
}

function priceOf({ curve, plane, groups: { from, to } }: Scored, i: number, j: number, by: Charging): number {
  const { weight } = curve
  const a = Math.floor((from[i] + to[i]) / 2)
  const b = Math.floor((from[j] + to[j]) / 2)
  const left = bisectLeft(weight, weight[a] - by.least / 2)
  const right = Math.min(weight.length - 1, bisectLeft(weight, weight[b] + by.least / 2))
  const [wide, high] = [weight[b] - weight[a], curve.height[b] - curve.height[a]]
  const own = plane.score(wide, high)
  const before = lossOf(plane, { wide, high, own }, weight[a] - weight[left], curve.height[a] - curve.height[left])
  const behind = lossOf(plane, { wide, high, own }, weight[right] - weight[b], curve.height[right] - curve.height[b])
  const lowest = Math.min(before, behind)
  return Number.isFinite(lowest) ? by.times * lowest : 0
}

/** What is lost, per weight, when a bin takes in what lies beside it. */
function lossOf(
  plane: Plane,
  { wide, high, own }: { readonly wide: number; readonly high: number; readonly own: number },
  moreWide: number,
  moreHigh: number,
): number {
  if (!(moreWide > 0)) return Infinity
  return Math.max(0, (own + plane.score(moreWide, moreHigh) - plane.score(wide + moreWide, high + moreHigh)) / moreWide)
}
