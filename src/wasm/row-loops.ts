import { type KernelModule, loadKernel, withRoom } from './kernel-module.ts'
import { rowLoopsBytes } from './row-loops-bytes.ts'

type Rows = [values: number, end: number, codes: number, classes: number]

/** What kernels/row-loops.ts exports. */
interface RowFunctions {
  findEnds(values: number, end: number, to: number): void
  countBuckets(
    ...args: [...Rows, shift: number, least: number, centre: number, last: number, counts: number, buckets: number]
  ): void
  countSteps(...args: [...Rows, scale: number, first: number, counts: number]): number
  chooseRows(buckets: number, rows: number, wanted: number, chosen: number): number
}

/** The values of rows, the class of each, and how many classes there are. */
interface ClassValues {
  readonly values: Float64Array
  readonly codes: Uint8Array
  readonly classes: number
}

/** How doubles are sent to buckets. */
interface BucketPlan {
  readonly shift: number
  readonly least: number
  readonly centre: number
  readonly size: number
}

/** A grid of `scale` steps to 1, the number of the first step there is, and how many values are not finite. */
interface StepGrid {
  readonly scale: number
  readonly first: number
  readonly ends: { readonly odd: number }
}

/** Rows that are copied into the memory and looked at together: they stay in the processor's cache meanwhile. */
export const CHUNK = 8192
/** Loops take a multiple of so many rows. */
const STEP = 8
/** Most numbers of a table of counts: the memory is never given back. */
const MOST_COUNTS = 1_048_576

/**
 * The loops over all rows of a column in WebAssembly. Chunks of the rows are copied into its memory, one after the other, so
 * that it stays small; nothing is kept there from one call to the next. A loop says how many rows it has done, from the
 * first on: the last few are left to the plain loop, and all of them where a table is too large.
 */
export class RowLoops {
  readonly #run: RowFunctions
  readonly #values: Float64Array
  readonly #codes: Uint8Array
  readonly #buckets: Uint16Array
  readonly #chosen: Uint16Array
  readonly #counts: Uint32Array

  /** Use `rowLoops`. */
  constructor(kernel: KernelModule<RowFunctions>) {
    const bytes = [8, 1, 2, 2].map((size) => size * CHUNK)
    const [values, codes, buckets, chosen, counts] = kernel.layOut(...bytes, 4 * MOST_COUNTS)
    const { buffer } = kernel
    this.#run = kernel.run
    this.#values = new Float64Array(buffer, values, CHUNK)
    this.#codes = new Uint8Array(buffer, codes, CHUNK)
    this.#buckets = new Uint16Array(buffer, buckets, CHUNK)
    this.#chosen = new Uint16Array(buffer, chosen, CHUNK)
    this.#counts = new Uint32Array(buffer, counts, MOST_COUNTS)
  }

  /** The smallest and the largest finite value, min above max where there is none; and how many are not finite. */
  ends(values: Float64Array): { readonly min: number; readonly max: number; readonly odd: number } {
    const chunk = this.#values
    const words = this.#counts
    const ends = new Float64Array(words.buffer, words.byteOffset, 4)
    let [min, max, odd] = [Infinity, -Infinity, 0]
    for (let start = 0; start < values.length; start += CHUNK) {
      const rows = Math.min(CHUNK, values.length - start)
      // NaN fills up the last chunk.
      const filled = -rows & (STEP - 1)
      chunk.set(values.subarray(start, start + rows))
      chunk.fill(Number.NaN, rows, rows + filled)
      this.#run.findEnds(chunk.byteOffset, chunk.byteOffset + 8 * (rows + filled), ends.byteOffset)
      min = Math.min(min, ends[0], ends[1])
      max = Math.max(max, ends[2], ends[3])
      odd += words[8] + words[10] - filled
    }
    return { min: min + 0, max: max + 0, odd }
  }

  /** Writes the bucket of each row, and how many rows each bucket has of each class. */
  countBuckets(rows: ClassValues, plan: BucketPlan, counts: Uint32Array, buckets: Uint16Array): number {
    if (counts.length > MOST_COUNTS) return 0
    const { shift, least, centre, size } = plan
    const [found, to] = [this.#buckets, this.#counts.byteOffset]
    this.#counts.fill(0, 0, counts.length)
    const done = this.#eachChunk(rows, (values, end, codes, start) => {
      this.#run.countBuckets(values, end, codes, rows.classes, shift, least, centre, size - 1, to, found.byteOffset)
      buckets.set(found.subarray(0, (end - values) / 8), start)
    })
    counts.set(this.#counts.subarray(0, counts.length))
    return done
  }

  /** Counts rows by class and by how many steps of a grid they lie above the first; −1 where one lies on no step. Finite values only. */
  countSteps(rows: ClassValues, { first, scale, ends }: StepGrid, counts: Uint32Array): number {
    if (counts.length > MOST_COUNTS || ends.odd > 0) return 0
    let off = 0
    this.#counts.fill(0, 0, counts.length)
    const done = this.#eachChunk(rows, (values, end, codes) => {
      off |= this.#run.countSteps(values, end, codes, rows.classes, scale, first, this.#counts.byteOffset)
    })
    counts.set(this.#counts.subarray(0, counts.length))
    return off === 0 ? done : -1
  }

  /** Gives the rows that lie in wanted buckets, counted from where their chunk starts; they are gone with the next. */
  choose(buckets: Uint16Array, wanted: Uint8Array, take: (chosen: Uint16Array, start: number) => void): number {
    const [chunk, chosen] = [this.#buckets, this.#chosen]
    const { buffer, byteOffset: table } = this.#counts
    new Uint8Array(buffer, table, wanted.length).set(wanted)
    return eachPart(buckets.length, (start, end) => {
      chunk.set(buckets.subarray(start, end))
      const size = this.#run.chooseRows(chunk.byteOffset, end - start, table, chosen.byteOffset)
      if (size > 0) take(chosen.subarray(0, size), start)
    })
  }

  #eachChunk(
    { values, codes }: ClassValues,
    run: (values: number, end: number, codes: number, start: number) => void,
  ): number {
    const [chunk, own] = [this.#values, this.#codes]
    return eachPart(values.length, (start, end) => {
      chunk.set(values.subarray(start, end))
      own.set(codes.subarray(start, end))
      run(chunk.byteOffset, chunk.byteOffset + 8 * (end - start), own.byteOffset, start)
    })
  }
}

/** Goes through all rows but the last few, and says how many those are. */
export function eachPart(rows: number, run: (start: number, end: number) => void): number {
  const all = rows - (rows % STEP)
  for (let start = 0; start < all; start += CHUNK) run(start, Math.min(all, start + CHUNK))
  return all
}

let made: RowLoops | null | undefined

/** The loops, with 5 MB of memory that all callers share; null where WebAssembly cannot be had, for plain loops. */
export function rowLoops(): RowLoops | null {
  if (made === undefined) {
    const kernel = loadKernel<RowFunctions>(rowLoopsBytes)
    made = kernel && withRoom(() => new RowLoops(kernel))
  }
  return made
}
