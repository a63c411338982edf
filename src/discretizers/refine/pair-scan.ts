import { type PairParts, scanPairs, xLog2xFast } from '../../util/numbers/fast-entropy.ts'
import type { Scratch } from '../../util/scratch.ts'

/** What a scan of a part finds. Ratings may be off by less than CLOSE (relative). */
export interface Scan {
  /** parts of blocks outside which neither the best two candidates nor corners as good lie: start, end, start, end … */
  readonly near: readonly number[]
  /** of the candidate before each block within `near` */
  readonly ratings: Float64Array
  /** at most how good a corner of the box of a block is, roughly where below the limit; its ends are candidates between blocks */
  readonly corner: (b: number, limit: number) => number
}

/** Ratings this close (relative) could still be ties or be parted by a chain of ties. */
const CLOSE = 1e-9

/** The least rating that could still be a tie with this one. */
export const below = (rating: number): number => rating - CLOSE * Math.abs(rating)

/** What a fast entropy of whole counts may be off by, for each row of a part. */
export const ROUGH = 1e-12

/** Blocks are looked at in groups of so many first. */
const SIZE = 16

/**
 * Rates the candidates of two classes by fast entropies of whole counts.
 *
 * A group of blocks is a box like a block is: none of its candidates and corners is rated above its own corners. So groups
 * whose corners do not come near the best two candidates between groups are left out. A corner has one class as it is
 * before the box and the other as it is after, so what was computed of the classes for the candidates serves the corners
 * too. A scan is to be used before the next one: both look at the same arrays.
 */
export class PairScan {
  readonly #sums: Int32Array
  readonly #parts: PairParts
  readonly #ratings: Float64Array
  /** rows before and up to the end of the part */
  #start = 0
  #end = 0
  /** rows on both sides of a corner, for two corners, and their terms */
  readonly #sides = new Int32Array(4)
  readonly #terms = new Float64Array(4)

  /** `sums` holds class counts before each block. */
  constructor(sums: Int32Array, scratch: Scratch) {
    const take = (name: string): Float64Array => scratch.doubles(`pairs: ${name}`, sums.length / 2)
    this.#sums = sums
    this.#parts = { first: take('first'), second: take('second'), left: take('left'), right: take('right') }
    this.#ratings = take('ratings')
  }

  scan(from: number, to: number): Scan {
    const sums = this.#sums
    const parts = this.#parts
    const ratings = this.#ratings
    this.#start = sums[2 * from] + sums[2 * from + 1]
    this.#end = sums[2 * to] + sums[2 * to + 1]
    const corner = (b: number, limit: number): number => this.#reach(b, b + 1, limit)
    if (to - from < 4 * SIZE) {
      scanPairs(sums, from, to, parts, from, to, 1)
      this.#rate(from + 1, to, 1)
      return { near: [from, to], ratings, corner }
    }
    scanPairs(sums, from, to, parts, from, to, SIZE)
    scanPairs(sums, from, to, parts, to, to, 1)
    this.#rate(from + SIZE, to, SIZE)
    const limit = below(below(secondOf(ratings, from + SIZE, to))) - 4 * ROUGH * (this.#end - this.#start)
    const { left, right } = parts
    const near: number[] = []
    for (let b = from; b < to; b += SIZE) {
      const e = Math.min(b + SIZE, to)
      if (-(left[b] + right[b]) < limit && -(left[e] + right[e]) < limit && this.#reach(b, e, limit) < limit) continue
      scanPairs(sums, from, to, parts, b + 1, e - 1, 1)
      this.#rate(b + 1, e, 1)
      if (near.at(-1) === b) near[near.length - 1] = e
      else near.push(b, e)
    }
    return { near, ratings, corner }
  }

  #rate(from: number, to: number, step: number): void {
    const { left, right } = this.#parts
    const ratings = this.#ratings
    for (let at = from; at < to; at += step) ratings[at] = -(left[at] + right[at])
  }

  /** The better of the two corners of the blocks b … e − 1. */
  #reach(b: number, e: number, limit: number): number {
    const { first, second, left, right } = this.#parts
    // Rows on neither side leave no entropy: a bound for nothing.
    const bound = -(left[b] + right[e])
    if (bound < limit) return bound
    const sums = this.#sums
    const sides = this.#sides
    const terms = this.#terms
    const before = sums[2 * b] + sums[2 * b + 1]
    const one = before + sums[2 * e] - sums[2 * b]
    const other = before + sums[2 * e + 1] - sums[2 * b + 1]
    sides[0] = one - this.#start
    sides[1] = this.#end - one
    sides[2] = other - this.#start
    sides[3] = this.#end - other
    // In a loop, so that the compiler puts the function in.
    for (let i = 0; i < 4; i++) terms[i] = xLog2xFast(sides[i])
    return Math.max(first[e] + second[b] - terms[0] - terms[1], first[b] + second[e] - terms[2] - terms[3])
  }
}

/** The second largest rating of the candidates between groups. */
function secondOf(ratings: Float64Array, from: number, to: number): number {
  let most = -Infinity
  let next = -Infinity
  for (let at = from; at < to; at += SIZE) {
    if (ratings[at] > most) {
      next = most
      most = ratings[at]
    } else if (ratings[at] > next) next = ratings[at]
  }
  return next
}
