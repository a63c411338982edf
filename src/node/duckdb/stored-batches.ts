import type { DuckDBConnection } from '@duckdb/node-api'
import type { SourceColumn } from '../../sources/source.ts'
import { chunksOf } from './connect.ts'
import { parquetSql } from './duckdb-parquet.ts'
import { brokenFile, type ColumnFiller, type StoredTable, type StoredValues } from './stored-table.ts'

/** Rows of a batch, but for the last; a chunk of the database may make it a little longer. */
const BATCH = 65_536
const CHUNK = 2048

/** Some consecutive rows of a stored table. */
export interface Batch {
  /** number of the first row */
  readonly start: number
  readonly rows: number
  readonly columns: readonly SourceColumn[]
}

/** The values of some columns in the order of the file, a batch of at least so many rows at a time. Only one is held. */
export async function* readBatches(
  connection: DuckDBConnection,
  table: StoredTable,
  columns: readonly StoredValues[],
  least: number = BATCH,
): AsyncGenerator<Batch> {
  const sql = `SELECT ${columns.map(({ select }) => select).join(', ')} FROM ${parquetSql([table.path])}`
  let fillers: readonly ColumnFiller[] = []
  let [start, rows] = [0, 0]
  const finished = (): Batch => ({
    start,
    rows,
    columns: fillers.map((filler) => firstRows(filler.finish(), rows)),
  })
  try {
    for await (const chunk of chunksOf(connection, sql)) {
      if (rows === 0) fillers = columns.map((column) => column.fill(least + CHUNK))
      for (const [i, filler] of fillers.entries()) filler.put(chunk, i, rows)
      rows += chunk.rowCount
      if (rows < least) continue
      yield finished()
      start += rows
      rows = 0
    }
    if (rows > 0) yield finished()
  } catch (error) {
    throw brokenFile(table.file, error)
  }
}

function firstRows(column: SourceColumn, rows: number): SourceColumn {
  if (column.kind === 'number' || column.kind === 'date') return { ...column, values: column.values.subarray(0, rows) }
  // The type system does not see that the other kinds are all that is left.
  const { name, kind, values } = column as Extract<SourceColumn, { readonly values: readonly (string | null)[] }>
  return { name, kind, values: values.slice(0, rows) }
}
