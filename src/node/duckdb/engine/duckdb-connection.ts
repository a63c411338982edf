import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { duckDbDialect } from '../../../engines/dialects/duckdb-sql.ts'
import type { SqlConnection } from '../../../engines/sql/sql-table.ts'
import { chunksOf } from '../connect.ts'
import { copyNumbers, rawVector } from '../vectors.ts'

/** Rows of the largest chunk the database gives. */
const CHUNK = 2048

/** A connection to the embedded database as engines use one. */
export function duckDbConnection(connection: DuckDBConnection): SqlConnection {
  return {
    dialect: duckDbDialect,
    async *numbers(sql) {
      const columns: Float64Array[] = []
      for await (const chunk of chunksOf(connection, sql)) {
        for (let i = 0; i < chunk.columnCount; i++) {
          columns[i] ??= new Float64Array(CHUNK)
          if (isWhole(chunk, i)) copyNumbers(rawVector(chunk, i, Int32Array), columns[i], 0)
          else copyNumbers(rawVector(chunk, i, Float64Array), columns[i], 0)
        }
        yield { size: chunk.rowCount, columns }
      }
    },
    async *columns(sql) {
      for await (const chunk of chunksOf(connection, sql)) yield chunk.getColumns()
    },
  }
}

function isWhole(chunk: DuckDBDataChunk, column: number): boolean {
  return (chunk.getColumnVector(column) as { items?: unknown }).items instanceof Int32Array
}
