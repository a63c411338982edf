import { type PairParts, scanPairs, writeTerms } from '../../util/numbers/fast-entropy.ts'
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

/** Blocks are looked at in groups of so many first, and what comes near in groups smaller by a step. */
const LARGEST = 256
const STEP = 4

/**
 * Rates the candidates of two classes by fast entropies of whole counts.
 *
 * A group of blocks is a box like a block is: none of its candidates and corners is rated above its own corners. So groups
 * whose corners do not come near the best two candidates known are left out, the others parted again. A corner has one class as it is
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
  /** the best two ratings so far */
  #best = 0
  #second = 0
  /** rows on both sides of a corner, for two corners, and their terms */
  readonly #sides = new Int32Array(4)
  readonly #terms = new Float64Array(4)

  /** `sums` holds class counts before each block. */
  constructor(sums: Int32Array, scratch: Scratch) {
    const take = (name: string): Float64Array => scratch.doubles(`pairs: ${name}`, sums.length / 2)
    this.#sums = sums
    this.#parts = {
      first: take('first'),
      second: take('second'),
      left: take('left'),
      right: take('right'),
      rise: take('rise'),
    }
    this.#ratings = take('ratings')
  }

  scan(from: number, to: number): Scan {
    const sums = this.#sums
    this.#start = sums[2 * from] + sums[2 * from + 1]
    this.#end = sums[2 * to] + sums[2 * to + 1]
    this.#best = this.#second = -Infinity
    let size = 1
    while (size < LARGEST && size * 4 * STEP <= to - from) size *= STEP
    scanPairs(sums, from, to, this.#parts, from, to, size)
    if (size > 1) scanPairs(sums, from, to, this.#parts, to, to, 1)
    this.#rate(from + size, to, size)
    let near = [from, to]
    for (; size > 1; size /= STEP) near = this.#closer(from, to, near, size)
    return { near, ratings: this.#ratings, corner: (b, limit) => this.#reach(b, b + 1, limit) }
  }

  /** The groups of a size that come near the best two candidates so far, within parts of blocks; rates the candidates in them that are STEP times closer. */
  #closer(from: number, to: number, within: readonly number[], size: number): number[] {
    const { left, right } = this.#parts
    const limit = below(below(this.#second)) - 4 * ROUGH * (this.#end - this.#start)
    const step = size / STEP
    const near: number[] = []
    for (let i = 0; i < within.length; i += 2) {
      const end = within[i + 1]
      for (let b = within[i]; b < end; b += size) {
        const e = Math.min(b + size, to)
        if (-(left[b] + right[b]) < limit && -(left[e] + right[e]) < limit && this.#bound(b, e) < limit) continue
        scanPairs(this.#sums, from, to, this.#parts, b + step, e - 1, step)
        this.#rate(b + step, e, step)
        if (near.at(-1) === b) near[near.length - 1] = e
        else near.push(b, e)
      }
    }
    return near
  }

  #rate(from: number, to: number, step: number): void {
    const { left, right } = this.#parts
    const ratings = this.#ratings
    for (let at = from; at < to; at += step) {
      const rating = -(left[at] + right[at])
      ratings[at] = rating
      if (rating <= this.#second) continue
      this.#second = Math.min(rating, this.#best)
      this.#best = Math.max(rating, this.#best)
    }
  }

  /**
   * At most how good the corners of the blocks b … e − 1 are: Σ n·log2 n of the rows on both sides is convex, and lies above
   * its tangent in b. Takes no logarithm. NaN, which is below nothing, at the left end of a part.
   */
  #bound(b: number, e: number): number {
    const { first, second, left, right, rise } = this.#parts
    const sums = this.#sums
    const fromFirst = first[e] - first[b] - rise[b] * (sums[2 * e] - sums[2 * b])
    const fromSecond = second[e] - second[b] - rise[b] * (sums[2 * e + 1] - sums[2 * b + 1])
    return (fromFirst < fromSecond ? fromSecond : fromFirst) - left[b] - right[b]
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
    writeTerms(sides, terms)
    return Math.max(first[e] + second[b] - terms[0] - terms[1], first[b] + second[e] - terms[2] - terms[3])
  }
}
