import { treeLength } from '../util/tournament.ts'
import { withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'
import { modlMergeBytes } from './modl-merge-bytes.ts'

/** What kernels/modl-merge.ts exports. */
interface ModlMergeFunctions {
  binBytes(classes: number): number
  setFactorials(at: number, length: number, step: number): void
  makeBins(
    ...args: [at: number, counts: number, n: number, classes: number, present: number, tie: number, ...keys: Keys]
  ): number
  spareBytes(n: number, classes: number): number
  placeSpare(at: number, bins: number, room: number, merges: number): void
  mergeAll(startsAbove: number, inBins: number): void
}

type Keys = [tree: number, room: number]

/** Blocks, and how their lengths are rounded. */
export interface MergedBlocks {
  readonly size: number
  /** Σw per block and class, and their sum */
  readonly counts: Float64Array
  readonly rows: number
  /** counts for each block, and how many of the classes occur */
  readonly width: number
  readonly classes: number
  readonly step: number
  readonly tie: number
}

/** In memory that others have once it is released. */
export interface MergedPath {
  /** bits for the classes in the bins, by number of bins; entry 0 says nothing */
  readonly inBins: Float64Array
  /** above how many bins each block starts one */
  readonly startsAbove: Uint32Array
  readonly release: () => void
}

/** Most entries of the table of factorials. */
const MOST_FACTORIALS = 0x100000
/** Beyond so many rows a word could not hold a count. */
const MOST_ROWS = 0x70000000

/** Room for the bins that are left of stretches: one of so many. */
const SPARE = 3

const lent: LentKernel<ModlMergeFunctions> = { idle: null }

/** Merges all blocks in WebAssembly; null where it cannot be had, or rows do not count as whole ones. */
export function fastModlMerge({ size, counts, rows, width, classes, step, tie }: MergedBlocks): MergedPath | null {
  const kernel = rows > MOST_ROWS ? null : takeKernel(lent, modlMergeBytes)
  if (kernel === null) return null
  return withRoom(() => {
    const { run } = kernel
    const bytes = run.binBytes(width)
    const spareBins = Math.ceil(size / SPARE)
    const [factorials, room, tree, inBins, startsAbove, own, bins, lists, spare] = kernel.layOut(
      8 * MOST_FACTORIALS,
      64,
      8 * treeLength(size),
      8 * (size + 1),
      4 * size,
      // Once they are bins, counts make room for what merging a bin tells.
      8 * size * Math.max(2, width),
      size * bytes,
      run.spareBytes(size, width),
      spareBins * bytes,
    )
    new Float64Array(kernel.buffer, own, size * width).set(counts)
    const release = (): void => giveBack(lent, kernel)
    run.setFactorials(factorials, Math.min(rows + classes, MOST_FACTORIALS), step)
    if (run.makeBins(bins, own, size, width, classes, tie, tree, room) === 0) {
      release()
      return null
    }
    run.placeSpare(spare, spareBins, lists, own)
    run.mergeAll(startsAbove, inBins)
    return {
      inBins: new Float64Array(kernel.buffer, inBins, size + 1),
      startsAbove: new Uint32Array(kernel.buffer, startsAbove, size),
      release,
    }
  })
}
