import { type CommonOptions, readSettings } from '../discretizers/discretize.ts'
import type { Grouped } from '../discretizers/discretizer.ts'
import { DataError } from '../errors.ts'
import { summarizeCategories } from '../summaries/categories.ts'
import { eventClass } from '../summaries/event-class.ts'
import { type ColumnOptions, summarizeNumbers } from '../summaries/exact.ts'
import { markRows } from '../summaries/marks.ts'
import { dateNumbers, isNumeric, type Table, tableColumn, tableRows } from '../summaries/table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { CategorySummary, LabelValues, Note, NumberSummary, NumberValues, Target } from '../types.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import { check, oneOf, show } from '../util/check.ts'
import { type Binning, type Column, type NumberColumn, VERSION } from './binning.ts'
import { type ColumnPolicies, fitSummary, toColumn } from './fit.ts'
import { fitLazily } from './fit-lazy.ts'
import { asDates } from './dates.ts'
import { levelsColumn } from './levels.ts'
import { shapeOf } from './shape.ts'

/** Options of one column: how it is read, method and options, policies. */
export type ColumnFit = ColumnOptions &
  Omit<ColumnPolicies, 'name'> &
  Partial<CommonOptions<Record<string, unknown>>> & {
    /** what the values are; default number for numbers, category for anything else */
    readonly kind?: Column['kind'] | undefined
    /** levels of a category: each on its own, or grouped by methods that can; default group */
    readonly levels?: 'keep' | 'group' | undefined
  } & Readonly<Record<string, unknown>>

/** Anything that can be asked whether to stop, such as an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason?: unknown
}

export interface FitTableOptions {
  /** name of the target column; none for unsupervised methods */
  readonly target?: string | undefined
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  readonly event?: string | number | boolean | undefined
  /** name of the column of weights */
  readonly weights?: string | undefined
  /** names of the columns to bin; default all others */
  readonly columns?: readonly string[] | undefined
  /** for every column */
  readonly all?: ColumnFit | undefined
  /** for single columns, over what `all` says */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** where the rows came from, kept in the binning */
  readonly source?: string | undefined
  readonly signal?: StopSignal | undefined
  /** told after every column; a promise it returns is waited for, which lets other work run */
  readonly onProgress?: ((done: number, total: number, column: string) => void | Promise<void>) | undefined
}

/**
 * Fits every column of a table: numbers by a method (by the kind of target when none is given), categories by their
 * levels, which methods such as `optimal` group. The target is read once. A signal is looked at between columns.
 */
export async function fitTable(table: Table, options: FitTableOptions = {}): Promise<Binning> {
  const { target, weights, signal, onProgress, all = {}, perColumn = {} } = options
  const rows = tableRows('fitTable', table)
  checkOptions(options)
  const { notes, ...marked } = markTable('fitTable', table, rows, options)
  const marks = { ...marked, notes: [] } // told once for the table, not for every column
  const names = options.columns ?? Object.keys(table).filter((name) => name !== target && name !== weights)
  for (const name of [...names, ...Object.keys(perColumn)]) tableColumn('fitTable', table, name)
  if (new Set(names).size < names.length) {
    throw new RangeError(`fitTable: columns must be names that all differ, got ${show(names)}`)
  }
  const columns: Column[] = []
  for (const name of names) {
    if (signal?.aborted === true) throw signal.reason ?? new Error('fitTable: stopped')
    columns.push(fitColumn(name, table[name], marks, columnOptions(all, perColumn[name])))
    await onProgress?.(columns.length, names.length, name)
  }
  return assembleBinning(options, { rows, target: marks.target, notes }, columns)
}

/** What was read besides the columns: how many rows, the target, and what there is to tell of it. */
export type ReadRows = Pick<RowMarks, 'rows' | 'target' | 'notes'>

/** Fitted columns as a binning that says how it was made. */
export function assembleBinning(
  { weights, source, all = {} }: FitTableOptions,
  { rows, target, notes }: ReadRows,
  columns: readonly Column[],
): Binning {
  return tableBinning({ all, target, columns, notes, source: { name: source ?? null, rows }, weights })
}

/** Columns of one table as a binning, with what was asked for all of them. */
export function tableBinning(facts: {
  readonly all: ColumnFit
  readonly target: Target | null
  readonly columns: readonly Column[]
  readonly notes: readonly Note[]
  readonly source: Binning['created']['source']
  readonly weights?: string | undefined
}): Binning {
  const { target, columns, notes, source, weights } = facts
  const { method, preset, ...rest } = facts.all
  return {
    format: 'kerf-binning',
    version: 1,
    created: {
      kerf: VERSION,
      method: method?.name ?? 'auto',
      options: { ...(preset === undefined ? {} : { preset }), ...rest },
      source,
      ...(weights === undefined ? {} : { weights }),
    },
    target,
    columns,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

const OPTIONS: readonly (keyof FitTableOptions)[] = [
  'target',
  'targetKind',
  'event',
  'weights',
  'columns',
  'all',
  'perColumn',
  'source',
  'signal',
  'onProgress',
]

function checkOptions(options: FitTableOptions): void {
  for (const name of Object.keys(options)) {
    if (OPTIONS.includes(name as keyof FitTableOptions)) continue
    throw new TypeError(`fitTable: unknown option ${name}; method, its options and policies go into all or perColumn`)
  }
}

/** Reads target and weights of a table by the names of their columns. */
export function markTable(
  where: string,
  table: Table,
  rows: number,
  options: FitTableOptions & { classes?: readonly string[] },
): RowMarks {
  const { target, targetKind, event, weights, classes } = options
  return markRows(rows, {
    target: target === undefined ? undefined : tableColumn(where, table, target),
    targetName: target,
    weightsName: weights,
    targetKind,
    event,
    classes,
    weights: weights === undefined ? undefined : (tableColumn(where, table, weights) as NumberValues),
  })
}

/** Fits one column of a table whose target and weights were read before. */
export function fitColumn(
  name: string,
  given: NumberValues | LabelValues,
  marks: RowMarks,
  options: ColumnFit,
): Column {
  const dates = dateNumbers(given)
  const values = dates ?? given
  const usual = dates !== null ? 'date' : isNumeric(values) ? 'number' : 'category'
  const { missing, special, kind = usual, levels, ...rest } = options
  check('fitTable', 'kind', oneOf('number', 'date', 'category', 'boolean'), kind)
  return withColumn(name, () => {
    if (kind === 'category' || kind === 'boolean') {
      return fitLevels(summarizeCategories(values, marks), name, kind, { ...rest, levels })
    }
    const asked = numberOptions(name, { ...rest, kind }, marks.target?.kind)
    return finishNumbers(fitNumbers(values as NumberValues, marks, { missing, special }, asked), kind, rest)
  })
}

/** What `work` gives; what it throws names the column. */
export function withColumn<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw aboutColumn(name, error)
  }
}

/** What a fit of numbers takes: policies, a method that is never left out, and its options. */
export type NumberFit = ColumnPolicies & { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>

/** The options of a number or date column with a method in any case. */
export function numberOptions(name: string, options: ColumnFit, target: 'class' | 'numeric' | undefined): NumberFit {
  const { missing: _, special: __, kind, ...rest } = options
  const { method, preset } = rest.method === undefined ? defaultMethod(target) : { method: rest.method }
  // Short decimals say nothing of dates, which have short texts of their own.
  return { preset, ...rest, name, method, ...(kind === 'date' ? { readable: false } : {}) }
}

/** A fitted column with the shape of its values, as dates where it holds dates. */
export function finishNumbers(
  { summary, column }: { readonly summary: NumberSummary; readonly column: NumberColumn },
  kind: 'number' | 'date',
  { readable }: ColumnFit,
): Column {
  const shaped = { ...column, shape: shapeOf(summary, column.cuts) }
  return kind === 'date' ? asDates(shaped, readable === true) : shaped
}

/** A problem of the data names its column; wrong options already name the method. */
export function aboutColumn(name: string, error: unknown): unknown {
  if (!(error instanceof DataError) || error.column !== null) return error
  return new DataError(`column ${name}: ${error.message}`, { column: name, row: error.row })
}

/** Large columns without sorting them, where the method allows it; the others by an exact summary. */
function fitNumbers(
  values: NumberValues,
  marks: RowMarks,
  codes: ColumnOptions,
  asked: NumberFit,
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

/** A category column: its levels as they are, or in the groups that the method finds. */
export function fitLevels(
  summary: CategorySummary,
  name: string,
  kind: 'category' | 'boolean',
  { levels = 'group', ...rest }: ColumnFit,
): Column {
  check('fitTable', 'levels', oneOf('keep', 'group'), levels)
  // Of two truth values there is nothing to group.
  const grouped = levels === 'group' && kind === 'category' ? groupsOf(summary, rest) : undefined
  return levelsColumn(summary, { name, kind, missingPolicy: rest.missingPolicy }, grouped)
}

/** The groups of levels that the method finds; undefined when it groups none. */
function groupsOf(summary: CategorySummary, options: ColumnFit): Grouped | undefined {
  const { method, preset, missingPolicy: _m, specialPolicy: _s, closed: _c, readable: _r, ...own } = options
  if (method?.group === undefined) return undefined
  const why = whyNotGrouped(summary)
  if (why === null) return method.group(summary, readSettings({ method, preset, ...own }).options)
  const notes = [{ code: 'levels-kept', message: `levels are kept as they are: ${why}` }]
  return { groups: summary.levels.map((_, i) => [i]), notes }
}

/** Names and keys have nearly a level per row; grouped by the target they would seem to tell everything about it. */
function whyNotGrouped({ levels, tallies, target }: CategorySummary): string | null {
  const rows = tallies.rows.reduce((sum, count) => sum + count, 0)
  if (levels.length > 20 && levels.length > rows / 2) return `there are ${levels.length} of them in ${rows} rows`
  if (target?.kind === 'numeric' || eventClass(target) !== null) return null
  return 'grouping them needs two classes, an event or a numeric target'
}

/** What a column takes whatever its method. */
const ANY_METHOD = ['missing', 'special', 'missingPolicy', 'specialPolicy', 'kind', 'levels', 'closed', 'readable']

/** What is asked for one column over what is asked for all; another method is not bothered with the options of theirs. */
export function columnOptions(all: ColumnFit, own: ColumnFit = {}): ColumnFit {
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const other = own.method !== undefined && own.method !== all.method
  const common = Object.entries(all).filter(([key]) => !other || ANY_METHOD.includes(key))
  return Object.fromEntries([...common, ...given])
}
