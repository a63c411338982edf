import type { CategorySummary, LabelValue, NumberSummary, NumberValue, ValuesGiven } from '../types.ts'
import { type CategoryOptions, summarizeCategories } from './summarize-categories.ts'
import { type ColumnOptions, summarizeNumbers } from './summarize-numbers.ts'
import { type MarkOptions, markRows } from './mark-rows.ts'
import { knownOptions, type OptionNames } from '../util/check.ts'
import { valuesOf } from '../util/data-value.ts'

/** The names of both kinds of options; numbers have special codes as well. */
const LEVELS_NAMES: OptionNames<SummarizeLevelsOptions> = {
  target: 1,
  targetKind: 1,
  targetName: 1,
  classes: 1,
  event: 1,
  weights: 1,
  weightsName: 1,
  missing: 1,
}

/** Everything that is fixed when a summary is built. */
export interface SummarizeOptions extends MarkOptions, ColumnOptions {}

/**
 * Layer one of a number column, from arrays.
 *
 *     const counted = summarize([1, 2, 2, 7], { target: ['a', 'a', 'b', 'b'] })
 *     console.log(counted.cells.lo, counted.cells.tallies.sums)
 *     // → Float64Array(3) [ 1, 2, 7 ] Float64Array(6) [ 1, 0, 1, 1, 0, 1 ]
 */
export function summarize(column: ValuesGiven<NumberValue>, options: SummarizeOptions = {}): NumberSummary {
  knownOptions('summarize', options, { ...LEVELS_NAMES, special: 1 })
  const values = valuesOf('summarize', 'values', column)
  return summarizeNumbers(values, markRows(values.length, options), options)
}

/** Everything that is fixed when the summary of a category column is built. */
export interface SummarizeLevelsOptions extends MarkOptions, CategoryOptions {}

/**
 * Layer one of a category column, from arrays.
 *
 *     const { levels, tallies } = summarizeLevels(['Oslo', 'Bergen', 'Oslo'], { target: ['a', 'b', 'a'] })
 *     console.log(levels, tallies.rows) // → [ 'Bergen', 'Oslo' ] Float64Array(2) [ 1, 2 ]
 */
export function summarizeLevels(
  column: ValuesGiven<LabelValue>,
  options: SummarizeLevelsOptions = {},
): CategorySummary {
  knownOptions('summarizeLevels', options, LEVELS_NAMES)
  const values = valuesOf('summarizeLevels', 'values', column)
  return summarizeCategories(values, markRows(values.length, options, 'summarizeLevels'), options)
}
