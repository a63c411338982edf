import { cutBetween } from '../../discretizers/column-view.ts'
import { nextDown, nextUp } from '../../util/numbers/doubles.ts'
import type { NumberColumn } from '../binning.ts'

/**
 * One value that stands for each bin: the median of the rows in it, the middle of what was seen where the median is not
 * known, the middle between the bin's ends where nothing was seen. O(bins).
 *
 *     // A typical age of each bin, to put in place of the values:
 *     console.log(representatives(fit(ages, { target: bought }))) // → [ 24, 48 ]
 */
export function representatives(column: NumberColumn): number[] {
  const { cuts, closed } = column
  const [min, max] = column.range ?? [cuts[0] ?? 0, cuts.at(-1) ?? 0]
  return column.bins.map((bin, i) => {
    if (bin.median !== null) return bin.median
    if (bin.lo !== null && bin.hi !== null && Number.isFinite(bin.lo) && Number.isFinite(bin.hi))
      return bin.lo / 2 + bin.hi / 2
    // Nothing finite seen: between the bin's ends, or just beyond the only one it has.
    const [lo, hi] = [cuts[i - 1] ?? -Infinity, cuts[i] ?? Infinity]
    if (lo === -Infinity && hi === Infinity) return min / 2 + max / 2
    if (lo === -Infinity) return closed === 'left' ? Math.min(min, nextDown(hi)) : Math.min(min, hi)
    if (hi === Infinity) return closed === 'left' ? Math.max(max, lo) : Math.max(max, nextUp(lo))
    return cutBetween(lo, hi, closed === 'left' ? 'right' : 'left')
  })
}
