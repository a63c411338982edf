import { treeLength } from '../util/tournament.ts'
import { chiMergeBytes } from './chi-merge-bytes.ts'
import { type KernelModule, withRoom } from './kernel-module.ts'
import { giveBack, type LentKernel, takeKernel } from './lent-kernel.ts'

/** What kernels/chi-merge.ts exports. */
interface ChiMergeFunctions {
  binBytes(classes: number, whole: number): number
  beginCells(classes: number): void
  countCells(counts: number, n: number, joins: number): void
  binsMade(): number
  placeBins(...args: [at: number, n: number, whole: number, tree: number, room: number]): void
  spareBytes(n: number, whole: number): number
  placeSpare(at: number, room: number): void
  addCells(counts: number, n: number, joins: number): void
  startBins(floor: number, add: number): void
  startSmall(shares: number, share: number, leastRows: number): void
  firstBin(): void
  nextBins(starts: number, counts: number, n: number): void
  binsLeft(): number
  inconsistentRows(): number
  limitTo(share: number, rows: number, free: number): void
  mergeWhile(...args: [bar: number, equal: number, fewest: number, most: number, limited: number]): number
  save(bins: number, keys: number): void
  restore(bins: number, keys: number): void
  boundaries(at: number, scores: number, lostAt: number, lostScores: number): void
}

/** Cells to start from, each with `classCount` counts. */
export interface StartCells {
  readonly size: number
  readonly counts: Float64Array
  readonly classCount: number
  /** whether all counts are whole numbers, together below 2^32 */
  readonly whole: boolean
  /** whether neighbours that hold one and the same class are one bin from the start, which no best cut parts */
  readonly joins: boolean
}

/** How χ² is changed, as `chiSquareOfPair` takes it. */
export interface ChiSquareChange {
  readonly expectedFloor: number
  readonly addToCounts: number
}

/** Where pairs are merged of which one bin has few rows, by what that costs the χ² of all bins. */
export interface SmallBins {
  /** rows of all classes for each row of a class, 0 for a class without any */
  readonly ratios: Float64Array
  /** bins are small whose rows, times this, are fewer than those */
  readonly share: number
  readonly leastRows: number
}

/** Bins: the cells they start with, and their counts, class by class. */
export interface MergedBins {
  readonly starts: Uint32Array
  readonly counts: Float64Array
}

/** Which pairs are merged. */
export interface MergeLimits {
  /** the least different pair is merged where it is below the bar, or just equals it where that is allowed */
  readonly bar: number
  readonly mergeEqual: boolean
  /** never fewer bins than that, and in any case no more than that */
  readonly fewest: number
  readonly most: number
  /** merging also ends where bins are not consistent */
  readonly limited: boolean
}

/** The boundaries that stayed, as lists of the same length. */
export interface Boundaries {
  /** the cell or block after each */
  readonly at: Uint32Array
  /** the difference across it */
  readonly scores: Float64Array
  /** the strongest boundary lost beside it, −1 where there is none, and its difference */
  readonly lostAt: Int32Array
  readonly lostScores: Float64Array
}

/** Why merging ended: so few bins were left, no pair was below the bar, or bins were not consistent. */
export type MergeEnd = 'fewest' | 'bar' | 'inconsistent'

const ENDS: readonly (MergeEnd | undefined)[] = ['fewest', 'bar', 'inconsistent']
/** Any number of bins. */
const MOST_BINS = 0xffffffff

const lent: LentKernel<ChiMergeFunctions> = { idle: null }

/** A χ² was no number, which is left to the plain search. */
class NoNumber extends Error {}

/** Merging by χ² in WebAssembly. `release` ends it; whatever was asked for before stays. */
export class ChiMerging {
  readonly #kernel: KernelModule<ChiMergeFunctions>
  readonly #kept: readonly [bins: number, keys: number]
  /** where boundaries are written: four arrays */
  readonly #lists: readonly number[]
  /** memory for the counts of some bins */
  readonly #chunk: number
  readonly #classCount: number

  /** Use `byChiSquare` or `mergeSmallBins`. */
  constructor(kernel: KernelModule<ChiMergeFunctions>, cells: StartCells, rule: ChiSquareChange | SmallBins) {
    const { run } = kernel
    const { classCount, whole } = cells
    const chunkBytes = 8 * CHUNK * classCount
    const [room, chunk] = kernel.layOut(64, chunkBytes)
    run.beginCells(classCount)
    eachChunk(kernel, chunk, cells, 'countCells')
    const size = run.binsMade()
    const bytes = size * run.binBytes(classCount, +whole)
    // What was laid out before stays where it is.
    const [, , tree, spare, at, kept, keys, ...lists] = kernel.layOut(
      64, chunkBytes, 8 * treeLength(size), run.spareBytes(size, +whole), bytes, bytes, 8 * size, 4 * size, 8 * size, 4 * size, 8 * size,
    ) // prettier-ignore
    run.beginCells(classCount)
    run.placeBins(at, size, +whole, tree, room)
    // Nothing is kept yet.
    run.placeSpare(kept, spare)
    eachChunk(kernel, chunk, cells, 'addCells')
    if ('ratios' in rule) {
      new Float64Array(kernel.buffer, chunk, classCount).set(rule.ratios)
      run.startSmall(chunk, rule.share, rule.leastRows)
    } else run.startBins(rule.expectedFloor, rule.addToCounts)
    this.#kernel = kernel
    this.#kept = [kept, keys]
    this.#lists = lists
    this.#chunk = chunk
    this.#classCount = classCount
  }

  /** How many bins are left. */
  get bins(): number {
    return this.#kernel.run.binsLeft()
  }

  /** Σw of the rows outside the largest class of their bin. */
  get inconsistent(): number {
    return this.#kernel.run.inconsistentRows()
  }

  /** Sets from when on bins are not consistent: more than `share` of the rows are, not counting `free` of them. */
  limitTo(share: number, rows: number, free: number): void {
    this.#kernel.run.limitTo(share, rows, free)
  }

  mergeWhile({ bar, mergeEqual, fewest, most, limited }: MergeLimits): MergeEnd {
    const end = this.#kernel.run.mergeWhile(
      bar,
      +mergeEqual,
      Math.min(fewest, MOST_BINS),
      Math.min(most, MOST_BINS),
      +limited,
    )
    const why = ENDS[end]
    if (why === undefined) throw new NoNumber()
    return why
  }

  /** Keeps the bins as they are now. */
  save(): void {
    this.#kernel.run.save(...this.#kept)
  }

  /** Goes back to what was saved last. */
  restore(): void {
    this.#kernel.run.restore(...this.#kept)
  }

  boundaries(): Boundaries {
    const { run, buffer } = this.#kernel
    const [at, scores, lostAt, lostScores] = this.#lists
    run.boundaries(at, scores, lostAt, lostScores)
    const count = run.binsLeft() - 1
    return {
      at: new Uint32Array(buffer, at, count).slice(),
      scores: new Float64Array(buffer, scores, count).slice(),
      lostAt: new Int32Array(buffer, lostAt, count).slice(),
      lostScores: new Float64Array(buffer, lostScores, count).slice(),
    }
  }

  /** The bins that are left. */
  merged(): MergedBins {
    const { run, buffer } = this.#kernel
    const width = this.#classCount
    const size = run.binsLeft()
    const counts = new Float64Array(size * width)
    run.firstBin()
    for (let from = 0; from < size; from += CHUNK) {
      const some = Math.min(CHUNK, size - from)
      run.nextBins(this.#lists[0] + 4 * from, this.#chunk, some)
      counts.set(new Float64Array(buffer, this.#chunk, some * width), from * width)
    }
    return { starts: new Uint32Array(buffer, this.#lists[0], size).slice(), counts }
  }

  release(): void {
    giveBack(lent, this.#kernel)
  }
}

/** Cells that are copied into the memory together. */
const CHUNK = 4096

function eachChunk(
  kernel: KernelModule<ChiMergeFunctions>,
  chunk: number,
  { size, counts, classCount, joins }: StartCells,
  task: 'countCells' | 'addCells',
): void {
  const copy = new Float64Array(kernel.buffer, chunk, CHUNK * classCount)
  for (let from = 0; from < size; from += CHUNK) {
    const to = Math.min(size, from + CHUNK)
    copy.set(counts.subarray(from * classCount, to * classCount))
    kernel.run[task](chunk, to - from, +joins)
  }
}

/** Below so many cells a module of its own is not worth it. */
const MANY = 10_000

/** What `merge` makes of many cells in WebAssembly; null where they are few, it cannot be had, or a χ² is no number. */
export function byChiSquare<T>(
  cells: StartCells,
  rule: ChiSquareChange | SmallBins,
  merge: (merging: ChiMerging) => T,
): T | null {
  const kernel = cells.size < MANY ? null : takeKernel(lent, chiMergeBytes)
  if (kernel === null) return null
  const merging = withRoom(() => new ChiMerging(kernel, cells, rule))
  if (merging === null) return null
  try {
    return merge(merging)
  } catch (error) {
    if (error instanceof NoNumber) return null
    throw error
  } finally {
    merging.release()
  }
}

/** As `byChiSquare`, of whole numbers of rows: merges small bins until none is left that has a neighbour. */
export function mergeSmallBins(cells: StartCells, small: SmallBins): MergedBins | null {
  if (!cells.whole) return null
  return byChiSquare(cells, small, (merging) => {
    merging.mergeWhile({ bar: Infinity, mergeEqual: false, fewest: 1, most: MOST_BINS, limited: false })
    return merging.merged()
  })
}
