import { DuckDBInstance } from '@duckdb/node-api'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { duckDbConnection } from '../../../src/node/duckdb/engine/duckdb-connection.ts'
import type { TriedServer } from './engine-conformance.ts'
import type { NastyColumn } from './nasty-rows.ts'

const TYPES = { double: 'DOUBLE', bigint: 'BIGINT', integer: 'INTEGER', decimal: 'DECIMAL(12, 2)', timestamp: 'TIMESTAMP', date: 'DATE', text: 'VARCHAR', boolean: 'BOOLEAN' } // prettier-ignore

/** A database in memory, behaving like a server. */
export async function openDuckDb(): Promise<TriedServer> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const traffic = { queries: 0, rows: 0, bytes: 0 }
  const server: ServerConnection = {
    ...duckDbConnection(connection),
    async *numbers(sql) {
      traffic.queries++
      for await (const chunk of duckDbConnection(connection).numbers(sql)) {
        traffic.rows += chunk.size
        traffic.bytes += 8 * chunk.size * chunk.columns.length
        yield chunk
      }
    },
    run: async (sql) => void (await connection.run(sql)),
    describe: async (query) => {
      const found = await connection.runAndReadAll(`DESCRIBE ${query}`)
      return found.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
    },
    traffic: () => ({ ...traffic }),
    close: async () => {},
  }
  return {
    connection: server,
    load: async (table, columns) => {
      const typed = columns.map(({ name, stored }) => `"${name}" ${TYPES[stored]}`)
      await connection.run(`CREATE OR REPLACE TABLE ${table} (${typed.join(', ')})`)
      const rows = columns[0].values.map((_, row) => `(${columns.map((column) => literal(column, row)).join(', ')})`)
      await connection.run(`INSERT INTO ${table} VALUES ${rows.join(', ')}`)
      return table
    },
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

function literal({ stored, values }: NastyColumn, row: number): string {
  const value = values[row]
  if (value === null) return 'NULL'
  if (stored === 'double') return `'${Object.is(value, -0) ? '-0.0' : value}'::DOUBLE`
  if (stored === 'timestamp') return `make_timestamp(${Math.round(Number(value) * 1000)})`
  if (stored === 'date') return `DATE '1970-01-01' + ${Number(value) / 86_400_000}`
  if (stored === 'text') return `'${String(value).replaceAll("'", "''")}'`
  return String(value)
}
