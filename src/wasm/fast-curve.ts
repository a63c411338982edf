import { hullCornersBytes } from './hull-corners-bytes.ts'
import { withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'

type Place = number

/** What kernels/hull-corners.ts exports. */
interface HullFunctions {
  cornersOf(...args: [weight: Place, height: Place, first: number, last: number, found: Place, spare: Place]): number
  blockCorners(
    ...args: [weight: Place, height: Place, n: number, block: number, found: Place, starts: Place, spare: Place]
  ): void
  everyCorner(
    ...args: [weight: Place, height: Place, n: number, block: number, found: Place, starts: Place, spare: Place]
  ): void
  addUp(...args: [weights: Place, events: Place, stride: number, n: number, weight: Place, height: Place]): number
  onLines(...args: [weight: Place, height: Place, corners: Place, count: number, to: Place]): void
}

/** Points of a block, and of a long block. */
export const BLOCK = 256
export const WIDE: number = 16 * BLOCK

/** Below so many points a module of its own is not worth it. */
const MANY = 10_000

/** Corners of blocks, one block after the other, and where those of each block begin. */
export interface BlockCorners {
  readonly corners: Int32Array
  readonly firstCorner: Int32Array
}

/** Memory for a curve, and the corners of its blocks where weights and heights are small whole numbers. */
export interface FastCurve {
  readonly weight: Float64Array
  readonly height: Float64Array
  /**
   * makes the curve of the weights of cells and their counts of each of some classes, one of which is the event; whether all are
   * whole numbers
   */
  readonly addUp: (weights: Float64Array, counts: Float64Array, classes: number, event: number) => boolean
  /** the heights of the lines between some places, and the corners of blocks as rounding has them, until the next call */
  readonly onLines: (places: readonly number[]) => BlockCorners & { readonly height: Float64Array }
  /** the corners of one block */
  readonly corners: (block: number) => Int32Array
  /** the corners of all long blocks */
  readonly wide: () => BlockCorners
  /** ends the use of all arrays, so that others may have their memory */
  readonly release: () => void
}

const lent: LentKernel<HullFunctions> = { idle: null }

/** Memory for a curve of so many points; null where they are few, or WebAssembly cannot be had. */
export function fastCurve(points: number): FastCurve | null {
  const kernel = points < MANY ? null : takeKernel(lent, hullCornersBytes)
  if (kernel === null) return null
  const blocks = Math.ceil(points / WIDE)
  return withRoom(() => {
    const short = Math.ceil(points / BLOCK)
    // Memory that nobody writes to costs nothing.
    const places = kernel.layOut(8 * points, 8 * points, 4 * points, 4 * (blocks + 1), 16 * WIDE, 4 * BLOCK, 8 * points, 4 * points, 4 * (short + 1)) // prettier-ignore
    const [weight, height, wide, starts, spare, own, lines, ofLines, shortStarts] = places
    const { run, buffer } = kernel
    return {
      weight: new Float64Array(buffer, weight, points),
      height: new Float64Array(buffer, height, points),
      addUp: (weights, counts, classes, event) => {
        // So many cells at once that they stay in the processor's cache, and fit into the spare memory.
        const most = Math.floor((2 * WIDE) / (1 + classes))
        new Float64Array(buffer, weight, 1)[0] = 0
        new Float64Array(buffer, height, 1)[0] = 0
        let whole = 1
        for (let first = 0; first < points - 1; first += most) {
          const end = Math.min(first + most, points - 1)
          const cells = end - first
          const ofCounts = spare + 8 * cells
          new Float64Array(buffer, spare, cells).set(weights.subarray(first, end))
          new Float64Array(buffer, ofCounts, cells * classes).set(counts.subarray(first * classes, end * classes))
          const at = 8 * first
          whole &= run.addUp(spare, ofCounts + 8 * event, 8 * classes, cells, weight + at, height + at)
        }
        return whole === 1
      },
      onLines: (corners) => {
        new Int32Array(buffer, ofLines, corners.length).set(corners)
        run.onLines(weight, height, ofLines, corners.length, lines)
        run.everyCorner(weight, lines, points, BLOCK, ofLines, shortStarts, spare)
        const firstCorner = new Int32Array(buffer, shortStarts, short + 1)
        const found = new Int32Array(buffer, ofLines, firstCorner[short])
        return { height: new Float64Array(buffer, lines, points), corners: found, firstCorner }
      },
      corners: (block) => {
        const last = Math.min(points, (block + 1) * BLOCK) - 1
        const count = run.cornersOf(weight, height, block * BLOCK, last, own, spare)
        return new Int32Array(buffer, own, count).slice()
      },
      wide: () => {
        run.blockCorners(weight, height, points, WIDE, wide, starts, spare)
        const firstCorner = new Int32Array(buffer, starts, blocks + 1)
        return { corners: new Int32Array(buffer, wide, firstCorner[blocks]), firstCorner }
      },
      release: () => giveBack(lent, kernel),
    }
  })
}
