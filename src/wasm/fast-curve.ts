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
    const places = kernel.layOut(8 * points, 8 * points, 4 * points, 4 * (blocks + 1), 16 * WIDE, 4 * BLOCK)
    const [weight, height, wide, starts, spare, own] = places
    const { run, buffer } = kernel
    return {
      weight: new Float64Array(buffer, weight, points),
      height: new Float64Array(buffer, height, points),
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
