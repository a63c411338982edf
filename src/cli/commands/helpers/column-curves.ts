import { binsCurve } from '../../../binning/curves/bins-curve.ts'
import { cutStability } from '../../../binning/curves/cut-stability.ts'
import type { ColumnCurves } from '../../../reports/html/curves/curves-html.ts'
import type { ColumnTrace } from './trace-columns.ts'

/** How often rows are drawn again, and above how many distinct values less often, so that nobody waits for minutes. */
export const MANY_DRAWS = 200
export const FEW_DRAWS = 20
export const LARGE_COLUMN = 1000

/**
 * Where cuts fall when the rows of a column are drawn again, and what more bins would tell. A summary of weighted rows
 * cannot tell that, nor does a column of one value. Null draws as often as the column allows.
 */
export function columnCurves(
  { summary, given, target }: Pick<ColumnTrace, 'summary' | 'given' | 'target'>,
  asked: number | null = null,
): ColumnCurves {
  const resamples = asked ?? (summary.cells.size > LARGE_COLUMN ? FEW_DRAWS : MANY_DRAWS)
  if (resamples === 0 || summary.weighted || summary.cells.size < 2) return {}
  const stability = cutStability(summary, given, { resamples })
  return target === null
    ? { stability }
    : { stability, bins: binsCurve(summary, { resamples: Math.min(resamples, FEW_DRAWS) }) }
}
