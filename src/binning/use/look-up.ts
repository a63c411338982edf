import { ArgumentError } from '../../errors.ts'
import type { LabelValues, NumberValue } from '../../types.ts'
import { show } from '../../util/check.ts'
import { suggest } from '../../util/suggest.ts'
import { assign } from '../assign.ts'
import {
  type Binning,
  type CategoryColumn,
  type Column,
  hasCuts,
  type NumberBin,
  type NumberColumn,
} from '../binning.ts'
import { slotLabels } from '../labels.ts'

/**
 * The column of a binning that has this name.
 *
 *     console.log(column(binning, 'age').bins.map(({ label }) => label)) // → [ '< 30.5', '≥ 30.5' ]
 */
export function column(binning: Binning, name: string): Column {
  if (!Array.isArray(binning?.columns)) {
    throw new ArgumentError(`column: binning must be a binning, as fitTable gives it, got ${show(binning)}`, {
      code: 'wrong-type',
    })
  }
  const found = binning.columns.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = binning.columns.map((one) => one.name)
  throw new ArgumentError(`column: unknown column ${show(name)}${suggest(name, names)}`, { code: 'unknown-name' })
}

/** A bin with finite ends, as charts want it. */
export type EdgedBin = NumberBin & {
  /** where the bin begins: a cut, or for the first bin the smallest value seen */
  readonly x0: number
  /** where it ends: a cut, or for the last bin the largest value seen */
  readonly x1: number
}

/**
 * The bins of a number column with finite ends `x0` and `x1`, for D3, Plot and other charts: cuts inside, and outside the
 * smallest and the largest value seen. Where nothing lies beyond the outermost cut, its bin has no width.
 *
 *     const bars = binEdges(fit(ages, { target: bought }))
 *     console.log(bars.map(({ x0, x1, count }) => `${x0} to ${x1}: ${count}`))
 *     // → [ '18 to 30.5: 91', '30.5 to 67: 209' ]
 *     Plot.rectY(bars, { x1: 'x0', x2: 'x1', y: 'count' })
 */
export function binEdges(fitted: NumberColumn): EdgedBin[] {
  if (!Array.isArray(fitted?.bins) || !hasCuts(fitted)) {
    throw new ArgumentError(`binEdges: column must be a fitted column of numbers, got ${show(fitted)}`, {
      code: 'wrong-type',
    })
  }
  const { cuts, bins, range } = fitted
  const [least, most] = range ?? [cuts[0] ?? 0, cuts.at(-1) ?? 0]
  const first = Math.min(least, cuts[0] ?? Infinity)
  const last = Math.max(most, cuts.at(-1) ?? -Infinity)
  return bins.map((bin, i) => ({ ...bin, x0: cuts[i - 1] ?? first, x1: cuts[i] ?? last }))
}

/**
 * The label of the bin that a value belongs to; `missing` or `special …` where it belongs to none.
 *
 *     console.log(labelOf(column(binning, 'age'), 31), labelOf(column(binning, 'age'), null)) // → ≥ 30.5 missing
 */
export function labelOf(fitted: NumberColumn, value: NumberValue): string
export function labelOf(fitted: CategoryColumn, value: LabelValues[number]): string
export function labelOf(fitted: Column, value: LabelValues[number]): string
export function labelOf(fitted: Column, value: LabelValues[number]): string {
  if (!Array.isArray(fitted?.bins))
    throw new ArgumentError(`labelOf: column must be a fitted column, got ${show(fitted)}`, { code: 'wrong-type' })
  return slotLabels(fitted)[assign(fitted as NumberColumn, value as number)]
}
