import { ArgumentError } from '../../errors.ts'
import { usualMethod } from '../../discretizers/default-method.ts'
import { readSettings } from '../../discretizers/discretize.ts'
import type { Grouped } from '../../discretizers/discretizer.ts'
import { dateNumbers, isNumeric } from '../../summaries/column-table.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import { summarizeCategories } from '../../summaries/summarize-categories.ts'
import { toNumbers } from '../../summaries/summarize-numbers.ts'
import type { CategorySummary, LabelValues, NumberValues } from '../../types.ts'
import { check, oneOf } from '../../util/check.ts'
import type { Column, NumberColumn } from '../binning.ts'
import { asDates } from '../labels.ts'
import { levelsColumn } from '../level-columns.ts'
import { aboutColumn } from '../../util/about-column.ts'
import { givenGroupsColumn, withUnseenWanted } from './given-groups.ts'
import { fitNumbers } from './fit-numbers.ts'
import { runNow, type Steps } from '../../util/steps.ts'
import { type ColumnPolicies, tableStep } from './count-column.ts'
import type { MethodGiven } from './method-given.ts'
import type { StartPlaces } from './known-places.ts'
import type { RowsInMemory } from './rows-in-memory.ts'
import type { ColumnFit } from './column-fit.ts'

/** One column to fit. Everything in it but the method is plain data. */
export interface ColumnJob {
  /** name of the column */
  readonly name: string
  /** one value per row */
  readonly values: NumberValues | LabelValues
  /** how it is fitted, with what its values are */
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
export function fitColumn(job: ColumnJob, rows: RowsInMemory, places?: StartPlaces): Column {
  return runNow(columnSteps(job, rows, places))
}

/** The same in steps. No other column of the rows may be begun before the last one is taken. */
export function* columnSteps(
  { name, values, options }: ColumnJob,
  rows: RowsInMemory,
  places?: StartPlaces,
): Steps<Column> {
  const { missing, special, kind, levels, ...rest } = options
  const { marks } = rows
  const { where = 'fitTable' } = marks
  try {
    if (kind === 'category' || kind === 'boolean') {
      const summary = summarizeCategories(values, marks)
      yield 0.5
      return fitLevels(summary, name, kind, { ...rest, levels })
    }
    const { given, policies } = numberOptions(name, { ...rest, kind }, marks.target?.kind)
    const source = rows.column(toNumbers(values as NumberValues, marks.rows, { where, column: name }), {
      missing,
      special,
    })
    return asKind(yield* fitNumbers(source, given, tableStep(where, policies, places)), kind, rest)
  } catch (error) {
    throw aboutColumn(where, name, error)
  }
}

/** What a fit of numbers takes: a method that is never left out, with its options, and policies. */
export interface NumberFit {
  readonly given: MethodGiven
  readonly policies: ColumnPolicies
}

/** The options of a number or date column with a method in any case. */
export function numberOptions(name: string, options: ColumnFit, target: 'class' | 'numeric' | undefined): NumberFit {
  const { missing: _, special: _s, levels: _l, groups, unseen: _u, kind, missingPolicy, specialPolicy, reference, ...rest } = options // prettier-ignore
  if (groups !== undefined) {
    throw new ArgumentError(`fitTable: groups are of levels, and ${name} holds numbers; with kind category they are levels`, { code: 'wrong-type', column: name }) // prettier-ignore
  }
  const { method, preset } = rest.method === undefined ? usualMethod(target) : { method: rest.method }
  return {
    // Short decimals say nothing of dates, which have short texts of their own.
    given: { preset, ...rest, method, ...(kind === 'date' ? { readable: false } : {}) },
    policies: { name, missingPolicy, specialPolicy, reference },
  }
}

/** A fitted column as dates where it holds dates. */
export function asKind(column: NumberColumn, kind: 'number' | 'date', { readable }: ColumnFit): Column {
  return kind === 'date' ? asDates(column, readable === true) : column
}

/** A category column: its levels as they are, or in the groups that the method finds. */
export function fitLevels(
  summary: CategorySummary,
  name: string,
  kind: 'category' | 'boolean',
  { levels = 'group', groups, unseen, ...rest }: ColumnFit,
): Column {
  check('fitTable', 'levels', oneOf('keep', 'group'), levels)
  // Of two truth values there is nothing to group.
  const own = levelOptions(rest, summary.target?.kind)
  const grouped =
    levels === 'group' && kind === 'category' && groups === undefined ? groupsOf(summary, rest.method, own) : undefined
  const { missingPolicy, reference } = rest
  const options = { name, kind, missingPolicy, reference }
  const column =
    groups === undefined ? levelsColumn(summary, options, grouped) : givenGroupsColumn(summary, options, groups)
  return withUnseenWanted(column, unseen)
}

type MethodOptions = Record<string, unknown>

/** The groups of levels that the method finds; undefined when it groups none, or when none was asked for. */
function groupsOf(summary: CategorySummary, asked: ColumnFit['method'], own: MethodOptions): Grouped | undefined {
  if (asked?.group === undefined) return undefined
  const why = whyNotGrouped(summary)
  if (why === null) return asked.group(summary, own)
  const notes = [{ code: 'levels-kept', message: `levels are kept as they are: ${why}` }]
  return { groups: summary.levels.map((_, i) => [i]), notes }
}

/** The options of the method of a category column: refused as those of a number column are, though most leave levels alone. */
function levelOptions(options: ColumnFit, target: 'class' | 'numeric' | undefined): MethodOptions {
  const { missing: _, special: _s, kind: _k, missingPolicy: _m, specialPolicy: _p, reference: _f, ...rest } = options
  const { method, preset } = rest.method === undefined ? usualMethod(target) : { method: rest.method }
  return readSettings<MethodOptions>({ preset, ...rest, method }, 'fitTable').options
}

/** Names and keys have nearly a level per row; grouped by the target they would seem to tell everything about it. */
function whyNotGrouped({ levels, tallies, target }: CategorySummary): string | null {
  const rows = tallies.rows.reduce((sum, count) => sum + count, 0)
  if (levels.length > 20 && levels.length > rows / 2) return `there are ${levels.length} of them in ${rows} rows`
  if (target?.kind === 'numeric' || eventClass(target) !== null) return null
  return 'grouping them needs two classes, an event or a numeric target'
}
