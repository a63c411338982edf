import { bucketRowsBytes } from './bucket-rows-bytes.ts'
import { type KernelModule, laidOutBytes, loadKernel, withRoom } from './kernel-module.ts'

/** What kernels/bucket-rows.ts exports. */
export interface BucketFunctions {
  placeRows(...addresses: number[]): void
  placeRegions(...addresses: number[]): void
  placeValues(...addresses: number[]): void
  placeCells(...addresses: number[]): void
  placeAsked(...addresses: number[]): void
  placeBlocks(...addresses: number[]): void
  placeScan(...addresses: number[]): void
  begin(shift: number, least: number, centre: number, size: number, classes: number): void
  countChunk(chunk: number, end: number, row: number): void
  countSteps(...args: [chunk: number, end: number, row: number, scale: number, first: number, last: number]): number
  addUp(): number
  rowsBefore(bucket: number): number
  placeAt(rank: number): number
  placeOf(value: number): number
  makeRegions(list: number, n: number): number
  expectPlaces(
    ...args: [ranks: number, rankCount: number, rankSpanCount: number, spans: number, spanCount: number]
  ): number
  choose(from: number, to: number, listed: number, places: number): number
  sortRegions(): void
  listPlaces(rankCount: number, spanCount: number, list: number): number
  tellPlaces(list: number, n: number, ranks: number, spans: number): number
  tellBuckets(list: number, n: number): number
  makeBlocks(): number
  openBlocks(list: number, n: number): number
  nearest(from: number, to: number, least: number, listed: number): number
  reach(block: number, limit: number): number
  writeSlots(...args: [buckets: number, rows: number, slotOf: number, slots: number, parted: number]): number
}

/** Rows that are copied into the memory together: they stay in the processor's cache meanwhile. */
export const CHUNK = 8192
/** Rows among which some are chosen in one call. */
export const CHOSEN = 65_536
const MOST_BUCKETS = 65_536
/** Most classes, so that the counts of all buckets take no more than 4 MB. */
const MOST_CLASSES = 16
/** To begin with there is room to look at one of so many rows, and some more. */
const SHARE = 8
const MORE = 16_384
/** Bytes that the kernel needs for tables, and for a candidate. */
const LOG_BYTES = 16_384
const DIGIT_BYTES = 32_768
const CANDIDATE_BYTES = 40
/** Before the first block something is written that nobody reads. */
const AHEAD = 64

/** Where things lie that are as many as rows, buckets and classes, or of fixed size; the first where kernels/parts/regions.ts says. */
const FIXED = ['wanted', 'chunk', 'ends', 'owns', 'places', 'slots', 'slotOf', 'logs', 'digits', 'codes', 'buckets', 'counts', 'before', 'below', 'regionOf', 'lists', 'next'] as const // prettier-ignore
/** Where those lie that grow with the values that are looked at. */
const GROWING = ['values', 'spare', 'listed', 'lo', 'hi', 'rows', 'rowsByClass', 'ranks', 'spans', 'sums', 'inner', 'otherSums', 'otherInner', 'candidates', 'ratings', 'near', 'nearer'] as const // prettier-ignore

type Addresses<Names extends readonly string[]> = Readonly<Record<Names[number], number>>

/** The memory of a kernel for columns of so many rows and classes, as large as they will usually need. */
export class BucketMemory {
  readonly rows: number
  readonly classes: number
  readonly #kernel: KernelModule<BucketFunctions>
  readonly at: Addresses<typeof FIXED>
  /** how long the arrays are, in the order of their addresses */
  #bytes: readonly number[]
  /** addresses that change when there must be more room */
  growing: Addresses<typeof GROWING>
  /** how many values there is room for */
  most: number

  private constructor(kernel: KernelModule<BucketFunctions>, rows: number, classes: number, logs: Float64Array) {
    this.#kernel = kernel
    this.rows = rows
    this.classes = classes
    this.most = usualValues(rows)
    this.#bytes = [...fixedBytes(rows, classes), ...growingBytes(this.most, classes)]
    const starts = kernel.layOut(...this.#bytes)
    this.at = named(FIXED, starts)
    this.growing = named(GROWING, starts.slice(FIXED.length))
    const { codes, buckets, counts, before, below, ends, regionOf, lists, next, digits } = this.at
    this.doubles(this.at.logs, logs.length).set(logs)
    kernel.run.placeRows(codes, buckets, counts, before, below, ends)
    kernel.run.placeRegions(regionOf, lists, next, digits)
    this.#place()
  }

  /** Null where there are too many classes, or the runtime gives no such memory. */
  static of(rows: number, classes: number, logs: Float64Array): BucketMemory | null {
    if (classes > MOST_CLASSES) return null
    const bytes = laidOutBytes(...fixedBytes(rows, classes), ...growingBytes(usualValues(rows), classes))
    const kernel = loadKernel<BucketFunctions>(bucketRowsBytes, bytes)
    return kernel && withRoom(() => new BucketMemory(kernel, rows, classes, logs))
  }

  get run(): BucketFunctions {
    return this.#kernel.run
  }

  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.#kernel.buffer, at, length)
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#kernel.buffer, at, length)
  }

  integers(at: number, length: number): Int32Array {
    return new Int32Array(this.#kernel.buffer, at, length)
  }

  halfWords(at: number, length: number): Uint16Array {
    return new Uint16Array(this.#kernel.buffer, at, length)
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#kernel.buffer, at, length)
  }

  /** Makes more room for values. What is at the places given last is kept: bytes by name, from where they lie now. */
  grow(
    wanted: number,
    kept: Partial<Record<(typeof GROWING)[number], { readonly from: number; readonly bytes: number }>>,
  ): void {
    const most = Math.max(2 * this.most, wanted)
    // What was laid out before stays where it is.
    const laidOut = [...this.#bytes, ...growingBytes(most, this.classes)]
    const starts = withRoom(() => this.#kernel.layOut(...laidOut))
    if (starts === null) throw new RangeError('no memory for the values of a column')
    this.growing = named(GROWING, starts.slice(this.#bytes.length))
    this.#bytes = laidOut
    this.most = most
    const all = this.bytes(0, this.#kernel.buffer.byteLength)
    for (const [name, { from, bytes }] of Object.entries(kept)) {
      all.copyWithin(
        this.growing[name as (typeof GROWING)[number]] + (name === 'inner' ? AHEAD : 0),
        from,
        from + bytes,
      )
    }
    this.#place()
  }

  #place(): void {
    const { run } = this
    const { values, spare, lo, hi, rows, rowsByClass, ranks, spans, candidates, ratings, near, nearer } = this.growing
    run.placeValues(values, spare)
    run.placeCells(lo, hi, rows, rowsByClass, this.at.owns)
    run.placeAsked(ranks, spans)
    run.placeScan(this.at.logs, candidates, ratings, near, nearer)
    run.placeBlocks(...this.blocks(0), ...this.blocks(1))
  }

  /** Where the rows before blocks and what is inside of them lie, in one of two memories. */
  blocks(turn: number): [sums: number, inner: number] {
    const { sums, inner, otherSums, otherInner } = this.growing
    return turn === 0 ? [sums, inner + AHEAD] : [otherSums, otherInner + AHEAD]
  }
}

const usualValues = (rows: number): number => Math.ceil(rows / SHARE) + MORE

function fixedBytes(rows: number, classes: number): number[] {
  const words = 4 * MOST_BUCKETS * classes
  const tables = [
    MOST_BUCKETS,
    8 * CHUNK,
    32,
    4 * MOST_CLASSES,
    4 * CHOSEN,
    CHUNK,
    MOST_BUCKETS,
    LOG_BYTES,
    DIGIT_BYTES,
  ]
  return [
    ...tables,
    rows,
    2 * rows,
    words,
    words + 4 * classes,
    4 * MOST_BUCKETS + 4,
    2 * MOST_BUCKETS,
    words + 4,
    words,
  ]
}

function growingBytes(most: number, classes: number): number[] {
  const cells = most + MOST_BUCKETS + 1
  const blocks = classes === 2 ? cells : 0
  const told = [8 * cells, 8 * cells, 8 * cells, 8 * classes * cells, 4 * cells, 16 * cells]
  const inBlocks = [8 * blocks, 4 * blocks + AHEAD, 8 * blocks, 4 * blocks + AHEAD]
  return [
    8 * most,
    8 * most,
    4 * cells,
    ...told,
    ...inBlocks,
    CANDIDATE_BYTES * blocks,
    8 * blocks,
    8 * blocks,
    8 * blocks,
  ]
}

function named<Names extends readonly string[]>(names: Names, addresses: readonly number[]): Addresses<Names> {
  return Object.fromEntries(names.map((name, i) => [name, addresses[i]])) as Addresses<Names>
}
