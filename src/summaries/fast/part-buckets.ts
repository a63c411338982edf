import type { Cells, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { bucketOf } from './bucket-plan.ts'
import type { CountedRows, LookIntoBuckets } from './read-buckets.ts'
import { partRegion, type Region, tellParts, tellValues } from './bucket-regions.ts'

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
export const partBuckets: LookIntoBuckets = partingFrom(FEW_ROWS)

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

  constructor(counted: CountedRows, scratch: Scratch, few: number) {
    this.#few = few
    this.#counted = counted
    this.#scratch = scratch
    this.#regionOf = scratch.words('regions of buckets', counted.plan.size).fill(0)
  }

  /** Finer cells of some cells: one per distinct value or, where those would be many, parts of cells. O(rows). */
  read(ranges: readonly ValueRange[]): Cells {
    const { classes, plan } = this.#counted
    const [regions, scratch] = [this.#regions, this.#scratch]
    const known = regions.length
    // A cell that starts at 0 has −0 in it too, which lies in the bucket below.
    const buckets = ranges.map(({ lo }) => bucketOf(lo === 0 ? -0 : lo, plan))
    this.#collect(ranges, buckets)
    let rows = 0
    const asked = ranges.map(({ lo }, i) => {
      const { lists, least, slope } = regions[this.#regionOf[buckets[i]] - 1]
      const last = lists.length - 1 - classes
      const at = Math.min(last, Math.floor((lo - least) * slope) * classes)
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
      const number = this.#regionOf[buckets[i]]
      const region = regions[number - 1]
      const parted = rows > this.#few && number > known && partRegion(region, classes)
      if (parted) tellParts(region, classes, cells)
      else tellValues(region, at, classes, cells)
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
    const next = scratch.words('next of lists', (known + fresh.length) * classes)
    let total = 0
    const made: Uint32Array[] = []
    for (const [i, { hi }] of ranges.entries()) {
      const from = firsts[i]
      if (regionOf[from] > 0) continue
      const to = bucketOf(hi + 0, plan) + 1
      const lists = new Uint32Array(classes + 1)
      for (let c = 0; c < classes; c++) {
        next[(known + made.length) * classes + c] = lists[c] = total
        for (let bucket = from; bucket < to; bucket++) total += counts[bucket * classes + c]
      }
      lists[classes] = total
      wanted.fill(1, from, to)
      regionOf.fill(known + made.push(lists), from, to)
    }
    const values = scratch.doubles(`values from ${known} on`, total)
    for (const lists of made) regions.push({ values, lists, least: 0, slope: 0 })
    putInPlace(this.#counted, { wanted, regionOf, next }, values)
  }
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
