import { ArgumentError } from '../../errors.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { fromRows } from '../../sources/from-rows.ts'
import { type ByteLabels, markTableRows } from '../../summaries/mark-rows.ts'
import { isRows, readTable, tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import { classNotes } from '../../summaries/target-kind.ts'
import type { Note, NumberValues, Table, Target } from '../../types.ts'
import { isOptions, knownOptions, type OptionNames, show } from '../../util/check.ts'
import { nearestNames } from '../../util/suggest.ts'
import { type Binning, type Column, VERSION } from '../binning.ts'
import { inlinePool } from './column-pool.ts'
import { type ColumnJob, columnJob } from './fit-column.ts'
import { mixedNote, readMixed } from './mixed-columns.ts'
import type { ColumnFit } from './column-fit.ts'
import type { AnyName, FitTableOptions, NameOf, TableOrRows } from './table-options.ts'

/**
 * Fits every column of a table, or of rows that are objects: numbers by a method (by the kind of target when none is given), categories by their
 * levels, which methods such as `optimal` group. The target is read once. A signal is looked at between columns.
 */
export async function fitTable<
  Data extends TableOrRows<Data>,
  Method = AnyDiscretizer,
  Methods = object,
  Name extends string = never,
>(given: Data, asked: FitTableOptions<NameOf<Data> | AnyName<Name>, Method, Methods> = {}): Promise<Binning> {
  isOptions('fitTable', asked)
  const options = asked as FitTableOptions
  const { target, weights, numbers = [], signal, onProgress, all = {}, perColumn = {}, pool = inlinePool } = options
  const whole = readTable('fitTable', isRows(given) ? fromRows(given) : given)
  const rows = tableRows('fitTable', whole)
  checkOptions(options)
  for (const name of numbers) tableColumn('fitTable', whole, name)
  const { table, notes: read } = numbers.length > 0 ? readMixed(whole, numbers) : { table: whole, notes: [] }
  const names = options.columns ?? Object.keys(table).filter((name) => name !== target && name !== weights)
  if (!signal?.aborted) pool.expect?.(table, names, rows)
  const marks = markTable('fitTable', table, rows, { ...options, bytes: pool.bytes })
  const { notes } = marks
  // Told once for the table, not for every column; a copy of the marks would make codes that not all pools need.
  Object.assign(marks, { notes: [] })
  for (const name of [...names, ...Object.keys(perColumn)]) tableColumn('fitTable', table, name)
  if (new Set(names).size < names.length) {
    throw new ArgumentError(`fitTable: columns must be names that all differ, got ${show(names)}`, {
      code: 'out-of-range',
    })
  }
  const values = (index: number): Table[string] => table[names[index]]
  const job = (index: number): ColumnJob =>
    columnJob(names[index], values(index), columnOptions(all, perColumn[names[index]]))
  const fitted = await pool.fitColumns({ names, job, values }, marks, { signal, onProgress })
  const mixed = fitted.flatMap(({ kind, name }) =>
    kind === 'category' && columnOptions(all, perColumn[name]).kind === undefined
      ? (mixedNote(name, table[name]) ?? [])
      : [],
  )
  return assembleBinning(options, { rows, target: marks.target, notes: [...notes, ...read, ...mixed] }, fitted)
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
  const { target, columns, source, weights } = facts
  const notes = [...facts.notes, ...classNotes(target, source.rows)]
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

const NAMES: OptionNames<FitTableOptions> = {
  target: 1,
  targetKind: 1,
  event: 1,
  weights: 1,
  columns: 1,
  all: 1,
  perColumn: 1,
  source: 1,
  signal: 1,
  onProgress: 1,
  pool: 1,
  numbers: 1,
}

function checkOptions(options: FitTableOptions): void {
  const known = Object.keys(NAMES)
  const foreign = Object.keys(options).find((name) => !known.includes(name))
  if (foreign !== undefined && nearestNames(foreign, known).length === 0) {
    throw new ArgumentError(
      `fitTable: unknown option ${foreign}; a method, its options and policies go into all or perColumn`,
      { code: 'unknown-option' },
    )
  }
  knownOptions('fitTable', options, NAMES)
}

/** Reads target and weights of a table by the names of their columns. */
export function markTable(
  where: string,
  table: Table,
  rows: number,
  options: FitTableOptions & { classes?: readonly string[] | undefined; bytes?: ByteLabels | undefined },
): RowMarks {
  const { target, targetKind, event, weights, classes, bytes } = options
  return markTableRows(
    rows,
    {
      target: target === undefined ? undefined : tableColumn(where, table, target),
      targetName: target,
      weightsName: weights,
      targetKind,
      event,
      classes,
      bytes,
      weights: weights === undefined ? undefined : (tableColumn(where, table, weights) as NumberValues),
    },
    where,
  )
}

/** What a column takes whatever its method. */
const ANY_METHOD = ['missing', 'special', 'missingPolicy', 'specialPolicy', 'reference', 'kind', 'levels', 'unseen', 'closed', 'readable'] // prettier-ignore

/** What is asked for one column over what is asked for all; another method is not bothered with the options of theirs. */
export function columnOptions(all: ColumnFit, own: ColumnFit = {}): ColumnFit {
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const other = own.method !== undefined && own.method !== all.method
  const common = Object.entries(all).filter(([key]) => !other || ANY_METHOD.includes(key))
  return Object.fromEntries([...common, ...given])
}
