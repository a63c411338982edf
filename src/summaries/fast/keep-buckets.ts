import type { Cells, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { rowsInBlocks } from './bucket-blocks.ts'
import { addBuckets, type FoundCells, foundCells } from './bucket-cells.ts'
import { bucketsOf, endOf } from './bucket-plan.ts'
import { chooseRows } from './choose-rows.ts'
import type { BucketReader, CountedRows, LookIntoBuckets } from './read-buckets.ts'
import { sortPart } from './sort-part.ts'

/** The buckets of a cell whose rows were collected. */
interface Region {
  readonly values: Float64Array
  /** where the values of each class begin, and where the last ones end, from `first` on */
  readonly lists: Uint32Array
  readonly first: number
  /** whether the values of each class are sorted */
  sorted: boolean
}

/** Looks into the buckets of a column, and keeps what it sees: for columns that are looked into often. */
export const keepBuckets: LookIntoBuckets = (counted, scratch) =>
  readerOf(new KeepingReader(counted, scratch), counted, scratch)

/** What it offers to searches. */
export function readerOf(
  reader: KeepingReader,
  { classes, counts, plan }: CountedRows,
  scratch: Scratch,
): BucketReader {
  const values = (buckets: readonly number[]): Uint32Array[] => reader.values(buckets)
  return {
    read: (ranges) => reader.read(ranges),
    inBlocks: classes > 1 ? rowsInBlocks({ classes, counts, zero: plan.centre - 1, values }, scratch) : undefined,
  }
}

/**
 * Looks into buckets. One pass over all rows puts the values of buckets that were never asked for into place, a list for
 * each class: how many rows they have of each is known. The cells lie in scratch memory that the next look uses again.
 */
export class KeepingReader {
  readonly #counted: CountedRows
  readonly #scratch: Scratch
  /** the region of each bucket, from 1 on */
  readonly #regionOf: Uint32Array
  readonly #regions: Region[] = []
  /** looks that found something new */
  #looks = 0
  /** the next value of each class, while values are told */
  readonly #heads: Uint32Array

  constructor(counted: CountedRows, scratch: Scratch) {
    this.#counted = counted
    this.#scratch = scratch
    this.#regionOf = scratch.words('regions', counted.plan.size).fill(0)
    this.#heads = new Uint32Array(counted.classes)
  }

  /** Finer cells of some cells: the buckets of a cell of several, else one per distinct value. O(rows), but for buckets, which are counted already. */
  read(ranges: readonly ValueRange[]): Cells {
    const asked = ranges.map((range) => this.#asked(range))
    this.collect(asked)
    const cells = this.room(asked)
    for (const [i, { from, to, several }] of asked.entries()) {
      const begin = cells.size
      if (!several) {
        this.tellValues(from, cells)
        continue
      }
      addBuckets(this.#counted, [from, to], 1, cells)
      cells.lo[begin] = ranges[i].lo
      cells.hi[cells.size - 1] = ranges[i].hi
    }
    return foundCells(cells, this.#heads.length, 0, this.#scratch.doubles('rows found', cells.size))
  }

  /** The rows by value and class, values ascending, of each of some buckets. O(rows). */
  values(buckets: readonly number[]): Uint32Array[] {
    const asked = this.asked(buckets)
    this.collect(asked)
    const cells = this.room(asked)
    const ends = buckets.map((bucket) => {
      this.tellValues(bucket, cells)
      return cells.size * this.#heads.length
    })
    const found = this.#scratch.words('rows by value', cells.size * this.#heads.length)
    found.set(cells.sums.subarray(0, found.length))
    return ends.map((end, i) => found.subarray(ends[i - 1] ?? 0, end))
  }

  /** Buckets that are looked into. */
  asked(buckets: readonly number[]): Asked[] {
    return buckets.map((from) => ({ from, to: endOf(from, this.#counted.plan), several: false }))
  }

  #asked(range: ValueRange): Asked {
    const { plan } = this.#counted
    const [from, to] = bucketsOf(range, plan)
    // The two buckets at zero are one.
    return { from, to, several: to > endOf(from, plan) }
  }

  /** Memory for all cells that there can be, and some more. */
  room(asked: readonly Asked[], more = 0): FoundCells {
    const classes = this.#heads.length
    let most = more
    for (const { from, to, several } of asked) {
      if (several) most += to - from
      else {
        const { lists, first } = this.#regionAt(from)
        most += lists[first + classes] - lists[first]
      }
    }
    const take = (name: string, width = 1): Float64Array => this.#scratch.doubles(`${name} found`, most * width)
    return { size: 0, lo: take('lo'), hi: take('hi'), sums: take('sums', classes) }
  }

  #regionAt(bucket: number): Region {
    return this.#regions[this.#regionOf[bucket] - 1]
  }

  /** Adds the distinct values of the region that begins with a bucket as cells. */
  tellValues(bucket: number, cells: FoundCells): void {
    const region = this.#regionAt(bucket)
    const { values, lists, first } = region
    const heads = this.#heads
    const classes = heads.length
    for (let c = 0; c < classes; c++) {
      heads[c] = lists[first + c]
      if (!region.sorted) sortPart(values, heads[c], lists[first + c + 1])
    }
    region.sorted = true
    if (classes <= 2) mergeTwo(values, [lists[first], lists[first + 1], lists[first + classes]], classes, cells)
    else mergeLists(values, lists.subarray(first + 1, first + 1 + classes), heads, cells)
  }

  /** Whether the values of a cell must be put into place. */
  isNew({ from, several }: Asked): boolean {
    return !several && this.#regionOf[from] === 0
  }

  /** Puts the values of cells that were never asked for into place. */
  collect(asked: readonly Asked[]): void {
    const { plan, counts, classes } = this.#counted
    const [regionOf, regions, scratch] = [this.#regionOf, this.#regions, this.#scratch]
    const known = regions.length
    const fresh = asked.filter((one) => this.isNew(one))
    if (fresh.length === 0) return
    const wanted = scratch.bytes('wanted', plan.size).fill(0)
    // The lists of all regions follow one another, in the order of regions and classes.
    const lists = new Uint32Array(fresh.length * classes + 1)
    let total = 0
    let made = 0
    for (const { from, to } of fresh) {
      for (let c = 0; c < classes; c++) {
        lists[made * classes + c] = total
        for (let bucket = from; bucket < to; bucket++) total += counts[bucket * classes + c]
      }
      made++
      for (let bucket = from; bucket < to; bucket++) {
        wanted[bucket] = 1
        regionOf[bucket] = known + made
      }
    }
    lists[made * classes] = total
    const values = scratch.doubles(`values of look ${this.#looks++}`, total)
    for (let i = 0; i < made; i++) regions.push({ values, lists, first: i * classes, sorted: false })
    putInPlace(this.#counted, { wanted, regionOf, known, next: lists.slice() }, values)
  }
}

/** A cell that is looked into: its first bucket, and the one after its last. */
export interface Asked {
  readonly from: number
  readonly to: number
  /** whether it has several: they are told then, and not what lies in them */
  readonly several: boolean
}

/** Puts the values of wanted buckets into the lists of their regions, each at the next place of its list. */
function putInPlace(
  { values, codes, classes, buckets }: CountedRows,
  {
    wanted,
    regionOf,
    known,
    next,
  }: {
    readonly wanted: Uint8Array
    readonly regionOf: Uint32Array
    readonly known: number
    readonly next: Uint32Array
  },
  found: Float64Array,
): void {
  chooseRows(buckets, wanted, (rows, start) => {
    for (let i = 0; i < rows.length; i++) {
      const row = start + rows[i]
      found[next[(regionOf[buckets[row]] - 1 - known) * classes + codes[row]]++] = values[row] + 0
    }
  })
}

/** Adds the distinct values of sorted lists as cells: from `heads`, which move on, to `ends`. */
function mergeLists(values: Float64Array, ends: Uint32Array, heads: Uint32Array, cells: FoundCells): void {
  const { lo, hi, sums } = cells
  const classes = heads.length
  for (;;) {
    let least = Infinity
    for (let c = 0; c < classes; c++) if (heads[c] < ends[c] && values[heads[c]] < least) least = values[heads[c]]
    if (least === Infinity) return
    const cell = cells.size++
    lo[cell] = hi[cell] = least
    for (let c = 0; c < classes; c++) {
      const head = heads[c]
      while (heads[c] < ends[c] && values[heads[c]] === least) heads[c]++
      sums[cell * classes + c] = heads[c] - head
    }
  }
}

/** The same for one list or two, in half the time: from … middle − 1, and middle … end − 1. */
function mergeTwo(
  values: Float64Array,
  [from, middle, end]: readonly [number, number, number],
  classes: number,
  cells: FoundCells,
): void {
  const { lo, hi, sums } = cells
  let { size } = cells
  for (let i = from, j = middle; i < middle || j < end; size++) {
    const least = i < middle && !(j < end && values[j] < values[i]) ? values[i] : values[j]
    const [first, second] = [i, j]
    while (i < middle && values[i] === least) i++
    while (j < end && values[j] === least) j++
    lo[size] = hi[size] = least
    // Of one list only the first counts.
    sums[size * classes + classes - 1] = j - second
    sums[size * classes] = i - first
  }
  cells.size = size
}
