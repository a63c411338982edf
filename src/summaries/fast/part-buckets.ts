import type { Cells, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { bucketOf } from './bucket-plan.ts'
import { chooseRows } from './choose-rows.ts'
import type { CountedRows, LookIntoBuckets } from './read-buckets.ts'

/** Rows to aim for in a part of a region, and most parts. */
const ROWS_PER_PART = 8
const MOST_PARTS = 256

/** The buckets of a cell whose rows were collected, in parts of one width; at first one part. */
interface Region {
  readonly values: Float64Array
  /** where the values of each part and class begin, and where the last ones end, from `first` on */
  lists: Uint32Array
  first: number
  parts: number
  least: number
  /** parts per unit */
  slope: number
}

/** Cells as they are found. */
interface FoundCells {
  size: number
  readonly lo: Float64Array
  readonly hi: Float64Array
  /** rows by cell and class */
  readonly sums: Float64Array
}

/** Up to so many rows are sorted at once; of more, buckets are parted first, since few of the parts will be asked for. */
const FEW_ROWS = 32_768
/** Looks into the buckets of a column, and keeps what it sees; up to `few` rows are sorted at once. */
export function partingFrom(few: number): LookIntoBuckets {
  return (counted, scratch) => {
    const reader = new BucketReader(counted, scratch, few)
    return (ranges) => reader.read(ranges)
  }
}

/** For columns that are looked into often. */
export const partBuckets: LookIntoBuckets = (counted, scratch) => partingFrom(FEW_ROWS)(counted, scratch)

/**
 * Looks into buckets. One pass over all rows puts the values of buckets that were never asked for into place, a list for
 * each class: how many rows they have of each is known. Where many rows are asked for, their lists are parted, and what is
 * told is how many rows lie in each part; only a part that is asked for itself is sorted, which takes no pass. The cells lie
 * in scratch memory that the next look uses again.
 */
class BucketReader {
  readonly #counted: CountedRows
  readonly #scratch: Scratch
  readonly #few: number
  /** the region of each bucket, from 1 on */
  readonly #regionOf: Uint32Array
  readonly #regions: Region[] = []
  /** looks that found something new */
  #looks = 0
  /** the next value of each class, while values are told */
  readonly #heads: Uint32Array

  constructor(counted: CountedRows, scratch: Scratch, few: number) {
    this.#few = few
    this.#counted = counted
    this.#scratch = scratch
    this.#regionOf = scratch.words('regions of buckets', counted.plan.size).fill(0)
    this.#heads = new Uint32Array(counted.classes)
  }

  /** Finer cells of some cells: one per distinct value or, where those would be many, parts of cells. O(rows). */
  read(ranges: readonly ValueRange[]): Cells {
    const { classes, plan } = this.#counted
    const [regions, scratch] = [this.#regions, this.#scratch]
    // A cell that starts at 0 has −0 in it too, which lies in the bucket below.
    const buckets = ranges.map(({ lo }) => bucketOf(lo === 0 ? -0 : lo, plan))
    this.#collect(ranges, buckets)
    let rows = 0
    const asked = ranges.map(({ lo }, i) => {
      const { lists, first, parts, least, slope } = regions[this.#regionOf[buckets[i]] - 1]
      const at = first + Math.min(parts - 1, Math.floor((lo - least) * slope)) * classes
      rows += lists[at + classes] - lists[at]
      return at
    })
    const cells = {
      size: 0,
      lo: scratch.doubles('lo found', rows),
      hi: scratch.doubles('hi found', rows),
      sums: scratch.doubles('sums found', rows * classes),
    }
    for (const [i, at] of asked.entries()) {
      const region = regions[this.#regionOf[buckets[i]] - 1]
      const parted = rows > this.#few && region.parts === 1 && partRegion(region, classes)
      if (parted) tellParts(region, classes, cells)
      else tellValues(region, at, this.#heads, cells)
    }
    const { size, lo, hi, sums } = cells
    const tallies = {
      size,
      channels: classes,
      rows: scratch.doubles('rows found', size),
      sums: sums.subarray(0, size * classes),
      residues: [],
    }
    for (let cell = 0, at = 0; cell < size; cell++) {
      let count = 0
      for (let c = 0; c < classes; c++) count += sums[at++]
      tallies.rows[cell] = count
    }
    return { size, shift: 0, lo: lo.subarray(0, size), hi: hi.subarray(0, size), tallies }
  }

  /** Puts the values of cells that were never asked for into place; `firsts` are the first buckets of the cells. */
  #collect(ranges: readonly ValueRange[], firsts: readonly number[]): void {
    const { plan, counts, classes } = this.#counted
    const [regionOf, regions, scratch] = [this.#regionOf, this.#regions, this.#scratch]
    const known = regions.length
    const fresh = firsts.filter((bucket) => regionOf[bucket] === 0)
    if (fresh.length === 0) return
    const wanted = scratch.bytes('wanted buckets', plan.size).fill(0)
    // The lists of all regions follow one another, in the order of regions and classes.
    const lists = new Uint32Array(fresh.length * classes + 1)
    let total = 0
    let made = 0
    for (const [i, { hi }] of ranges.entries()) {
      const from = firsts[i]
      if (regionOf[from] > 0) continue
      const to = bucketOf(hi + 0, plan) + 1
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
    for (let i = 0; i < made; i++) regions.push({ values, lists, first: i * classes, parts: 1, least: 0, slope: 0 })
    putInPlace(this.#counted, { wanted, regionOf, known, next: lists.slice() }, values)
  }
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

/** Parts a region, so that few rows lie in each part; false where it has too few, or all alike. Rounding never reverses two values. */
function partRegion(region: Region, classes: number): boolean {
  const { values, lists: whole, first } = region
  const [start, end] = [whole[first], whole[first + classes]]
  const parts = Math.min(MOST_PARTS, Math.floor((end - start) / ROWS_PER_PART))
  const [least, most] = endsOf(values, start, end)
  const slope = parts / (most - least)
  if (parts < 2 || !(slope < Infinity)) return false
  const moved = values.slice(start, end)
  const partOf = new Uint16Array(end - start)
  const lists = new Uint32Array(parts * classes + 2)
  for (let c = 0; c < classes; c++) {
    for (let i = whole[first + c] - start; i < whole[first + c + 1] - start; i++) {
      const part = ((moved[i] - least) * slope) | 0
      lists[(partOf[i] = (part < parts ? part : parts - 1) * classes + c) + 2]++
    }
  }
  lists[0] = lists[1] = start
  // Each begins one too early, and comes into place as its values do.
  for (let at = 2; at < lists.length; at++) lists[at] += lists[at - 1]
  for (let i = 0; i < moved.length; i++) values[lists[partOf[i] + 1]++] = moved[i]
  region.lists = lists
  region.first = 0
  region.parts = parts
  region.least = least
  region.slope = slope
  return true
}

/** Adds the parts of a region as cells. */
function tellParts({ values, lists, parts }: Region, classes: number, cells: FoundCells): void {
  const { lo, hi, sums } = cells
  for (let at = 0; at < parts * classes; at += classes) {
    if (lists[at] === lists[at + classes]) continue
    const cell = cells.size++
    const [least, most] = endsOf(values, lists[at], lists[at + classes])
    lo[cell] = least
    hi[cell] = most
    for (let c = 0; c < classes; c++) sums[cell * classes + c] = lists[at + c + 1] - lists[at + c]
  }
}

/** Adds the distinct values of a part as cells: its lists begin at `at`, and are sorted. */
function tellValues({ values, lists }: Region, at: number, heads: Uint32Array, cells: FoundCells): void {
  const { lo, hi, sums } = cells
  const classes = heads.length
  for (let c = 0; c < classes; c++) {
    heads[c] = lists[at + c]
    sortPart(values, heads[c], lists[at + c + 1])
  }
  for (;;) {
    let least = Infinity
    for (let c = 0; c < classes; c++) {
      if (heads[c] < lists[at + c + 1] && values[heads[c]] < least) least = values[heads[c]]
    }
    if (least === Infinity) return
    const cell = cells.size++
    lo[cell] = hi[cell] = least
    for (let c = 0; c < classes; c++) {
      const head = heads[c]
      while (heads[c] < lists[at + c + 1] && values[heads[c]] === least) heads[c]++
      sums[cell * classes + c] = heads[c] - head
    }
  }
}

/** The smallest and the largest of the values from … to − 1. */
function endsOf(values: Float64Array, from: number, to: number): [number, number] {
  let least = values[from]
  let most = least
  for (let i = from + 1; i < to; i++) {
    const value = values[i]
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

/** Lists up to this length are sorted by insertion. */
const SHORT = 100

/** Sorts the values from … to − 1. */
function sortPart(values: Float64Array, from: number, to: number): void {
  let sorted = from + 1
  while (sorted < to && values[sorted - 1] <= values[sorted]) sorted++
  if (sorted >= to) return
  if (to - from > SHORT) {
    values.subarray(from, to).sort()
    return
  }
  for (let i = sorted; i < to; i++) {
    const value = values[i]
    let j = i - 1
    while (j >= from && values[j] > value) {
      values[j + 1] = values[j]
      j--
    }
    values[j + 1] = value
  }
}
