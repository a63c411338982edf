import type { Cells, NumberSummary, ValueRange } from '../../types.ts'
import { type Ends, HIGH, type Plan, planBuckets, wordsOf, writeEnds } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'
import type { BucketedRows } from './bucket-slots.ts'
import type { ColumnMeans } from './large-columns.ts'
import type { CountedRows } from './read-buckets.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { RowLoops } from '../../wasm/row-loops.ts'

/**
 * A column counted without sorting it. One pass counts the classes of the rows in buckets: values that share sign,
 * exponent and the leading digits of the mantissa. A bucket can be looked into later, which takes another pass but sorts only
 * the rows of that bucket. Made for columns of many rows of which a search needs to know only few exactly.
 */
export interface BucketedColumn {
  /** cells as wide as buckets, `lo` and `hi` being the ends of the bucket and not of the values seen in it, but for the outermost */
  readonly summary: NumberSummary
  /** one cell per distinct value in the buckets that hold the ranges, in scratch memory that the next look uses again */
  readonly read: (ranges: readonly ValueRange[]) => Cells
  readonly rows: BucketedRows
}

/** How rows are counted and buckets looked into, and memory. */
export interface BucketMeans extends Pick<ColumnMeans, 'look'> {
  readonly loops?: RowLoops | null | undefined
  readonly scratch: Scratch
}

/** The values of rows with their classes. */
type ClassValues = Pick<CountedRows, 'values' | 'codes' | 'classes'>

/** Counts a column in buckets. O(rows), and without moving a row; all that is as long as the column lies in scratch memory. */
export function bucketColumn(
  values: Float64Array,
  rows: ClassRows,
  ends: Ends,
  { scratch, look, loops }: BucketMeans,
): BucketedColumn {
  const { marks, codes, classes } = rows
  const plan = planBuckets(values, ends)
  const buckets = scratch.halfWords('bucket of each row', values.length)
  const counts = scratch.words('rows of buckets', plan.size * classes).fill(0)
  countRows({ values, codes, classes }, plan, { counts, buckets }, loops)
  const cells = toCells(counts, classes, plan, scratch)
  // Buckets are wider than what lies in them; the two ends of the column are known, and many methods ask for them.
  const { size, lo, hi } = cells
  if (size > 0) [lo[0], hi[size - 1]] = [ends.min, ends.max]
  return {
    summary: plainSummary(cells, countAside(values, rows, ends.odd > 0), marks),
    read: look({ values, codes, classes, plan, counts, buckets }, scratch),
    rows: { values, buckets, plan },
  }
}

/**
 * Which bucket each row falls into, kept for looking into some of them, and how many rows each has of each class. Most rows
 * are counted by the fast loop where there is one, the others here: two at a time, which spares the processor some waiting.
 */
export function countRows(
  rows: ClassValues,
  plan: Plan,
  { counts, buckets }: { readonly counts: Uint32Array; readonly buckets: Uint16Array },
  loops: BucketMeans['loops'],
): void {
  const { values, codes, classes } = rows
  const { shift, least, most, centre } = plan
  const words = wordsOf(values)
  const end = buckets.length
  let row = loops?.countBuckets(rows, plan, counts, buckets) ?? 0
  for (; row < end - 1; row += 2) {
    const a = bucketOfHigh(words[2 * row + HIGH], shift, least, most, centre)
    const b = bucketOfHigh(words[2 * row + 2 + HIGH], shift, least, most, centre)
    buckets[row] = a
    buckets[row + 1] = b
    counts[a * classes + codes[row]]++
    counts[b * classes + codes[row + 1]]++
  }
  if (row === end) return
  const last = bucketOfHigh(words[2 * row + HIGH], shift, least, most, centre)
  buckets[row] = last
  counts[last * classes + codes[row]]++
}

/** The bucket of a value by its high half: the outermost for what is not finite. */
// oxlint-disable-next-line max-params -- called for every row with numbers that stay in registers
function bucketOfHigh(high: number, shift: number, least: number, most: number, centre: number): number {
  const key = ((high & 0x7fffffff) >>> shift) - least
  return centre + ((key < 0 ? 0 : key > most ? most : key) ^ (high >> 31))
}

/** The buckets that hold finite values as cells. */
function toCells(counts: Uint32Array, classes: number, plan: Plan, scratch: Scratch): Cells {
  const used = scratch.words('buckets with rows', plan.size)
  let size = 0
  for (let bucket = 1; bucket < plan.size - 1; bucket++) {
    for (let c = 0; c < classes; c++) {
      if (counts[bucket * classes + c] === 0) continue
      used[size++] = bucket
      break
    }
  }
  const take = scratch.nextCells()
  const ends = { lo: take(size), hi: take(size) }
  const rows = take(size)
  const sums = take(size * classes)
  for (let cell = 0; cell < size; cell++) {
    const bucket = used[cell]
    writeEnds(bucket, plan, ends, cell)
    let total = 0
    for (let c = 0; c < classes; c++) {
      const count = counts[bucket * classes + c]
      sums[cell * classes + c] = count
      total += count
    }
    rows[cell] = total
  }
  return joinAtZero({ size, shift: 52, ...ends, tallies: { size, channels: classes, rows, sums, residues: [] } })
}

/** All finite values as one cell, for methods that ask for nothing but the two ends. O(1) unless some are not finite. */
export function endsSummary(values: Float64Array, counted: ClassRows, ends: Ends): NumberSummary {
  const { marks, codes, classes: channels } = counted
  const rows = Float64Array.of(values.length - ends.odd)
  const sums = new Float64Array(channels)
  if (channels === 1) sums[0] = rows[0]
  else for (let row = 0; row < values.length; row++) if (values[row] - values[row] === 0) sums[codes[row]]++
  const tallies = { size: 1, channels, rows, sums, residues: [] }
  const cells = { size: 1, shift: 52, lo: Float64Array.of(ends.min), hi: Float64Array.of(ends.max), tallies }
  return plainSummary(cells, countAside(values, counted, ends.odd > 0), marks)
}

/** The buckets on both sides of zero as one cell, since 0 may have gone to either: −0 is 0, but has the sign of the one below. */
function joinAtZero(cells: Cells): Cells {
  const { size, lo, hi, tallies } = cells
  const below = hi.indexOf(0)
  if (below < 0 || below === size - 1 || lo[below + 1] !== 0) return cells
  // In place: nobody else has seen the arrays.
  const without = (list: Float64Array, at: number, count: number): Float64Array =>
    list.copyWithin(at, at + count).subarray(0, list.length - count)
  const { channels, rows, sums } = tallies
  rows[below + 1] += rows[below]
  for (let at = below * channels; at < (below + 1) * channels; at++) sums[at + channels] += sums[at]
  return {
    ...cells,
    size: size - 1,
    lo: without(lo, below + 1, 1),
    hi: without(hi, below, 1),
    tallies: {
      ...tallies,
      size: size - 1,
      rows: without(rows, below, 1),
      sums: without(sums, below * channels, channels),
    },
  }
}
