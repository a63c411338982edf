import { exp } from '../../util/numbers/exp.ts'
import { ln } from '../../util/numbers/log2.ts'
import type { Curve } from './curve.ts'
import type { Plane } from './parts/parts.ts'

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

/**
 * The smallest counts above nothing that two neighbouring boundaries part. They are asked for again in every round, and not at all
 * where every bin is so large that it holds both classes.
 */
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
export function mendedBox(curve: Curve, plane: Plane, first: number, last: number): number {
  const { weight, height } = curve
  const least = leastCounts(curve)
  const events = height[last] - height[first]
  const rest = weight[last] - weight[first] - events
  let best = 0
  for (const event of [0, Math.min(least.events, events), events]) {
    for (const other of [0, Math.min(least.rest, rest), rest]) {
      if (event + other > 0) best = Math.max(best, plane.score(event + other, event))
    }
  }
  return best
}

/**
 * A convex stand-in for the information value of bins that may hold nothing of one class. With x the share of the event
 * over the share of the rest, a bin adds (share of the rest) · (x − 1) · ln x. Below a small x, and above a large one, its
 * tangents take over, so that the sum stays finite. Both are so far out that no bin within the boundaries given has an x
 * beyond them but those of nothing, and that those score no more than the tangents, 0.5 added or not.
 */
export class MendedScore {
  readonly #curve: Curve
  /** a little below the least weight of a bin */
  readonly #smallest: number
  readonly #allEvents: number
  readonly #allRest: number
  /** the boundaries asked for last, and where the tangents of bins between them begin */
  #first = -1
  #end = -1
  #low = 0
  #high = 0
  #lnLow = 0
  #lnHigh = 0

  constructor(curve: Curve, leastWeight: number) {
    const { weight, height } = curve
    const last = weight.length - 1
    this.#curve = curve
    this.#smallest = leastWeight * (1 - 1e-9)
    this.#allEvents = height[last]
    this.#allRest = weight[last] - height[last]
  }

  /** The score of a bin by its weight and its events, that lies between the boundaries `first` and `end`. */
  score(all: number, events: number, first: number, end: number): number {
    if (this.#first !== first || this.#end !== end) this.#reachOver(first, end)
    const [low, high, lnLow, lnHigh] = [this.#low, this.#high, this.#lnLow, this.#lnHigh]
    const [a, b] = [Math.max(0, events) / this.#allEvents, Math.max(0, all - events) / this.#allRest]
    if (a <= b * low) return b * (1 - low - lnLow) + a * (lnLow + 1 - 1 / low)
    if (a >= b * high) return b * (1 - high - lnHigh) + a * (lnHigh + 1 - 1 / high)
    return (a - b) * (ln(a) - ln(b))
  }

  #reachOver(first: number, end: number): void {
    const { weight, height } = this.#curve
    const [smallest, allEvents, allRest] = [this.#smallest, this.#allEvents, this.#allRest]
    const least = leastCounts(this.#curve)
    const most = Math.max(least.events, height[end] - height[first])
    const others = Math.max(least.rest, weight[end] - weight[first] - (height[end] - height[first]))
    this.#first = first
    this.#end = end
    this.#lnLow = -reach(
      { least: least.events, all: allEvents },
      { least: Math.max(smallest, least.rest), all: allRest },
      others,
    )
    this.#lnHigh = reach(
      { least: least.rest, all: allRest },
      { least: Math.max(smallest, least.events), all: allEvents },
      most,
    )
    this.#low = exp(this.#lnLow)
    this.#high = exp(this.#lnHigh)
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
