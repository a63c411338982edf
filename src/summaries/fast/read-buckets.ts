import type { Cells, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { bucketOf, type Plan } from './bucket-plan.ts'
import { endsOf, partLists, sortPart } from './part-lists.ts'

/** A column whose rows were counted in buckets. */
export interface CountedRows {
  readonly values: Float64Array
  readonly codes: Uint8Array
  readonly classes: number
  readonly plan: Plan
  /** rows by bucket and class */
  readonly counts: Uint32Array
  /** bucket of each row */
  readonly buckets: Uint16Array
}

/** Up to so many rows are sorted at once; of more, buckets are parted first, since few of the parts will be asked for. */
const FEW_ROWS = 8192
/** Rows to aim for in a part of a bucket, and most parts. */
const ROWS_PER_PART = 8
const MOST_PARTS = 4096
/** Buckets on each side of those asked for whose rows are collected as well. */
const MARGIN = 3

/** A bucket whose rows were collected: its parts, all of one width. */
interface Region {
  /** where the lists of the first part are named */
  first: number
  parts: number
  least: number
  /** parts per unit */
  slope: number
}

/**
 * Looks into buckets. One pass over all rows puts the values of buckets that were never asked for into place, a list for
 * each class: how many rows they have of each is known. Where many rows are asked for, their lists are parted, and what is told
 * is how many rows lie in each part; only a part that is asked for itself is sorted, which takes no pass. The cells lie in
 * scratch memory that the next look uses again.
 */
export class BucketReader {
  readonly #counted: CountedRows
  readonly #scratch: Scratch
  /** the region of each bucket, counted from 1; 0 for none */
  readonly #regionOf: Uint32Array
  readonly #regions: Region[] = []
  /** what was collected, list by list */
  #values: Float64Array = new Float64Array(0)
  /** where lists begin, by part and class; the last part is followed by where it ends */
  #lists: Uint32Array = new Uint32Array(0)
  #named = 0
  #taken = 0

  constructor(counted: CountedRows, scratch: Scratch) {
    this.#counted = counted
    this.#scratch = scratch
    this.#regionOf = scratch.words('regions of buckets', counted.plan.size).fill(0)
  }

  /** Finer cells of some cells: one per distinct value or, where those would be many, parts of cells. O(rows). */
  read(ranges: readonly ValueRange[]): Cells {
    const { classes } = this.#counted
    const known = this.#regions.length
    const regions = ranges.map((range) => this.#regionAt(range))
    if (this.#regions.length > known) {
      this.#takeNeighbours()
      this.#collect(known)
    }
    const parts = ranges.map(({ lo }, i) => partAt(this.#regions[regions[i]], lo, classes))
    let rows = 0
    for (const at of parts) rows += this.#lists[at + classes] - this.#lists[at]
    const cells = this.#takeCells(rows)
    let size = 0
    for (const [i, at] of parts.entries()) {
      const region = this.#regions[regions[i]]
      const fresh = regions[i] >= known && rows > FEW_ROWS
      size = fresh && this.#part(region) ? this.#tellParts(region, cells, size) : this.#tellValues(at, cells, size)
    }
    const rowsOf = this.#scratch.doubles('all rows of values', size)
    const { lo, hi, sums } = cells
    for (let cell = 0, at = 0; cell < size; cell++) {
      let count = 0
      for (let c = 0; c < classes; c++) count += sums[at++]
      rowsOf[cell] = count
    }
    const tallies = { size, channels: classes, rows: rowsOf, sums: sums.subarray(0, size * classes), residues: [] }
    return { size, shift: 0, lo: lo.subarray(0, size), hi: hi.subarray(0, size), tallies }
  }

  /** The region of a cell, which is made where it was never asked for. */
  #regionAt({ lo, hi }: ValueRange): number {
    const { plan } = this.#counted
    // A cell that starts or ends at 0 has −0 in it too, which lies in the bucket below.
    const from = bucketOf(lo === 0 ? -0 : lo, plan)
    const region = this.#regionOf[from]
    if (region > 0) return region - 1
    return this.#make(from, bucketOf(hi + 0, plan) + 1)
  }

  /** Makes a region of some buckets. */
  #make(from: number, to: number): number {
    const { counts, classes } = this.#counted
    const first = this.#named
    this.#reserve(classes + 1)
    for (let c = 0; c < classes; c++) {
      this.#lists[this.#named++] = this.#taken
      for (let bucket = from; bucket < to; bucket++) this.#taken += counts[bucket * classes + c]
    }
    this.#lists[this.#named++] = this.#taken
    const made = this.#regions.push({ first, parts: 1, least: 0, slope: 0 })
    this.#regionOf.fill(made, from, to)
    return made - 1
  }

  /** Makes regions of the buckets beside regions: they are likely to be asked for next, and a pass is spared. */
  #takeNeighbours(): void {
    const { centre, size } = this.#counted.plan
    const regionOf = this.#regionOf
    // Neither what is not finite nor the two buckets at zero, which go together.
    const free = (bucket: number): boolean =>
      bucket > 0 && bucket < size - 1 && bucket !== centre && bucket !== centre - 1
    for (let bucket = 1, run = Infinity; bucket < size - 1; bucket++) {
      if (regionOf[bucket] > 0) {
        for (let i = bucket - 1; run > 0 && i >= bucket - MARGIN && free(i) && regionOf[i] === 0; i--)
          this.#make(i, i + 1)
        run = 0
      } else if (++run <= MARGIN && free(bucket)) this.#make(bucket, bucket + 1)
    }
  }

  /** Puts the values of new regions into their lists. */
  #collect(known: number): void {
    const { plan, classes } = this.#counted
    const kept = this.#values
    this.#values = this.#scratch.doubles('values found', this.#taken)
    if (kept.length > 0 && kept.buffer !== this.#values.buffer) this.#values.set(kept)
    const next = this.#scratch.words('next of lists', this.#regions.length * classes)
    for (let at = known; at < this.#regions.length; at++) {
      const { first } = this.#regions[at]
      for (let c = 0; c < classes; c++) next[at * classes + c] = this.#lists[first + c]
    }
    const wanted = this.#scratch.bytes('wanted buckets', plan.size)
    // Regions known before are left out.
    for (let bucket = 0; bucket < plan.size; bucket++) wanted[bucket] = this.#regionOf[bucket] > known ? 1 : 0
    putInPlace(this.#counted, { wanted, regionOf: this.#regionOf, next }, this.#values)
  }

  /** Parts a region of many rows, so that few values lie in each part; false where it has too few different ones. */
  #part(region: Region): boolean {
    const { classes } = this.#counted
    const { first } = region
    const [start, end] = [this.#lists[first], this.#lists[first + classes]]
    const parts = Math.min(MOST_PARTS, Math.floor((end - start) / ROWS_PER_PART))
    const { lo, hi } = endsOf(this.#values, start, end)
    const slope = parts / (hi - lo)
    if (parts < 2 || !(slope < Infinity)) return false
    this.#reserve(parts * classes + 2)
    const lists = this.#lists.subarray(this.#named, this.#named + parts * classes + 2).fill(0)
    const moved = this.#scratch.doubles('values moved', end - start)
    partLists(this.#values, this.#lists.subarray(first, first + classes + 1), { lists, moved, parts, least: lo, slope })
    this.#values.set(moved, start)
    Object.assign(region, { first: this.#named, parts, least: lo, slope })
    this.#named += parts * classes + 1
    return true
  }

  /** Writes the parts of a region as cells, from cell `size` on; how many cells there are then. */
  #tellParts({ first, parts }: Region, { lo, hi, sums }: FoundCells, from: number): number {
    const { classes } = this.#counted
    const lists = this.#lists
    let size = from
    for (let at = first; at < first + parts * classes; at += classes) {
      if (lists[at] === lists[at + classes]) continue
      const ends = endsOf(this.#values, lists[at], lists[at + classes])
      lo[size] = ends.lo
      hi[size] = ends.hi
      for (let c = 0; c < classes; c++) sums[size * classes + c] = lists[at + c + 1] - lists[at + c]
      size++
    }
    return size
  }

  /** The same for the distinct values of a part, whose lists are sorted. */
  #tellValues(at: number, { lo, hi, sums }: FoundCells, from: number): number {
    const { classes } = this.#counted
    const [values, lists] = [this.#values, this.#lists]
    const heads = this.#scratch.words('heads of lists', classes)
    for (let c = 0; c < classes; c++) sortPart(values, (heads[c] = lists[at + c]), lists[at + c + 1])
    let size = from
    for (; ; size++) {
      let least = Infinity
      for (let c = 0; c < classes; c++) {
        if (heads[c] < lists[at + c + 1] && values[heads[c]] < least) least = values[heads[c]]
      }
      if (least === Infinity) return size
      lo[size] = hi[size] = least
      for (let c = 0; c < classes; c++) {
        const head = heads[c]
        while (heads[c] < lists[at + c + 1] && values[heads[c]] === least) heads[c]++
        sums[size * classes + c] = heads[c] - head
      }
    }
  }

  #takeCells(most: number): FoundCells {
    const take = (name: string, length: number): Float64Array => this.#scratch.doubles(`found: ${name}`, length)
    return { lo: take('lo', most), hi: take('hi', most), sums: take('sums', most * this.#counted.classes) }
  }

  /** Makes room for so many more lists. */
  #reserve(count: number): void {
    const kept = this.#lists
    if (this.#named + count <= kept.length) return
    this.#lists = this.#scratch.words('lists', Math.max(1024, 2 * (this.#named + count)))
    if (this.#lists.buffer !== kept.buffer) this.#lists.set(kept)
  }
}

/** Cells as they are found. */
interface FoundCells {
  readonly lo: Float64Array
  readonly hi: Float64Array
  readonly sums: Float64Array
}

/** Where the lists of the part are named that holds a value. */
function partAt({ first, parts, least, slope }: Region, value: number, classes: number): number {
  return first + Math.min(parts - 1, Math.floor((value - least) * slope)) * classes
}

/** Rows that are looked at together. */
const CHUNK = 4096
const chosen = new Uint32Array(CHUNK)

/** Puts the values of wanted buckets into the lists of their regions, each at the next place of its list. */
function putInPlace(
  { values, codes, classes, buckets }: CountedRows,
  {
    wanted,
    regionOf,
    next,
  }: { readonly wanted: Uint8Array; readonly regionOf: Uint32Array; readonly next: Uint32Array },
  found: Float64Array,
): void {
  for (let start = 0; start < buckets.length; start += CHUNK) {
    const rows = choose(buckets, wanted, start)
    for (let i = 0; i < rows; i++) {
      const row = chosen[i]
      found[next[(regionOf[buckets[row]] - 1) * classes + codes[row]]++] = values[row] + 0
    }
  }
}

/** The rows of a chunk that lie in wanted buckets; how many. Without a branch for each row, which the processor could only guess. */
function choose(buckets: Uint16Array, wanted: Uint8Array, start: number): number {
  const end = Math.min(buckets.length, start + CHUNK)
  const fours = end - ((end - start) % 4)
  let rows = 0
  for (let row = start; row < fours; row += 4) {
    const a = wanted[buckets[row]]
    const b = wanted[buckets[row + 1]]
    const c = wanted[buckets[row + 2]]
    const d = wanted[buckets[row + 3]]
    chosen[rows] = row
    rows += a
    chosen[rows] = row + 1
    rows += b
    chosen[rows] = row + 2
    rows += c
    chosen[rows] = row + 3
    rows += d
  }
  for (let row = fours; row < end; row++) {
    chosen[rows] = row
    rows += wanted[buckets[row]]
  }
  return rows
}
