import type { Cells, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { RowsInBlocks } from './bucket-blocks.ts'
import { foundCells } from './bucket-cells.ts'
import type { KnownAtPlaces } from './places.ts'
import { bucketsOf, type Plan } from './bucket-plan.ts'
import { sortPart } from './sort-part.ts'

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

/** Looks into the buckets of a column. */
export interface BucketReader {
  /** finer cells of some of its cells, in scratch memory that the next look uses again */
  readonly read: (ranges: readonly ValueRange[]) => Cells
  /** the rows by their classes alone, where there are two and they can be looked at so */
  readonly inBlocks?: RowsInBlocks | undefined
  /** the rows at some places, where that takes less than cells */
  readonly atPlaces?: KnownAtPlaces | undefined
}

/** How the buckets of a column are looked into. */
export type LookIntoBuckets = (counted: CountedRows, scratch: Scratch) => BucketReader

/** Sorts all that is asked for: takes little, where little is asked for. */
export const sortBuckets: LookIntoBuckets = (counted, scratch) => ({
  read: (ranges) => readBuckets(ranges, counted, scratch),
})

/**
 * The distinct values of some buckets with their counts. Since it is known how many rows each bucket has of each class, one
 * pass puts their values into place; each small list is then sorted by itself. O(rows). The cells lie in scratch memory.
 */
function readBuckets(ranges: readonly ValueRange[], counted: CountedRows, scratch: Scratch): Cells {
  const { classes, plan, counts } = counted
  const wanted = scratch.bytes('wanted', plan.size).fill(0)
  for (const range of ranges) wanted.fill(1, ...bucketsOf(range, plan))
  const ends = scratch.words('ends of lists', counts.length) // of no use for other buckets than the wanted ones
  const lists: number[] = [] // the wanted buckets, ascending
  let total = 0
  for (let bucket = wanted.indexOf(1); bucket >= 0; bucket = wanted.indexOf(1, bucket + 1)) {
    lists.push(bucket)
    for (let at = bucket * classes; at < (bucket + 1) * classes; at++) {
      ends[at] = total
      total += counts[at]
    }
  }
  const found = scratch.doubles('values found', total)
  putInPlace(counted, wanted, ends, found)

  const cells = {
    lo: scratch.doubles('distinct', total),
    sums: scratch.doubles('rows of values', total * classes).fill(0),
  }
  const size = countLists(lists, counted, { ends, found }, cells)
  return foundCells({ ...cells, size, hi: cells.lo }, classes, 0, scratch.doubles('all rows', size))
}

/** Sorts the lists of some buckets, one for each class, and counts their distinct values; how many there are. */
function countLists(
  lists: readonly number[],
  { classes, counts }: CountedRows,
  { ends, found }: { readonly ends: Uint32Array; readonly found: Float64Array },
  { lo, sums }: { readonly lo: Float64Array; readonly sums: Float64Array },
): number {
  const heads = new Uint32Array(classes)
  let size = 0
  for (const bucket of lists) {
    const base = bucket * classes
    for (let c = 0; c < classes; c++) {
      heads[c] = ends[base + c] - counts[base + c]
      sortPart(found, heads[c], ends[base + c])
    }
    for (;;) {
      let least = Infinity
      for (let c = 0; c < classes; c++)
        if (heads[c] < ends[base + c] && found[heads[c]] < least) least = found[heads[c]]
      if (least === Infinity) break
      // 0 may have gone to the buckets on both sides of it.
      if (size === 0 || lo[size - 1] !== least) lo[size++] = least
      for (let c = 0; c < classes; c++) {
        let head = heads[c]
        while (head < ends[base + c] && found[head] === least) head++
        sums[(size - 1) * classes + c] += head - heads[c]
        heads[c] = head
      }
    }
  }
  return size
}

/** Puts the values of wanted buckets into their lists; `ends` are the starts of the lists and become their ends. */
function putInPlace(
  { values, codes, classes, buckets }: CountedRows,
  wanted: Uint8Array,
  ends: Uint32Array,
  found: Float64Array,
): void {
  // Most rows lie in none of them: four are looked at together, and one by one where one of them does.
  for (let row = 0; row < buckets.length; row += 4) {
    if (row + 3 < buckets.length) {
      const either = wanted[buckets[row]] | wanted[buckets[row + 1]]
      if ((either | wanted[buckets[row + 2]] | wanted[buckets[row + 3]]) === 0) continue
    }
    for (let i = row; i < row + 4 && i < buckets.length; i++) {
      const bucket = buckets[i]
      if (wanted[bucket] === 1) found[ends[bucket * classes + codes[i]]++] = values[i] + 0
    }
  }
}
