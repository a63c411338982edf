import { levelsColumn } from '../../binning/level-columns.ts'
import { withColumn } from '../../util/about-column.ts'
import { columnOptions } from '../../binning/fit/fit-table.ts'
import { summarizeCategories } from '../../summaries/summarize-categories.ts'
import { dateNumbers, isNumeric } from '../../summaries/column-table.ts'
import type { LabelValues, NumberValues } from '../../types.ts'
import { check, increasingNumbers, oneOf } from '../../util/check.ts'
import type { GrowOptions } from '../grow-options.ts'
import type { ClassMarks } from './grow-rows.ts'
import { treeLevels } from '../tree-columns.ts'
import type { TreeLevels, TreeNumbers } from '../tree.ts'

/** A column as a binary tree reads it: numbers with their values, or levels. */
export type ReadColumn =
  | { readonly column: TreeNumbers; readonly numbers: NumberValues }
  | { readonly column: TreeLevels; readonly numbers?: undefined }

/** Reads a column for tests of one cut at a time; what does not hold numbers or dates is taken by its levels. O(rows). */
export function readBinary(
  name: string,
  given: NumberValues | LabelValues,
  marks: ClassMarks,
  { all = {}, perColumn = {} }: GrowOptions,
): ReadColumn {
  const dates = dateNumbers(given)
  const values = dates ?? given
  const usual = dates !== null ? 'date' : isNumeric(values) ? 'number' : 'category'
  const { kind = usual, closed = 'left', missing = [], special = [] } = columnOptions(all, perColumn[name])
  check('growTree', 'kind', oneOf('number', 'date', 'category', 'boolean'), kind)
  check('growTree', 'closed', oneOf('left', 'right'), closed)
  if (kind === 'number' || kind === 'date') {
    const codes = { missing: readCodes('missing', missing), special: readCodes('special', special) }
    return { column: { name, kind, closed, cuts: [], labels: [], ...codes }, numbers: values as NumberValues }
  }
  const levels = withColumn('growTree', name, () => levelsColumn(summarizeCategories(values, marks), { name, kind }))
  return { column: treeLevels(levels) }
}

function readCodes(name: string, given: readonly number[]): number[] {
  const codes = [...new Set(Array.from(given, (code) => code + 0))].toSorted((a, b) => a - b)
  check('growTree', name, increasingNumbers(), codes)
  return codes
}
