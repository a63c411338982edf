import type { Scratch } from '../../util/scratch.ts'

/**
 * Rows in blocks in the order of their values, by counts alone. A block is a bucket of several classes or, once that was
 * looked into, a value; neighbours that hold one and the same class are one block, since no best cut of a convex measure lies
 * between them.
 */
export interface RowBlocks {
  readonly size: number
  /** rows of each class before each block, and of all */
  readonly sums: Int32Array
  /** above 0 for a block that can be looked into, since a candidate may lie inside it; below 0 where it holds one class, by which one */
  readonly inner: Int32Array
}

/** Rows that can be looked at so; blocks last until more of them are looked into. */
export interface RowsInBlocks {
  readonly classes: number
  readonly blocks: () => RowBlocks
  /** looks into blocks, ascending */
  readonly open: (blocks: readonly number[]) => void
  /** rows beside cuts and others that were nearly taken, by how many lie before them, as far as these are known: they are looked at with the next blocks */
  readonly expect?: (besideCuts: readonly number[], cuts: readonly number[]) => void
  /** a scan of the blocks from … to − 1 for the best cut between two classes, where there is a faster one; none is accepted that is rated below `least` */
  readonly scan?: (from: number, to: number, least: number) => BlockScan
}

/** What a scan by entropies found, as `Scan` of discretizers/refine/pair-scan.ts has it; to be used before the next one. */
export interface BlockScan {
  readonly near: readonly number[]
  readonly ratings: Float64Array
  readonly corner: (b: number, limit: number) => number
}

/** Rows in buckets, in the order of values; the first and the last bucket hold what is not finite. */
export interface BucketsOfRows {
  readonly classes: number
  /** rows by bucket and class */
  readonly counts: Uint32Array
  /** this bucket and the next are one, since 0 may lie in either */
  readonly zero: number
  /** the rows by value and class, values ascending, of each of some buckets */
  readonly values: (buckets: readonly number[]) => readonly Uint32Array[]
}

/** Rows in blocks of buckets, in scratch memory. O(buckets) to begin with; after each look little more than a copy. */
export function rowsInBlocks(buckets: BucketsOfRows, scratch: Scratch): RowsInBlocks {
  const { classes, counts, zero } = buckets
  let blocks: RowBlocks | null = null
  let turn = 0
  const writer = (most: number): BlockWriter => new BlockWriter(scratch, (turn = 1 - turn), most, classes)
  const known = (): RowBlocks =>
    (blocks ??= writer(counts.length / classes)
      .buckets(counts, zero)
      .finish())
  return {
    classes,
    blocks: known,
    open: (opened) => {
      const before = known()
      const values = buckets.values(opened.map((block) => before.inner[block]))
      const after = writer(before.size + values.reduce((sum, { length }) => sum + length / classes, 0))
      let from = 0
      for (const [i, block] of opened.entries()) {
        after.copy(before, from, block)
        after.values(values[i])
        from = block + 1
      }
      after.copy(before, from, before.size)
      blocks = after.finish()
    },
  }
}

/** Writes blocks one after the other. */
class BlockWriter {
  readonly #classes: number
  readonly #sums: Int32Array
  readonly #inner: Int32Array
  #size = 0
  /** `inner` of the last block */
  #last = 0

  /** In one of two memories of that many blocks. */
  constructor(scratch: Scratch, turn: number, most: number, classes: number) {
    this.#classes = classes
    this.#sums = scratch.integers(`blocks ${turn}: rows before`, classes * (most + 1)).fill(0, 0, classes)
    this.#inner = scratch.integers(`blocks ${turn}`, most)
  }

  /** Adds the buckets that hold finite values. */
  buckets(counts: Uint32Array, zero: number): this {
    const classes = this.#classes
    const both = Uint32Array.from(
      { length: classes },
      (_, c) => counts[zero * classes + c] + counts[(zero + 1) * classes + c],
    )
    this.#add(counts, 1, zero)
    this.#add(both, 0, 1, zero)
    this.#add(counts, zero + 2, counts.length / classes - 1)
    return this
  }

  /** Adds values by their counts. */
  values(counts: Uint32Array): void {
    this.#add(counts, 0, counts.length / this.#classes, 0, 0)
  }

  /** Adds what has the counts from … to − 1; of several classes it can be looked into as `bucket` and so on. */
  // oxlint-disable-next-line max-params -- called for every bucket with numbers that stay in registers
  #add(counts: Uint32Array, from: number, to: number, bucket: number = from, step = 1): void {
    const [sums, inner, classes] = [this.#sums, this.#inner, this.#classes]
    let [size, last] = [this.#size, this.#last]
    for (let at = from; at < to; at++, bucket += step) {
      const first = at * classes
      let [found, only] = [0, 0]
      for (let c = 0; c < classes; c++) {
        if (counts[first + c] === 0) continue
        found++
        only = -1 - c
      }
      if (found === 0) continue
      // One block more, or the last one goes on.
      const end = found === 1 && only === last ? size : size + 1
      for (let c = 0; c < classes; c++) sums[end * classes + c] = sums[size * classes + c] + counts[first + c]
      inner[end - 1] = last = found === 1 ? only : bucket
      size = end
    }
    this.#size = size
    this.#last = last
  }

  /** Adds blocks as they were before. */
  copy({ sums, inner }: RowBlocks, from: number, to: number): void {
    if (from === to) return
    const classes = this.#classes
    const at = inner[from] < 0 && inner[from] === this.#last ? this.#size - 1 : this.#size
    this.#sums.set(sums.subarray((from + 1) * classes, (to + 1) * classes), (at + 1) * classes)
    this.#inner.set(inner.subarray(from, to), at)
    this.#size = at + to - from
    this.#last = inner[to - 1]
  }

  finish(): RowBlocks {
    const size = this.#size
    return { size, sums: this.#sums.subarray(0, this.#classes * (size + 1)), inner: this.#inner.subarray(0, size) }
  }
}
