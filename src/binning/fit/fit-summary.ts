import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { isExact } from '../../summaries/cells.ts'
import type { NumberSummary } from '../../types.ts'
import type { NumberColumn } from '../binning.ts'
import { certify } from './certify.ts'
import { defaultOf, fitCells, type FitSummaryOptions, toColumn } from './fit.ts'

/**
 * Fits bins from a summary, so that another method needs no second look at the rows. From coarse cells cuts are marked as exact
 * where that is proven; else a note with the code `certificate` says how far they can be trusted. `print` puts a value of
 * that note into words.
 */
export function fitSummary<Options extends object = object>(
  summary: NumberSummary,
  given: FitSummaryOptions<Options> = {},
  print?: (value: number) => string,
): NumberColumn {
  if (isExact(summary.cells)) return fitCells(summary, given)
  const { name, missingPolicy, specialPolicy, method = defaultOf(summary), ...rest } = given
  const proposal = certify(summary, { ...rest, method: method as AnyDiscretizer }, print)
  return toColumn(summary, proposal, { name, missingPolicy, specialPolicy }, true)
}
