import type { NumberColumn } from '../../binning/binning.ts'
import { cutBetween } from '../../discretizers/column-view.ts'
import type { Closed } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { readNumbers } from '../../util/data-value.ts'
import { sortedOrder } from '../../util/sort.ts'

/** Where the rows of a column lie: for rising values, the share of the rows below each. Linear in between. */
export interface Ranks {
  readonly rows: number
  readonly values: Float64Array
  /** shares below; those of rows as they are have one step per row, those of bins a few known values */
  readonly below: Float64Array
  /** of bins, what the shares speak of: rows below the value, up to it, or either; rows as they are say it themselves */
  readonly sides?: readonly Side[]
}

type Side = 'below' | 'up to' | 'either'

/** Ranks of plain values; those that are missing, infinite or left out (`aside`) do not count. O(rows). */
export function ranksOfValues(given: ArrayLike<number | null | undefined>, aside: readonly number[] = []): Ranks {
  const known = readNumbers(given, { where: 'repairTree' }).filter(
    (value) => Number.isFinite(value) && !aside.includes(value),
  )
  const values = Float64Array.from(sortedOrder(known), (row) => known[row] + 0)
  return { rows: values.length, values, below: values.map((_, i) => (i + 0.5) / values.length) }
}

/** Ranks as the bins of a fitted column know them: their ends, their medians and how many rows each has. O(bins). */
export function ranksOfBins({ bins, cuts, closed }: NumberColumn): Ranks {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const points: [number, number, Side][] = []
  let sum = 0
  const add = (value: number | null, share: number, side: Side): void => {
    if (value === null || !Number.isFinite(value)) return
    if (points.length === 0 || value > points[points.length - 1][0]) points.push([value, share, side])
  }
  for (const [i, { lo, hi, median, count }] of bins.entries()) {
    add(lo, sum / total, 'below')
    if (hi !== lo) add(median, (sum + count / 2) / total, 'either')
    add(hi, (sum + count) / total, 'up to')
    sum += count
    if (i < cuts.length) add(cuts[i], sum / total, closed === 'left' ? 'below' : 'up to')
  }
  return {
    rows: total,
    values: Float64Array.from(points, ([value]) => value),
    below: Float64Array.from(points, ([, share]) => share),
    sides: points.map(([, , side]) => side),
  }
}

/** The share of the rows below a value. O(log n). */
export function rankOf({ values, below }: Ranks, x: number): number {
  const at = bisectLeft(values, x)
  if (at === 0) return values.length > 0 && values[0] === x ? below[0] : 0
  if (at === values.length) return 1
  if (values[at] === x) return below[at]
  return below[at - 1] + (below[at] - below[at - 1]) * ((x - values[at - 1]) / (values[at] - values[at - 1]))
}

/** A value with a given share of the rows below it: between two of them. O(log n). */
export function valueAt({ values, below }: Ranks, share: number, closed: Closed): number {
  const at = Math.min(Math.max(bisectLeft(below, share), 1), values.length - 1)
  return cutBetween(values[at - 1], values[Math.max(at, 0)], closed)
}

/** The share of the rows up to a value: where many rows have it, that of the last of them. O(log n). */
function rankUpTo(ranks: Ranks, x: number): number {
  const at = bisectRight(ranks.values, x)
  return at > 0 && ranks.values[at - 1] === x ? ranks.below[at - 1] : rankOf(ranks, x)
}

/**
 * The largest difference of shares below, or up to, one and the same value (Kolmogorov and Smirnov), at the values known of
 * `was`. Rows that share a value are one step: shares below it are compared with shares below, those up to it with such.
 */
export function rankDistance(was: Ranks, now: Ranks): number {
  const { values, below, sides } = was
  let most = 0
  for (const [i, value] of values.entries()) {
    const [least, largest] = [rankOf(now, value), rankUpTo(now, value)]
    const side = sides?.[i]
    if (side === 'either') most = Math.max(most, least - below[i], below[i] - largest)
    if (side === 'below' || (side === undefined && values[i - 1] !== value))
      most = Math.max(most, Math.abs(below[i] - least))
    if (side === 'up to' || (side === undefined && values[i + 1] !== value))
      most = Math.max(most, Math.abs(below[i] - largest))
  }
  return most
}

/** What chance alone would make of that distance once in 100 times. */
export function chanceDistance(was: Ranks, now: Ranks): number {
  return 1.63 * Math.sqrt(1 / was.rows + 1 / now.rows)
}

/** The scale and shift that best map the middle nine tenths of one column onto those of another. O(log n). */
export function lineBetween(was: Ranks, now: Ranks): { readonly scale: number; readonly shift: number } | null {
  const shares = Array.from({ length: 37 }, (_, i) => 0.05 + i * 0.025)
  const [xs, ys] = [was, now].map((ranks) => shares.map((share) => valueAt(ranks, share, 'left')))
  const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length
  const [mx, my] = [mean(xs), mean(ys)]
  const square = mean(xs.map((x) => (x - mx) * (x - mx)))
  const scale = mean(xs.map((x, i) => (x - mx) * (ys[i] - my))) / square
  return square > 0 && scale > 0 && Number.isFinite(scale) ? { scale, shift: my - scale * mx } : null
}
