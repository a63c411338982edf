import { defaultMethod } from '../discretizers/default-method.ts'
import type { CommonOptions } from '../discretizers/discretize.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import { DataError } from '../errors.ts'
import { summarizeCategories } from '../summaries/categories.ts'
import { type ColumnOptions, summarizeNumbers, toNumbers } from '../summaries/exact.ts'
import { dateNumbers, isNumeric } from '../summaries/table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { LabelValues, NumberSummary, NumberValues } from '../types.ts'
import { check, oneOf } from '../util/check.ts'
import type { Column, NumberColumn } from './binning.ts'
import { asDates } from './dates.ts'
import { type ColumnPolicies, fitSummary, toColumn } from './fit.ts'
import { fitLazily } from './fit-lazy.ts'
import { levelsColumn } from './levels.ts'
import { shapeOf } from './shape.ts'

/** Options of one column: how it is read, method and options, policies. */
export type ColumnFit = ColumnOptions &
  Omit<ColumnPolicies, 'name'> &
  Partial<CommonOptions<Record<string, unknown>>> & {
    /** what the values are; default number for numbers, category for anything else */
    readonly kind?: Column['kind'] | undefined
  } & Readonly<Record<string, unknown>>

/** One column to fit. Everything in it but the method is plain data. */
export interface ColumnJob {
  readonly name: string
  readonly values: NumberValues | LabelValues
  readonly options: ColumnFit & { readonly kind: Column['kind'] }
}

/** A column as a job: dates as numbers, and its kind by what it holds unless one is asked for. */
export function columnJob(name: string, given: NumberValues | LabelValues, options: ColumnFit): ColumnJob {
  const dates = dateNumbers(given)
  const values = dates ?? given
  const kind = options.kind ?? (dates !== null ? 'date' : isNumeric(values) ? 'number' : 'category')
  check('fitTable', 'kind', oneOf('number', 'date', 'category', 'boolean'), kind)
  return { name, values, options: { ...options, kind } }
}

/** Fits one column of a table: what a worker does. A problem of the data names the column. */
export function fitColumn({ name, values, options }: ColumnJob, marks: RowMarks): Column {
  const { missing, special, kind, ...rest } = options
  try {
    if (kind === 'category' || kind === 'boolean') {
      return levelsColumn(summarizeCategories(values, marks), { name, kind, missingPolicy: rest.missingPolicy })
    }
    const { method, preset } = rest.method === undefined ? defaultMethod(marks.target?.kind) : { method: rest.method }
    // Short decimals say nothing of dates, which have short texts of their own.
    const asked = { preset, ...rest, name, method, ...(kind === 'date' ? { readable: false } : {}) }
    const { summary, column } = fitNumbers(
      toNumbers(values as NumberValues, marks.rows),
      marks,
      { missing, special },
      asked,
    )
    const shaped = { ...column, shape: shapeOf(summary, column.cuts) }
    return kind === 'date' ? asDates(shaped, rest.readable === true) : shaped
  } catch (error) {
    // A problem of the data names its column; wrong options already name the method.
    if (!(error instanceof DataError) || error.column !== null) throw error
    throw new DataError(`column ${name}: ${error.message}`, { column: name, row: error.row })
  }
}

/** Large columns without sorting them, where the method allows it; the others by an exact summary. */
function fitNumbers(
  values: Float64Array,
  marks: RowMarks,
  codes: ColumnOptions,
  asked: ColumnPolicies & { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>,
): { summary: NumberSummary; column: NumberColumn } {
  const { name, missingPolicy, specialPolicy, ...own } = asked
  const plain = (codes.missing ?? []).length === 0 && (codes.special ?? []).length === 0
  const settled = plain ? fitLazily(values, marks, own) : null
  if (settled !== null) {
    const { summary, proposal } = settled
    return { summary, column: toColumn(summary, proposal, { name, missingPolicy, specialPolicy }, true) }
  }
  const summary = summarizeNumbers(values, marks, codes)
  return { summary, column: fitSummary(summary, asked) }
}
