import type { CommonOptions } from '../discretizers/discretize.ts'
import { DataError } from '../errors.ts'
import { summarizeCategories } from '../summaries/categories.ts'
import { type ColumnOptions, summarizeNumbers } from '../summaries/exact.ts'
import { markRows } from '../summaries/marks.ts'
import { isNumeric, type Table, tableColumn, tableRows } from '../summaries/table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { LabelValues, NumberValues } from '../types.ts'
import { equalFrequency } from '../discretizers/equal-frequency.ts'
import { type Binning, type Column, VERSION } from './binning.ts'
import { type ColumnPolicies, fitSummary } from './fit.ts'
import { levelsColumn } from './levels.ts'
import { shapeOf } from './shape.ts'

/** Options of one column: how it is read, method and options, policies. */
export type ColumnFit = ColumnOptions &
  Omit<ColumnPolicies, 'name'> &
  Partial<CommonOptions<Record<string, unknown>>> &
  Readonly<Record<string, unknown>>

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
  readonly onProgress?: ((done: number, total: number, column: string) => void) | undefined
}

/**
 * Fits every column of a table: numbers by a method (`mdlp` for classes, else `equal-frequency`, when
 * none is given), categories by their levels. The target is read once. Gives other
 * work a turn between columns, so that a signal can stop it.
 */
export async function fitTable(table: Table, options: FitTableOptions = {}): Promise<Binning> {
  const { target, weights, signal, onProgress, all = {}, perColumn = {} } = options
  const rows = tableRows('fitTable', table)
  const marks = markTable(table, rows, options)
  const names = options.columns ?? Object.keys(table).filter((name) => name !== target && name !== weights)
  for (const name of [...names, ...Object.keys(perColumn)]) tableColumn('fitTable', table, name)
  const columns: Column[] = []
  for (const name of names) {
    if (signal?.aborted === true) throw signal.reason ?? new Error('fitTable: stopped')
    columns.push(fitColumn(name, table[name], marks, { ...all, ...perColumn[name] }))
    onProgress?.(columns.length, names.length, name)
    await Promise.resolve()
  }
  const { method, preset, ...rest } = all
  return {
    format: 'kerf-binning',
    version: 1,
    created: {
      kerf: VERSION,
      method: method?.name ?? 'auto',
      options: { ...(preset === undefined ? {} : { preset }), ...rest },
      source: { name: options.source ?? null, rows },
    },
    target: marks.target,
    columns,
  }
}

/** Reads target and weights of a table by the names of their columns. */
export function markTable(
  table: Table,
  rows: number,
  options: FitTableOptions & { classes?: readonly string[] },
): RowMarks {
  const { target, targetKind, event, weights, classes } = options
  return markRows(rows, {
    target: target === undefined ? undefined : tableColumn('fitTable', table, target),
    targetName: target,
    targetKind,
    event,
    classes,
    weights: weights === undefined ? undefined : (tableColumn('fitTable', table, weights) as NumberValues),
  })
}

function fitColumn(name: string, values: NumberValues | LabelValues, marks: RowMarks, options: ColumnFit): Column {
  const { missing, special, ...rest } = options
  try {
    if (!isNumeric(values)) return levelsColumn(name, summarizeCategories(values, marks))
    const summary = summarizeNumbers(values, marks, { missing, special })
    const method = rest.method ?? (marks.target?.kind === 'class' ? undefined : equalFrequency)
    const column = fitSummary(summary, { ...rest, name, method }, missing)
    return { ...column, shape: shapeOf(summary, column.cuts) }
  } catch (error) {
    // A problem of the data names its column; wrong options already name the method.
    if (!(error instanceof DataError) || error.column !== null) throw error
    throw new DataError(`column ${name}: ${error.message}`, { column: name, row: error.row })
  }
}
