import { resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { drawRows, type SampleRequest } from '../../sources/sample-rows.ts'
import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { readCondition, refusedCondition } from './condition.ts'
import { sqlName, sqlText, withLockedDuckDb } from './connect.ts'
import { rowCount } from './duckdb-parquet.ts'
import type { EngineOptions } from './engine-options.ts'
import { brokenFile, givenSql, numberedSql, type StoredTable, type StoredValues } from './stored-table.ts'

/** Rows of a group that the database writes: few, since it holds a group for every thread. */
const GROUP_ROWS = 16_384

/** A condition, the file for the rows that are kept, and what the database may use. */
export interface WhereRequest extends EngineOptions {
  readonly condition: string
  readonly into: string
}

/** The rows for which a condition holds, written to another file. The condition sees the values as `filterRows` shows them. */
export async function keepWhere(
  connection: DuckDBConnection,
  table: StoredTable,
  { condition, into, ...engine }: WhereRequest,
): Promise<StoredTable> {
  const known = table.columns.map(({ name }) => name)
  const { sql, names, row } = await readCondition(connection, condition, known)
  const shown = table.columns.flatMap((column, i) => (names[i] === null ? [] : [{ column, name: names[i] }]))
  const unreadable = shown.find(({ column: { kind, type } }) => kind !== 'category' && type === 'VARCHAR')?.column
  if (unreadable !== undefined) {
    throw new DataError(
      `--where speaks of column "${unreadable.name}", whose ${unreadable.kind}s are written as text and cannot be compared ` +
        'within the limit of --memory; allow more, or leave the limit out',
    )
  }
  const values = shown.map(({ column, name }) => `${givenSql(column, table.missing)} AS ${sqlName(name)}`)
  const read = literalPath(table.path)
  const { from, row: number } = numberedSql(table, read)
  const numbers = `SELECT ${[`${number} AS ${row}`, ...values].join(', ')} FROM ${from}`
  const kept = `SELECT ${row} FROM (${numbers}) WHERE ${sql}`
  await withLockedDuckDb({ ...engine, paths: [table.path, into] }, noPreparation, async (locked) => {
    try {
      await locked.run(`EXPLAIN ${kept}`)
      await write(locked, table, kept, { into, read })
    } catch (error) {
      const [first] = (error instanceof Error ? error.message : String(error)).split('\n')
      if (/out of memory/i.test(first)) throw brokenFile(table.file, error)
      throw refusedCondition(condition, first)
    }
  })
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
    await write(connection, table, 'SELECT kerf_row FROM kerf_sample', { into })
  } finally {
    await connection.run('DROP TABLE kerf_sample')
  }
  return { table: moved(table, into, drawn.rows.length, table.notes), notes: [drawn.note] }
}

/** Nothing has to be there before the database is locked: it reads the file itself. */
const noPreparation = async (): Promise<void> => undefined

/** The path of a file as it is, which a locked database needs: it may not look for files that fit a pattern. */
function literalPath(path: string): string {
  return sqlText(resolve(path))
}

async function write(
  connection: DuckDBConnection,
  table: StoredTable,
  rows: string,
  { into, read }: { readonly into: string; readonly read?: string },
): Promise<void> {
  const columns = table.columns.map(({ sql }, i) => `${sql} AS c${i}`).join(', ')
  const { from, row } = numberedSql(table, read)
  const kept = `SELECT ${columns} FROM ${from} WHERE ${row} IN (${rows}) ORDER BY ${row}`
  // Directly: the file is a temporary one, and no other may be written by a locked database.
  const how = `FORMAT parquet, ROW_GROUP_SIZE ${GROUP_ROWS}, USE_TMP_FILE false`
  await connection.run(`COPY (${kept}) TO ${sqlText(resolve(into))} (${how})`)
}

/** The same columns in another file, where they are called c0, c1 … */
function moved(table: StoredTable, path: string, rows: number, notes: readonly Note[]): StoredTable {
  const columns = table.columns.map((column, i): StoredValues => ({
    ...column,
    sql: `c${i}`,
    select: column.select.replaceAll(column.sql, `c${i}`),
  }))
  return { ...table, path, rows, columns, notes, counted: undefined, file: `${table.file} (the rows kept)` }
}
