import type { NumberColumn } from './binning.ts'

/**
 * One value that stands for each bin: the median of the rows in it, the middle of what was seen where the median is not
 * known, the middle between the bin's ends where nothing was seen. O(bins).
 */
export function representatives(column: NumberColumn): number[] {
  const [min, max] = column.range ?? [0, 0]
  const ends = [Math.min(min, column.cuts[0] ?? min), ...column.cuts, Math.max(max, column.cuts.at(-1) ?? max)]
  return column.bins.map((bin, i) => {
    if (bin.median !== null) return bin.median
    const lo = bin.lo === null || !Number.isFinite(bin.lo) ? ends[i] : bin.lo
    const hi = bin.hi === null || !Number.isFinite(bin.hi) ? ends[i + 1] : bin.hi
    return lo / 2 + hi / 2
  })
}
