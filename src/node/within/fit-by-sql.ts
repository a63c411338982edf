import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column, NumberColumn } from '../../binning/binning.ts'
import type { CellSource, Counted } from '../../binning/fit/cell-source.ts'
import { aboutColumn, asKind, type ColumnFit, fitLevels, numberOptions } from '../../binning/fit/fit-column.ts'
import { fitNumbers } from '../../binning/fit/fit-numbers.ts'
import { columnStep } from '../../binning/fit/last-step.ts'
import { runLater } from '../../binning/fit/run-steps.ts'
import { valuesSql } from '../../engines/dialects/duckdb-sql.ts'
import { DataError } from '../../errors.ts'
import { isExact } from '../../summaries/cells.ts'
import { summarizeNumbers } from '../../summaries/summarize-numbers.ts'
import { channelCount } from '../../summaries/tallies.ts'
import { parquetSql } from '../duckdb/duckdb-parquet.ts'
import { countCells, countValues, sumValues } from './count-cells.ts'
import { levelsBySql } from './levels-by-sql.ts'
import { extentOf, numberSql, type SqlTarget } from './sql-column.ts'
import { bytesText } from '../files/byte-sizes.ts'
import type { StoredTable, StoredValues } from '../duckdb/stored-table.ts'

/** Bytes a different value takes in an exact summary and while it is searched. */
const PER_VALUE = 120

/**
 * Fits a column that is too large to be held: the database counts it in cells, and counts again where a better cut could
 * hide. Exact for the methods that can be settled in this way, and wherever there are few enough different values.
 */
export async function fitBySql(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  target: SqlTarget,
  options: ColumnFit,
  bytes: number,
): Promise<Column> {
  const { name } = column
  try {
    const kind = options.kind ?? column.kind
    if (kind === 'category' || kind === 'boolean') {
      const summary = await levelsBySql(connection, table, column, target)
      const { missing: _, special: __, kind: ___, ...rest } = options
      return fitLevels(summary, name, kind, rest)
    }
    const x = numberSql(column, table.missing)
    if (x === null) throw tooLarge(table, column, bytes)
    return asKind(
      await fitStreamed({ connection, table, column, target, bytes }, x, { ...options, kind }),
      kind,
      options,
    )
  } catch (error) {
    throw aboutColumn(name, error)
  }
}

/** Says that a column can only be read whole, and that this would take too much. */
export function tooLarge(table: StoredTable, column: StoredValues, bytes: number): DataError {
  const what = column.type === 'VARCHAR' ? `${column.kind}s written as text` : `${column.type} values`
  return new DataError(
    `${table.file}: column "${column.name}" holds ${what} and is too large for the ${bytesText(bytes)} of memory there is for columns; ` +
      'allow more with --memory, or leave it out with --exclude',
    { column: column.name },
  )
}

/** A column too large to be held, where it is, and the memory there is for it. */
interface LargeColumn {
  readonly connection: DuckDBConnection
  readonly table: StoredTable
  readonly column: StoredValues
  readonly target: SqlTarget
  readonly bytes: number
}

async function fitStreamed(large: LargeColumn, x: string, options: ColumnFit): Promise<NumberColumn> {
  const { column, target, bytes } = large
  const { given, policies } = numberOptions(column.name, options, target.target?.kind)
  let cells = 0
  const source: CellSource = {
    target: target.target,
    summarize: async () => {
      const counted = await summarizeBySql(large, x, options)
      cells = counted.summary.cells.size
      return counted
    },
  }
  const fitted = await runLater(fitNumbers(source, given, columnStep(policies, 'rough')))
  return fitted.cutsExact ? fitted : { ...fitted, notes: [...fitted.notes, coarseNote(cells, bytes)] }
}

/** Layer one by the database: every value where they fit into memory, else cells that can be looked into. */
async function summarizeBySql(
  { connection, table, column, target: { target, code }, bytes }: LargeColumn,
  x: string,
  { missing, special }: ColumnFit,
): Promise<Counted> {
  // Nothing in it yet but the codes, which are checked as usual.
  const none = { target, rows: 0, codes: null, numbers: null, weights: null, notes: [] }
  const empty = summarizeNumbers(new Float64Array(0), none, { missing, special })
  const { specialCodes, missingCodes } = empty
  const channels = channelCount(target)
  const rows = `SELECT ${x} AS x, (${code})::DOUBLE AS c FROM ${parquetSql([table.path])}`
  const codes = [...specialCodes, ...missingCodes]
  const found = await extentOf(connection, table, column, rows, codes)
  const streamed = { rows, total: table.rows, target, specialCodes, missingCodes, bytes }
  const extent = found ?? { lo: 0, hi: 0, distinct: 0 }
  const counted = await countCells(connection, streamed, extent)
  // The number of different values is an estimate, off by a few percent.
  const all = !isExact(counted.cells) && extent.distinct * (PER_VALUE + 24 * channels) < bytes
  const cells = !all
    ? counted.cells
    : target?.kind === 'numeric'
      ? await sumValues(connection, streamed)
      : await countValues(connection, valuesSql(rows, codes), channels)
  const { aside, leftOut, read: readAgain, deviation } = counted
  const [min, max] = cells.size === 0 ? [Number.NaN, Number.NaN] : [cells.lo[0], cells.hi[cells.size - 1]]
  const distinct = isExact(cells) ? cells.size : null
  const summary = { ...empty, aside, leftOut, rows: table.rows, min, max, distinct, cells }
  return { summary, settled: isExact(cells), readAgain, deviation }
}

function coarseNote(cells: number, bytes: number): { code: string; message: string } {
  const message =
    `its different values do not fit into the ${bytesText(bytes)} of memory there is for columns, so the cuts were ` +
    `chosen between ${cells} ranges of values and are not exact; allow more with --memory`
  return { code: 'coarse', message }
}
