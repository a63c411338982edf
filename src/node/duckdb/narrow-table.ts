import type { DuckDBConnection } from '@duckdb/node-api'
import { drawRows, type SampleRequest } from '../../sources/sample-rows.ts'
import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { sqlName, sqlText } from './connect.ts'
import { rowCount } from './duckdb-parquet.ts'
import { brokenFile, givenSql, numberedSql, type StoredTable, type StoredValues } from './stored-table.ts'

/** Rows of a group that the database writes: few, since it holds a group for every thread. */
const GROUP_ROWS = 16_384

/** The rows for which a condition holds, written to another file. The condition sees the values as `filterRows` shows them. */
export async function keepWhere(
  connection: DuckDBConnection,
  table: StoredTable,
  condition: string,
  into: string,
): Promise<StoredTable> {
  const named = table.columns.filter(({ name }) => condition.toLowerCase().includes(name.toLowerCase()))
  const unreadable = named.find(({ kind, type }) => kind !== 'category' && type === 'VARCHAR')
  if (unreadable !== undefined) {
    throw new DataError(
      `--where speaks of column "${unreadable.name}", whose ${unreadable.kind}s are written as text and cannot be compared ` +
        'within the limit of --memory; allow more, or leave the limit out',
    )
  }
  const shown = named.map((column) => `${givenSql(column, table.missing)} AS ${sqlName(column.name)}`)
  const numbers = `SELECT ${['file_row_number AS kerf_row', ...shown].join(', ')} FROM ${numberedSql(table)}`
  try {
    await connection.run(`EXPLAIN SELECT kerf_row FROM (${numbers}) WHERE (${condition})`)
    await write(connection, table, `SELECT kerf_row FROM (${numbers}) WHERE (${condition})`, into)
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split('\n')
    if (/out of memory/i.test(first)) throw brokenFile(table.file, error)
    throw new DataError(`the condition ${JSON.stringify(condition)} cannot be used: ${first}`)
  }
  const rows = await rowCount(connection, into)
  if (rows === 0 && table.rows > 0) throw new DataError(`no row is left where ${condition}`)
  const note: Note = { code: 'where', message: `${rows} of ${table.rows} rows kept where ${condition}` }
  return moved(table, into, rows, [...table.notes, note])
}

/** Rows drawn at random, written to another file; the table itself when all are taken. */
export async function keepSample(
  connection: DuckDBConnection,
  table: StoredTable,
  request: SampleRequest,
  into: string,
): Promise<{ table: StoredTable; notes: Note[] }> {
  const drawn = drawRows(table.rows, request)
  if (drawn === null) return { table, notes: [] }
  await connection.run('CREATE OR REPLACE TEMP TABLE kerf_sample (kerf_row BIGINT)')
  try {
    const appender = await connection.createAppender('kerf_sample')
    for (const row of drawn.rows) {
      appender.appendBigInt(BigInt(row))
      appender.endRow()
    }
    appender.closeSync()
    await write(connection, table, 'SELECT kerf_row FROM kerf_sample', into)
  } finally {
    await connection.run('DROP TABLE kerf_sample')
  }
  return { table: moved(table, into, drawn.rows.length, table.notes), notes: [drawn.note] }
}

async function write(connection: DuckDBConnection, table: StoredTable, rows: string, into: string): Promise<void> {
  const columns = table.columns.map(({ sql }, i) => `${sql} AS c${i}`).join(', ')
  const kept = `SELECT ${columns} FROM ${numberedSql(table)} WHERE file_row_number IN (${rows}) ORDER BY file_row_number`
  await connection.run(`COPY (${kept}) TO ${sqlText(into)} (FORMAT parquet, ROW_GROUP_SIZE ${GROUP_ROWS})`)
}

/** The same columns in another file, where they are called c0, c1 … */
function moved(table: StoredTable, path: string, rows: number, notes: readonly Note[]): StoredTable {
  const columns = table.columns.map((column, i): StoredValues => ({
    ...column,
    sql: `c${i}`,
    select: column.select.replaceAll(column.sql, `c${i}`),
  }))
  return { ...table, path, rows, columns, notes, file: `${table.file} (the rows kept)` }
}
