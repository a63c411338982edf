import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { type BlockCorners, WIDE } from '../../wasm/fast-curve.ts'
import { cornersBetween, type Curve } from './curve.ts'

/**
 * The cuts of a regression tree of the event, or of the number, grown leaf by leaf where the variance falls most: `leaves`
 * of them, each of at least `least`. Good first guesses. A best cut is a corner of the curve, so only those are tried.
 */
export function treeCuts(curve: Curve, leaves: number, least: number): number[] {
  const open = [bestCut(curve, 0, curve.weight.length - 1, least)]
  const cuts: number[] = []
  while (cuts.length < leaves - 1) {
    let next = open[0]
    for (const leaf of open) if (leaf.gain > next.gain) next = leaf
    if (next.at < 0) break
    cuts.push(next.at)
    const parts = [bestCut(curve, next.from, next.at, least), bestCut(curve, next.at, next.to, least)]
    open.splice(open.indexOf(next), 1, ...parts)
  }
  return cuts
}

interface Leaf {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly gain: number
}

function bestCut(curve: Curve, from: number, to: number, least: number): Leaf {
  const { weight } = curve
  const low = Math.max(from + 1, bisectLeft(weight, weight[from] + least))
  const high = Math.min(to - 1, bisectRight(weight, weight[to] - least) - 1)
  const gains = new Gains(curve, from, to)
  const leaf = { from, to, at: -1, gain: 0 }
  for (const places of low > high ? [] : promising(curve, [low, high], gains)) gains.improve(leaf, places)
  return leaf
}

/** What cuts of the part between two boundaries gain. */
class Gains {
  readonly #weight: Float64Array
  readonly #height: Float64Array
  readonly #startWeight: number
  readonly #startHeight: number
  readonly #wide: number
  readonly #high: number

  constructor(curve: Curve, from: number, to: number) {
    this.#weight = curve.weight
    this.#height = curve.height
    this.#startWeight = curve.weight[from]
    this.#startHeight = curve.height[from]
    this.#wide = curve.weight[to] - this.#startWeight
    this.#high = curve.height[to] - this.#startHeight
  }

  at(place: number): number {
    const below = this.#weight[place] - this.#startWeight
    const own = this.#height[place] - this.#startHeight
    return gainOf(this.#wide, this.#high, below, own)
  }

  /** Takes the first place that gains most, if it gains more than what is known. */
  improve(known: { at: number; gain: number }, places: Int32Array): void {
    let [best, most] = [-1, known.gain]
    for (let i = 0; i < places.length; i++) {
      const gain = this.at(places[i])
      if (gain <= most) continue
      best = places[i]
      most = gain
    }
    if (best < 0) return
    known.at = best
    known.gain = most
  }

  /** The most that the corners of each of the blocks first … last − 1 gain: a list, since a number for each call would be an object. */
  mosts({ corners, firstCorner }: BlockCorners, first: number, last: number): Float64Array {
    const [weight, height, wide, high] = [this.#weight, this.#height, this.#wide, this.#high]
    const [startWeight, startHeight] = [this.#startWeight, this.#startHeight]
    const mosts = new Float64Array(last - first)
    for (let block = first; block < last; block++) {
      let most = -Infinity
      for (let i = firstCorner[block]; i < firstCorner[block + 1]; i++) {
        const place = corners[i]
        const gain = gainOf(wide, high, weight[place] - startWeight, height[place] - startHeight)
        if (gain > most) most = gain
      }
      mosts[block - first] = most
    }
    return mosts
  }

  /** What rounding may change in a gain. */
  get rounding(): number {
    return ROUNDING * this.#wide
  }
}

/** What a cut gains in a part of so much weight and height, of which so much lies below. */
function gainOf(wide: number, high: number, below: number, own: number): number {
  return (own * own) / below + ((high - own) * (high - own)) / (wide - below) - (high * high) / wide
}

/** What rounding may change in a gain, for each row. */
const ROUNDING = 1e-14

/**
 * The corners between two boundaries, in order, without those of long blocks in which none gains most. The most is at a corner of
 * a long block, but for rounding: only blocks that come near it are looked at corner by corner.
 */
function promising(curve: Curve, [low, high]: readonly [number, number], gains: Gains): Int32Array[] {
  const [first, last] = [Math.ceil(low / WIDE), Math.floor((high + 1) / WIDE)]
  if (curve.wide === null || last <= first) return [cornersBetween(curve, low, high)]
  const [head, tail] = [cornersBetween(curve, low, first * WIDE - 1), cornersBetween(curve, last * WIDE, high)]
  const mosts = gains.mosts(curve.wide, first, last)
  const ends = { at: -1, gain: -Infinity }
  gains.improve(ends, head)
  gains.improve(ends, tail)
  let most = ends.gain
  for (let i = 0; i < mosts.length; i++) most = Math.max(most, mosts[i])
  const near = most - gains.rounding
  const found = [head]
  for (let block = first; block < last; block++) {
    if (mosts[block - first] < near) continue
    found.push(cornersBetween(curve, block * WIDE, (block + 1) * WIDE - 1))
  }
  found.push(tail)
  return found
}
