import type { Cells } from '../../types.ts'
import { leastOf, mostOf, type Plan } from './bucket-plan.ts'

/** Cells as they are found, one after the other. */
export interface FoundCells {
  size: number
  readonly lo: Float64Array
  readonly hi: Float64Array
  /** rows by cell and class */
  readonly sums: Float64Array
}

/** Buckets with rows, by class. */
export interface CountedBuckets {
  readonly plan: Plan
  /** rows by bucket and class */
  readonly counts: Uint32Array
  readonly classes: number
}

/**
 * Adds the buckets from … to − 1 that hold rows as cells: neighbours taken together until a cell has so many rows. The two buckets at
 * zero are never parted, since 0 may have gone to either: −0 is 0, but has the sign of the one below.
 */
export function addBuckets(
  { plan, counts, classes }: CountedBuckets,
  [from, to]: readonly [number, number],
  rowsOfCell: number,
  cells: FoundCells,
): void {
  const { lo, hi, sums } = cells
  let size = cells.size
  let [first, last, total] = [0, 0, 0]
  for (let bucket = from; bucket < to; bucket++) {
    let own = 0
    for (let c = 0; c < classes; c++) {
      const count = counts[bucket * classes + c]
      const at = size * classes + c
      sums[at] = total === 0 ? count : sums[at] + count
      own += count
    }
    if (own > 0) {
      if (total === 0) first = bucket
      last = bucket
      total += own
    }
    if (total === 0 || ((total < rowsOfCell || bucket === plan.centre - 1) && bucket < to - 1)) continue
    lo[size] = leastOf(first, plan)
    hi[size++] = mostOf(last, plan)
    total = 0
  }
  cells.size = size
}

/** Cells that were found, with all their rows, which are written to `rows`. */
export function foundCells(
  { size, lo, hi, sums }: FoundCells,
  channels: number,
  shift: number,
  rows: Float64Array,
): Cells {
  for (let cell = 0, at = 0; cell < size; cell++) {
    let count = 0
    for (let c = 0; c < channels; c++) count += sums[at++]
    rows[cell] = count
  }
  const tallies = {
    size,
    channels,
    rows: rows.subarray(0, size),
    sums: sums.subarray(0, size * channels),
    residues: [],
  }
  const least = lo.subarray(0, size)
  return { size, shift, lo: least, hi: hi === lo ? least : hi.subarray(0, size), tallies }
}
