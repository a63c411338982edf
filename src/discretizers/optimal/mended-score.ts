import { exp } from '../../util/numbers/exp.ts'
import { ln } from '../../util/numbers/log2.ts'
import type { Curve } from './curve.ts'
import type { Plane } from './part-scores.ts'

/** A part of the whole below which a count is what rounding left of zero. */
const NOTHING = 1e-12

/** Whether the bin between two boundaries holds something of both classes. */
export function holdsBoth({ weight, height }: Curve, from: number, to: number): boolean {
  const nothing = NOTHING * weight[weight.length - 1]
  const events = height[to] - height[from]
  return events > nothing && weight[to] - weight[from] - events > nothing
}

interface LeastCounts {
  readonly events: number
  readonly rest: number
}

const known = new WeakMap<Curve, LeastCounts>()

/** The smallest counts above nothing that two neighbouring boundaries part; they are asked for again in every round. */
function leastCounts(curve: Curve): LeastCounts {
  const least = known.get(curve) ?? findLeast(curve)
  known.set(curve, least)
  return least
}

function findLeast({ weight, height, wide }: Curve): LeastCounts {
  const last = weight.length - 1
  const nothing = NOTHING * weight[last]
  let [leastEvents, leastRest] = [Infinity, Infinity]
  // Of whole counts none is below 1.
  const enough = wide === null ? 0 : 2
  for (let at = 0; at < last && leastEvents + leastRest > enough; at++) {
    const events = height[at + 1] - height[at]
    const rest = weight[at + 1] - weight[at] - events
    if (events > nothing && events < leastEvents) leastEvents = events
    if (rest > nothing && rest < leastRest) leastRest = rest
  }
  return { events: leastEvents, rest: leastRest }
}

/**
 * The most that a bin scores within some boundaries, in which a class may have nothing: the score is convex where there is
 * something of both, and where there is nothing of one, and counts are at least those of one value.
 */
export function mendedBox(curve: Curve, scoreOf: Plane['score']): (first: number, last: number) => number {
  const { weight, height } = curve
  const least = leastCounts(curve)
  return (first, last) => {
    const events = height[last] - height[first]
    const rest = weight[last] - weight[first] - events
    let best = 0
    for (const event of [0, Math.min(least.events, events), events]) {
      for (const other of [0, Math.min(least.rest, rest), rest]) {
        if (event + other > 0) best = Math.max(best, scoreOf(event + other, event))
      }
    }
    return best
  }
}

/** The score of a bin by its weight and its events, that lies between the first and the last boundary given. */
export type MendedScore = (all: number, events: number, within: readonly [number, number]) => number

/**
 * A convex stand-in for the information value of bins that may hold nothing of one class. With x the share of the event
 * over the share of the rest, a bin adds (share of the rest) · (x − 1) · ln x. Below a small x, and above a large one, its
 * tangents take over, so that the sum stays finite. Both are so far out that no bin within the boundaries given has an x
 * beyond them but those of nothing, and that those score no more than the tangents, 0.5 added or not.
 */
export function mendedScore(curve: Curve, leastWeight: number): MendedScore {
  const { weight, height } = curve
  const last = weight.length - 1
  const [allEvents, allRest] = [height[last], weight[last] - height[last]]
  const least = leastCounts(curve)
  const range = { first: -1, end: -1, low: 0, high: 0, lnLow: 0, lnHigh: 0 }
  const smallest = leastWeight * (1 - 1e-9)
  return (all, events, [first, end]) => {
    if (range.first !== first || range.end !== end) {
      const most = Math.max(least.events, height[end] - height[first])
      const others = Math.max(least.rest, weight[end] - weight[first] - (height[end] - height[first]))
      range.first = first
      range.end = end
      range.lnLow = -reach(
        { least: least.events, all: allEvents },
        { least: Math.max(smallest, least.rest), all: allRest },
        others,
      )
      range.lnHigh = reach(
        { least: least.rest, all: allRest },
        { least: Math.max(smallest, least.events), all: allEvents },
        most,
      )
      range.low = exp(range.lnLow)
      range.high = exp(range.lnHigh)
    }
    const { low, high, lnLow, lnHigh } = range
    const [a, b] = [Math.max(0, events) / allEvents, Math.max(0, all - events) / allRest]
    if (a <= b * low) return b * (1 - low - lnLow) + a * (lnLow + 1 - 1 / low)
    if (a >= b * high) return b * (1 - high - lnHigh) + a * (lnHigh + 1 - 1 / high)
    return (a - b) * (ln(a) - ln(b))
  }
}

/** The smallest count of a class in a bin that has any, or nothing of the other class, and its count in all bins. */
interface ClassCounts {
  readonly least: number
  readonly all: number
}

/** The logarithm of how far out a tangent must begin: `one` class has its least count, or nothing, beside up to `most` of the other. */
function reach(one: ClassCounts, other: ClassCounts, most: number): number {
  const more = (1 + 0.5 / other.least) * ln((2 * (most + 0.5) * one.all) / other.all)
  const fewer = ((0.5 * other.all) / (one.all * other.least)) * ln((0.5 * other.all) / (one.all * (other.least + 0.5)))
  return Math.max(1, more, fewer, ln((most * one.all) / (one.least * other.all)))
}
