import { hullCornersBytes } from './hull-corners-bytes.ts'
import { type KernelModule, withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'

type Place = number

/** What kernels/hull-corners.ts exports. */
interface HullFunctions {
  blockCorners(
    ...args: [weight: Place, height: Place, n: number, block: number, found: Place, starts: Place, spare: Place]
  ): void
  everyCorner(
    ...args: [weight: Place, height: Place, n: number, block: number, found: Place, starts: Place, spare: Place]
  ): void
  shortCorners(...args: [...Points, first: number, last: number, ...ShortCorners, found: Place]): number
  cornersBetween(
    ...args: [
      ...Points,
      from: number,
      to: number,
      which: number,
      ...ShortCorners,
      wide: Place,
      starts: Place,
      lower: Place,
      upper: Place,
      found: Place,
    ]
  ): number
  addUp(...args: [weights: Place, events: Place, stride: number, n: number, weight: Place, height: Place]): number
  onLines(...args: [weight: Place, height: Place, corners: Place, count: number, to: Place]): void
}

type Points = [weight: Place, height: Place, n: number]
type ShortCorners = [lists: Place, counts: Place, spare: Place]

/** Points of a block, and of a long block. */
export const BLOCK = 256
export const WIDE: number = 16 * BLOCK

/** Below so many points a module of its own is not worth it. */
const MANY = 10_000

/**
 * Most corners of a hull whose weights and heights are whole and below 2^26: its slopes are fractions that all differ, and the sum of
 * so many different denominators is larger.
 */
const MOST_CORNERS = 200_000

/** There is room for the corners of so many blocks. */
export const MANY_BLOCKS = 512

/** Corners of blocks, one block after the other, and where those of each block begin. */
export interface BlockCorners {
  readonly corners: Int32Array
  readonly firstCorner: Int32Array
}

const lent: LentKernel<HullFunctions> = { idle: null }

/** Memory for a curve of so many points; null where they are few, or WebAssembly cannot be had. */
export function fastCurve(points: number): FastCurve | null {
  const kernel = points < MANY ? null : takeKernel(lent, hullCornersBytes)
  return kernel === null ? null : withRoom(() => new FastCurve(kernel, points))
}

/** Memory for a curve, and the corners of its blocks where weights and heights are small whole numbers. */
export class FastCurve {
  readonly weight: Float64Array
  readonly height: Float64Array
  readonly #kernel: KernelModule<HullFunctions>
  readonly #points: number
  readonly #places: readonly Place[]
  readonly #words: Int32Array

  /** Use `fastCurve`. */
  constructor(kernel: KernelModule<HullFunctions>, points: number) {
    const long = Math.ceil(points / WIDE)
    const short = Math.ceil(points / BLOCK)
    const most = Math.min(points, MOST_CORNERS)
    // Memory that nobody writes to costs nothing.
    const places = kernel.layOut(8 * points, 8 * points, 4 * points, 4 * (long + 1), 16 * WIDE, 8 * points, 4 * points, 4 * (short + 1), 4 * points, 4 * short, 4 * most, 4 * most, 8 * most) // prettier-ignore
    const { buffer } = kernel
    this.#kernel = kernel
    this.#points = points
    this.#places = places
    this.#words = new Int32Array(buffer)
    this.weight = new Float64Array(buffer, places[0], points)
    this.height = new Float64Array(buffer, places[1], points)
    this.#forget()
  }

  /**
   * Makes the curve of the weights of cells and their counts of each of some classes, one of which is the event; whether all are
   * whole numbers.
   */
  addUp(weights: Float64Array, counts: Float64Array, classes: number, event: number): boolean {
    const { run, buffer } = this.#kernel
    const [weight, height, , , spare] = this.#places
    const cells = this.#points - 1
    // So many cells at once that they stay in the processor's cache, and fit into the spare memory.
    const most = Math.floor((2 * WIDE) / (1 + classes))
    const ofCounts = spare + 8 * most
    const [ownWeights, ownCounts] = [
      new Float64Array(buffer, spare, most),
      new Float64Array(buffer, ofCounts, most * classes),
    ]
    this.weight[0] = 0
    this.height[0] = 0
    this.#forget()
    let whole = 1
    for (let first = 0; first < cells; first += most) {
      const end = Math.min(first + most, cells)
      ownWeights.set(weights.subarray(first, end))
      ownCounts.set(counts.subarray(first * classes, end * classes))
      const at = 8 * first
      whole &= run.addUp(spare, ofCounts + 8 * event, 8 * classes, end - first, weight + at, height + at)
    }
    return whole === 1
  }

  /** The heights of the lines between some places, and the corners of blocks as rounding has them, until the next call. */
  onLines(corners: readonly number[]): BlockCorners & { readonly height: Float64Array } {
    const { run, buffer } = this.#kernel
    const [weight, height, , , spare, lines, ofLines, starts] = this.#places
    new Int32Array(buffer, ofLines, corners.length).set(corners)
    run.onLines(weight, height, ofLines, corners.length, lines)
    run.everyCorner(weight, lines, this.#points, BLOCK, ofLines, starts, spare)
    const firstCorner = new Int32Array(buffer, starts, Math.ceil(this.#points / BLOCK) + 1)
    const found = new Int32Array(buffer, ofLines, firstCorner[firstCorner.length - 1])
    return { height: new Float64Array(buffer, lines, this.#points), corners: found, firstCorner }
  }

  /** The corners of the blocks first … last − 1, one block after the other, of at most `MANY_BLOCKS`. */
  corners(first: number, last: number): Int32Array {
    const [weight, height, , , spare, , , , lists, counts, , , found] = this.#places
    const { run } = this.#kernel
    const count = run.shortCorners(weight, height, this.#points, first, last, lists, counts, spare, found)
    return this.#words.slice(found / 4, found / 4 + count)
  }

  /** The corners of all long blocks: to be asked for before those between points. */
  wide(): BlockCorners {
    const { run, buffer } = this.#kernel
    const [weight, height, wide, starts, spare] = this.#places
    run.blockCorners(weight, height, this.#points, WIDE, wide, starts, spare)
    const firstCorner = new Int32Array(buffer, starts, Math.ceil(this.#points / WIDE) + 1)
    return { corners: new Int32Array(buffer, wide, firstCorner[firstCorner.length - 1]), firstCorner }
  }

  /** The corners of both hulls between two points, both ends among them, in order. */
  bothCorners(from: number, to: number): number[] {
    return this.#list(this.#places[12], this.#between(from, to, 3))
  }

  /** Those of the lower (`side` 1) or the upper hull (−1). */
  hullCorners(from: number, to: number, side: 1 | -1): number[] {
    return this.#list(this.#places[side === 1 ? 10 : 11], this.#between(from, to, side === 1 ? 1 : 2))
  }

  /** Ends the use of all arrays, so that others may have their memory. */
  release(): void {
    giveBack(lent, this.#kernel)
  }

  #between(from: number, to: number, which: number): number {
    const [weight, height, wide, starts, spare, , , , lists, counts, lower, upper, found] = this.#places
    // prettier-ignore
    return to < from ? 0 : this.#kernel.run.cornersBetween(weight, height, this.#points, from, to, which, lists, counts, spare, wide, starts, lower, upper, found)
  }

  #list(place: Place, count: number): number[] {
    const words = this.#words
    const list: number[] = []
    for (let at = place / 4, end = at + count; at < end; at++) list.push(words[at])
    return list
  }

  /** No corners of short blocks are known. */
  #forget(): void {
    const counts = this.#places[9] / 4
    this.#words.fill(0, counts, counts + Math.ceil(this.#points / BLOCK))
  }
}
