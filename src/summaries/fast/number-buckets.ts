import type { Cells, Tallies, ValueRange } from '../../types.ts'
import type { Steps } from '../../util/steps.ts'
import { addBuckets } from './bucket-cells.ts'
import { bucketsOf, type Ends, type Plan, planBuckets } from './bucket-plan.ts'
import { type BucketedColumn, type BucketMeans, countRows } from './class-buckets.ts'
import { plainSummary } from './class-rows.ts'
import { NumberSums } from '../number-sums.ts'
import type { BucketedRows } from './bucket-slots.ts'
import { talliedCells } from '../tallied-cells.ts'
import { ASIDE, type RowMarks, TallyWriter } from '../tallies.ts'

/** Rows of weight 1 that all have a number. */
export interface NumberRows {
  readonly marks: RowMarks
  readonly numbers: Float64Array
}

/** The rows of a table by the numbers of their target; null where they must be added up in another way. */
export function numberRows(marks: RowMarks): NumberRows | null {
  const { numbers, weights } = marks
  if (numbers === null || weights !== null) return null
  for (let row = 0; row < numbers.length; row++) if (numbers[row] !== numbers[row]) return null
  return { marks, numbers }
}

/**
 * What `bucketColumn` does, for a numeric target: rows, sums and squares of the target are added up in buckets, exactly.
 * O(rows), and without moving a row; in steps, since exact sums take long.
 */
export function* bucketNumbers(
  values: Float64Array,
  rows: NumberRows,
  ends: Ends,
  { scratch, loops }: Omit<BucketMeans, 'look'>,
): Steps<BucketedColumn> {
  const { marks, numbers } = rows
  const plan = planBuckets(values, ends)
  const buckets = scratch.halfWords('bucket of each row', values.length)
  const counts = scratch.words('rows of buckets', plan.size).fill(0)
  const codes = scratch.bytes('no class', values.length)
  countRows({ values, codes, classes: 1 }, plan, { counts, buckets }, loops)
  const { cellOf, lo, hi } = usedBuckets(counts, plan)
  const size = lo.length
  const sums = new NumberSums(size)
  for (let from = 0; from < buckets.length; from += SLICE) {
    addNumbers(sums, cellOf, buckets.subarray(from, from + SLICE), numbers.subarray(from, from + SLICE))
    yield 0.3
  }
  // Buckets are wider than what lies in them; the two ends of the column are known.
  if (size > 0) [lo[0], hi[size - 1]] = [ends.min, ends.max]
  const tallies = sums.tallies(Uint32Array.from(lo, (_, cell) => cell))
  const aside = asideNumbers(values, marks, ends.odd > 0)
  return {
    summary: plainSummary({ size, shift: 52, lo, hi, tallies }, aside, marks),
    rows: { values, buckets, plan },
    read: (ranges) => readNumbers(ranges, rows, { values, buckets, plan }, counts),
  }
}

/** Rows that are added up without a pause: about 20 ms. */
const SLICE = 65_536

function addNumbers(sums: NumberSums, cellOf: Int32Array, buckets: Uint16Array, numbers: Float64Array): void {
  for (let row = 0; row < buckets.length; row++) {
    const cell = cellOf[buckets[row]]
    if (cell >= 0) sums.add(cell, numbers[row])
  }
}

/** The buckets with rows as cells: the cell of each bucket (−1 for none) and its ends. */
function usedBuckets(
  counts: Uint32Array,
  plan: Plan,
): { readonly cellOf: Int32Array; readonly lo: Float64Array; readonly hi: Float64Array } {
  const take = (): Float64Array => new Float64Array(plan.size)
  const cells = { size: 0, lo: take(), hi: take(), sums: take() }
  // The outermost buckets hold what is not finite.
  addBuckets({ plan, counts, classes: 1 }, [1, plan.size - 1], 1, cells)
  const [lo, hi] = [cells.lo, cells.hi].map((ends) => ends.slice(0, cells.size))
  const cellOf = new Int32Array(plan.size).fill(-1)
  for (let cell = 0; cell < lo.length; cell++) cellOf.fill(cell, ...bucketsOf({ lo: lo[cell], hi: hi[cell] }, plan))
  return { cellOf, lo, hi }
}

/** One cell per distinct value in the buckets that hold the ranges. O(rows), and the rows found are sorted. */
function readNumbers(
  ranges: readonly ValueRange[],
  { numbers }: NumberRows,
  { values, buckets, plan }: BucketedRows,
  counts: Uint32Array,
): Cells {
  const wanted = new Uint8Array(plan.size)
  for (const range of ranges) wanted.fill(1, ...bucketsOf(range, plan))
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
  return talliedCells(foundValues, foundNumbers, (size) => new NumberSums(size))
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
