import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { DataError } from '../../errors.ts'
import { pickRows } from '../../sources/sample-rows.ts'
import type { SourceColumn, SourceTable } from '../../sources/source.ts'
import { readCondition, refusedCondition } from './condition.ts'
import { chunksOf, sqlName, withDuckDb, withLockedDuckDb } from './connect.ts'
import type { EngineOptions } from './engine-options.ts'
import { calledAs } from '../../util/called-as.ts'
import { isOptions } from '../../util/check.ts'

/** Rows that go to the database at a time. */
const CHUNK = 2048

const SQL_TYPES = { number: 'DOUBLE', date: 'TIMESTAMP', boolean: 'BOOLEAN', category: 'VARCHAR' } as const

/**
 * The rows of a table for which a condition in SQL holds, such as `age > 30 AND city = 'Oslo'`. Only the columns that the
 * condition may speak of are handed to the embedded database. O(rows).
 *
 *     const flowers = await readData('samples/iris.csv')
 *     const large = await filterRows(flowers, 'petal_length > 4.9')
 *     console.log(flowers.rows, large.rows) // → 150 46
 *
 * @param condition what stands after WHERE, in the SQL of DuckDB
 */
export async function filterRows<T extends SourceTable>(
  table: T,
  condition: string,
  engine: EngineOptions = {},
): Promise<T> {
  return calledAs('filterRows', async () => {
    isOptions('filterRows', engine)
    const known = table.columns.map(({ name }) => name)
    const { sql, names, row } = await withDuckDb(engine, (connection) => readCondition(connection, condition, known))
    const shown = table.columns.flatMap((column, i) => (names[i] === null ? [] : [{ column, name: names[i] }]))
    const types = shown.map(({ column, name }) => `${sqlName(name)} ${SQL_TYPES[column.kind]}`)
    const kept = await withLockedDuckDb(
      engine,
      async (connection) => {
        await connection.run(`CREATE TABLE kerf_rows (${[`${row} INTEGER`, ...types].join(', ')})`)
        const columns = shown.map(({ column }) => column)
        await appendRows(connection, columns, table.rows)
      },
      async (connection) => {
        try {
          return await matchingRows(connection, sql, row)
        } catch (error) {
          throw refusedCondition(condition, (error instanceof Error ? error.message : String(error)).split('\n')[0])
        }
      },
    )
    if (kept.length === 0 && table.rows > 0) throw new DataError(`no row is left where ${condition}`)
    const note = { code: 'where', message: `${kept.length} of ${table.rows} rows kept where ${condition}` }
    return {
      ...table,
      rows: kept.length,
      columns: table.columns.map((column) => pickRows(column, kept)),
      notes: [...table.notes, note],
    }
  })
}

async function appendRows(connection: DuckDBConnection, columns: readonly SourceColumn[], rows: number): Promise<void> {
  const { BOOLEAN, DOUBLE, DuckDBDataChunk, DuckDBTimestampValue, INTEGER, TIMESTAMP, VARCHAR } =
    await import('@duckdb/node-api')
  const types = { number: DOUBLE, date: TIMESTAMP, boolean: BOOLEAN, category: VARCHAR }
  const appender = await connection.createAppender('kerf_rows')
  for (let start = 0; start < rows; start += CHUNK) {
    const count = Math.min(CHUNK, rows - start)
    const chunk = DuckDBDataChunk.create([INTEGER, ...columns.map(({ kind }) => types[kind])], count)
    const take = (read: (row: number) => DuckDBValue): DuckDBValue[] =>
      Array.from({ length: count }, (_, i) => read(start + i))
    chunk.setColumnValues(
      0,
      take((row) => row),
    )
    for (const [c, { kind, values }] of columns.entries()) {
      const value = (row: number): DuckDBValue => {
        const own = values[row]
        if (own === null || (typeof own === 'number' && Number.isNaN(own))) return null
        if (kind === 'date') return new DuckDBTimestampValue(BigInt(Math.round(Number(own) * 1000)))
        return kind === 'boolean' ? own === 'true' : own
      }
      chunk.setColumnValues(c + 1, take(value))
    }
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

async function matchingRows(connection: DuckDBConnection, condition: string, row: string): Promise<number[]> {
  const rows: number[] = []
  for await (const chunk of chunksOf(connection, `SELECT ${row} FROM kerf_rows WHERE ${condition} ORDER BY ${row}`)) {
    for (const number of chunk.getColumnValues(0)) rows.push(Number(number))
  }
  return rows
}
