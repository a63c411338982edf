import type { Cells, Tallies, Target, ValueRange } from '../../types.ts'
import { bucketOf, type Ends, type Plan, planBuckets, writeEnds } from './bucket-plan.ts'
import { type BucketedColumn, type BucketRoom, countRows, plainSummary } from './class-buckets.ts'
import { NumberSums } from '../number-sums.ts'
import { assignBuckets } from './bucket-slots.ts'
import { exactCells } from '../slot-tally.ts'
import { ASIDE, type RowMarks, TallyWriter } from '../tallies.ts'

/** The numbers of rows of weight 1, where every row has one; null where rows must be added up in another way. */
export function rowNumbers({ numbers, weights }: RowMarks): Float64Array | null {
  if (numbers === null || weights !== null) return null
  for (let row = 0; row < numbers.length; row++) if (numbers[row] !== numbers[row]) return null
  return numbers
}

/**
 * What `bucketColumn` does, for a numeric target: rows, sums and squares of the target are added up in buckets, exactly.
 * O(rows), and without moving a row.
 */
export function bucketNumbers(
  values: Float64Array,
  numbers: Float64Array,
  marks: RowMarks,
  ends: Ends,
  { buckets, takeCounts }: Pick<BucketRoom, 'buckets' | 'takeCounts'>,
): BucketedColumn {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const plan = planBuckets(words, ends)
  const counts = takeCounts(plan.size).fill(0)
  countRows(words, plan, counts, buckets)
  const { cellOf, lo, hi } = usedBuckets(counts, plan)
  const size = lo.length
  const sums = new NumberSums(size)
  for (let row = 0; row < buckets.length; row++) {
    const cell = cellOf[buckets[row]]
    if (cell >= 0) sums.add(cell, numbers[row])
  }
  // Buckets are wider than what lies in them; the two ends of the column are known.
  if (size > 0) [lo[0], hi[size - 1]] = [ends.min, ends.max]
  const tallies = sums.tallies(Uint32Array.from(lo, (_, cell) => cell))
  const aside = asideNumbers(values, marks, ends.odd > 0)
  return {
    summary: plainSummary({ size, shift: 52, lo, hi, tallies }, aside, marks),
    assign: (least, missing) => assignBuckets(values, buckets, plan, least, missing),
    read: (ranges) => readNumbers(ranges, values, numbers, marks.target, plan, buckets, counts),
  }
}

/** The buckets with rows as cells: the cell of each bucket (−1 for none) and its ends. Both sides of zero are one cell. */
function usedBuckets(
  counts: Uint32Array,
  plan: Plan,
): { readonly cellOf: Int32Array; readonly lo: Float64Array; readonly hi: Float64Array } {
  const cellOf = new Int32Array(plan.size).fill(-1)
  const lo = new Float64Array(plan.size)
  const hi = new Float64Array(plan.size)
  let size = 0
  // The outermost buckets hold what is not finite.
  for (let bucket = 1; bucket < plan.size - 1; bucket++) {
    if (counts[bucket] === 0) continue
    writeEnds(bucket, plan, lo, hi, size)
    // 0 may have gone to either side: −0 is 0, but has the sign of the bucket below.
    if (size > 0 && lo[size] === 0 && hi[size - 1] === 0) hi[size - 1] = hi[size]
    else size++
    cellOf[bucket] = size - 1
  }
  return { cellOf, lo: lo.slice(0, size), hi: hi.slice(0, size) }
}

/** One cell per distinct value in the buckets that hold the ranges. O(rows), and the rows found are sorted. */
function readNumbers(
  ranges: readonly ValueRange[],
  values: Float64Array,
  numbers: Float64Array,
  target: Target | null,
  plan: Plan,
  buckets: Uint16Array,
  counts: Uint32Array,
): Cells {
  const wanted = new Uint8Array(plan.size)
  // A range that starts or ends at 0 has −0 in it too, which lies in the bucket below.
  for (const { lo, hi } of ranges) wanted.fill(1, bucketOf(lo === 0 ? -0 : lo, plan), bucketOf(hi + 0, plan) + 1)
  let total = 0
  for (let bucket = 0; bucket < plan.size; bucket++) if (wanted[bucket] === 1) total += counts[bucket]
  const foundValues = new Float64Array(total)
  const foundNumbers = new Float64Array(total)
  let found = 0
  for (let row = 0; row < buckets.length; row++) {
    if (wanted[buckets[row]] === 0) continue
    foundValues[found] = values[row] + 0
    foundNumbers[found++] = numbers[row]
  }
  return exactCells(target, foundValues, foundNumbers)
}

/** What is not finite: added up in a pass of its own, only where there is any. */
export function asideNumbers(values: Float64Array, marks: RowMarks, any: boolean): Tallies {
  const writer = new TallyWriter(ASIDE.special, 3)
  const end = any ? values.length : 0
  for (let row = 0; row < end; row++) {
    const value = values[row]
    if (value - value === 0) continue
    writer.addRow(value > 0 ? ASIDE.above : value < 0 ? ASIDE.below : ASIDE.missing, row, marks)
  }
  return writer.finish()
}
