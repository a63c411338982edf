import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column, NumberColumn } from '../../binning/binning.ts'
import { toColumn } from '../../binning/fit/fit.ts'
import { fitSummary } from '../../binning/fit/fit-summary.ts'
import { settleBy } from '../../binning/fit/fit-without-sorting.ts'
import {
  aboutColumn,
  type ColumnFit,
  finishNumbers,
  fitLevels,
  type NumberFit,
  numberOptions,
} from '../../binning/fit/fit-column.ts'
import type { Between } from '../../discretizers/refine/deviation-bounds.ts'
import { readSettings } from '../../discretizers/discretize.ts'
import { needsDeviation, refinement } from '../../discretizers/refine/refinable.ts'
import { valuesSql } from '../../engines/dialects/duckdb-sql.ts'
import { DataError } from '../../errors.ts'
import { isExact } from '../../summaries/cells.ts'
import { summarizeNumbers } from '../../summaries/summarize-numbers.ts'
import { channelCount } from '../../summaries/tallies.ts'
import type { Cells, NumberSummary } from '../../types.ts'
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
    const asked = numberOptions(name, { ...options, kind }, target.target?.kind)
    return finishNumbers(await fitNumbers(connection, table, column, x, target, options, asked, bytes), kind, options)
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

async function fitNumbers(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  x: string,
  { target, code }: SqlTarget,
  { missing, special }: ColumnFit,
  asked: NumberFit,
  bytes: number,
): Promise<{ summary: NumberSummary; column: NumberColumn }> {
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
  const { aside, leftOut } = counted
  const summaryOf = (cells: Cells): NumberSummary => ({
    ...empty,
    aside,
    leftOut,
    rows: table.rows,
    min: cells.size === 0 ? Number.NaN : cells.lo[0],
    max: cells.size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: isExact(cells) ? cells.size : null,
    cells,
  })
  // The number of different values is an estimate, off by a few percent.
  if (!isExact(counted.cells) && extent.distinct * (PER_VALUE + 24 * channels) < bytes) {
    const cells =
      target?.kind === 'numeric'
        ? await sumValues(connection, streamed)
        : await countValues(connection, valuesSql(rows, codes), channels)
    const summary = summaryOf(cells)
    return { summary, column: fitSummary(summary, asked) }
  }
  const coarse = summaryOf(counted.cells)
  const { name, missingPolicy, specialPolicy, ...own } = asked
  const { options } = readSettings(own)
  const spread = !isExact(coarse.cells) && needsDeviation(asked.method, options) ? await counted.deviation() : undefined
  const deviation = spread === undefined ? undefined : (): Between => spread
  const steps = refinement(asked.method, options, { target: target?.kind, deviation })
  if (steps === null || isExact(coarse.cells)) {
    const fitted = fitSummary(coarse, asked)
    const notes = fitted.cutsExact ? fitted.notes : [...fitted.notes, coarseNote(coarse.cells.size, bytes)]
    return { summary: coarse, column: { ...fitted, notes } }
  }
  const { summary, proposal } = await settleBy(counted, coarse, steps, own)
  return { summary, column: toColumn(summary, proposal, { name, missingPolicy, specialPolicy }, true) }
}

function coarseNote(cells: number, bytes: number): { code: string; message: string } {
  const message =
    `its different values do not fit into the ${bytesText(bytes)} of memory there is for columns, so the cuts were ` +
    `chosen between ${cells} ranges of values and are not exact; allow more with --memory`
  return { code: 'coarse', message }
}
