import type { Cells, NumberSummary, ValueRange } from '../../types.ts'
import { addBuckets, type CountedBuckets, foundCells } from './bucket-cells.ts'
import { HIGH } from '../../util/numbers/doubles.ts'
import { type Ends, type Plan, planBuckets, wordsOf } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'
import type { RowsInBlocks } from './bucket-blocks.ts'
import type { KnownAtPlaces } from './places.ts'
import type { CountedRows as CountedIn } from './bucket-slots.ts'
import type { CountedRows, LookIntoBuckets } from './read-buckets.ts'
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
  /** these cells, where the summary has one of all values instead */
  readonly finer?: () => NumberSummary
  /** one cell per distinct value in the buckets that hold the ranges, in scratch memory that the next look uses again */
  readonly read: (ranges: readonly ValueRange[]) => Cells
  /** the rows by their classes alone, where there are two and they can be looked at so */
  readonly inBlocks?: RowsInBlocks | undefined
  /** the column at some places, where that takes less than cells */
  readonly atPlaces?: KnownAtPlaces | undefined
  readonly rows?: CountedIn | undefined
}

/** How rows are counted and buckets looked into, and memory. */
export interface BucketMeans {
  readonly look: LookIntoBuckets
  /** rows of a cell: neighbouring buckets are taken together until they have so many; default none */
  readonly rowsOfCell?: number
  readonly loops?: RowLoops | null | undefined
  readonly scratch: Scratch
}

/** The values of rows with their classes. */
type ClassValues = Pick<CountedRows, 'values' | 'codes' | 'classes'>

/** Counts a column in buckets. O(rows), and without moving a row; all that is as long as the column lies in scratch memory. */
export function bucketColumn(values: Float64Array, rows: ClassRows, ends: Ends, means: BucketMeans): BucketedColumn {
  const { scratch, look, loops } = means
  const { marks, codes, classes } = rows
  const plan = planBuckets(values, ends)
  const buckets = scratch.halfWords('bucket of each row', values.length)
  const counts = scratch.words('rows of buckets', plan.size * classes).fill(0)
  countRows({ values, codes, classes }, plan, { counts, buckets }, loops)
  const cells = cellsOfBuckets({ counts, classes, plan }, means)
  // Buckets are wider than what lies in them; the two ends of the column are known, and many methods ask for them.
  const { size, lo, hi } = cells
  if (size > 0) [lo[0], hi[size - 1]] = [ends.min, ends.max]
  return {
    summary: plainSummary(cells, countAside(values, rows, ends.odd > 0), marks),
    ...look({ values, codes, classes, plan, counts, buckets }, scratch),
    rows: { values, buckets, plan },
  }
}

/**
 * Which bucket each row falls into, kept for looking into some of them, and how many rows each has of each class. Most rows
 * are counted by the fast loop where there is one, the others here.
 */
export function countRows(
  rows: ClassValues,
  plan: Plan,
  { counts, buckets }: { readonly counts: Uint32Array; readonly buckets: Uint16Array },
  loops: BucketMeans['loops'],
): void {
  const { values, codes, classes } = rows
  const { shift, least, centre, size } = plan
  const words = wordsOf(values)
  const end = buckets.length
  let row = loops?.countBuckets(rows, plan, counts, buckets) ?? 0
  for (; row < end; row++) {
    const bucket = bucketOfHigh(words[2 * row + HIGH], shift, least, centre, size - 1)
    buckets[row] = bucket
    counts[bucket * classes + codes[row]]++
  }
}

/** The bucket of a value by its high half: the outermost for what is not finite. */
// oxlint-disable-next-line max-params -- called for every row with numbers that stay in registers
function bucketOfHigh(high: number, shift: number, least: number, centre: number, last: number): number {
  const key = ((high & 0x7fffffff) >>> shift) - least
  const bucket = centre + ((key < 0 ? 0 : key) ^ (high >> 31))
  return bucket < 0 ? 0 : bucket > last ? last : bucket
}

/** The buckets that hold finite values as cells. */
export function cellsOfBuckets(counted: CountedBuckets, { scratch, rowsOfCell = 0 }: BucketMeans): Cells {
  const { plan, classes } = counted
  const take = scratch.nextCells()
  const cells = { size: 0, lo: take(plan.size), hi: take(plan.size), sums: take(plan.size * classes) }
  // The outermost buckets hold what is not finite.
  addBuckets(counted, [1, plan.size - 1], rowsOfCell, cells)
  return foundCells(cells, classes, 52, take(plan.size))
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
