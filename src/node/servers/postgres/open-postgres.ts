import type { Client } from 'pg'
import { postgresDialect } from '../../../engines/dialects/postgres-sql.ts'
import type { ServerConnection, TypedColumn } from '../../../engines/sql/server.ts'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { serverFault } from '../server-fault.ts'
import { connectPostgres } from './postgres-client.ts'
import { postgresFault } from './postgres-faults.ts'
import { PostgresSession } from './postgres-session.ts'
import { doubleReader, valueReader } from './postgres-values.ts'
import type { RowBatch } from './postgres-rows.ts'

/** Milliseconds that a statement waits for others to let go of what it changes, such as a query that runs here. */
const LOCK_TIMEOUT = 5000

/**
 * A connection to PostgreSQL. Every query sees the data as they were at the first one, whatever others write meanwhile.
 * `run` has a short session of its own, which sees and changes the data as they are then.
 */
export async function openPostgres(address: ServerAddress, watch: ServerWatch): Promise<ServerConnection> {
  const session = new PostgresSession(address, watch, await connectPostgres(address, watch))
  let rows = 0
  return {
    dialect: postgresDialect,
    async *numbers(sql) {
      for await (const batch of session.rows(sql)) {
        rows += batch.rows.length
        yield { size: batch.rows.length, columns: doublesOf(batch, address) }
      }
    },
    async *columns(sql) {
      for await (const batch of session.rows(sql)) {
        rows += batch.rows.length
        yield valuesOf(batch)
      }
    },
    run: (sql) => runAlone(address, watch, sql),
    describe: (query) => describe(session, query),
    traffic: () => ({ queries: session.queries, rows, bytes: session.bytes }),
    close: () => session.close(),
  }
}

function doublesOf({ fields, rows }: RowBatch, address: ServerAddress): Float64Array[] {
  return fields.map((field, i) => {
    const read = doubleReader(field)
    if (read === null)
      throw serverFault(
        address,
        `column ${JSON.stringify(field.name)} of the result holds no numbers; cast it to float8`,
      )
    const column = new Float64Array(rows.length)
    for (let row = 0; row < rows.length; row++) {
      const text = rows[row][i]
      column[row] = text === null ? Number.NaN : read(text)
    }
    return column
  })
}

function valuesOf({ fields, rows }: RowBatch): unknown[][] {
  return fields.map((field, i) => {
    const read = valueReader(field)
    return rows.map((row) => (row[i] === null ? null : read(row[i])))
  })
}

async function describe(session: PostgresSession, query: string): Promise<TypedColumn[]> {
  const fields = await session.fields(query)
  if (fields.length === 0) return []
  const kinds = fields.map(({ dataTypeID, dataTypeModifier }, i) => `(${i}, ${dataTypeID}, ${dataTypeModifier})`)
  const sql = `SELECT format_type(t::oid, m) FROM (VALUES ${kinds.join(', ')}) AS kerf_types (i, t, m) ORDER BY i`
  const types: string[] = []
  for await (const batch of session.rows(sql)) types.push(...batch.rows.map(([type]) => type!))
  return fields.map(({ name }, i) => ({ name, type: types[i] }))
}

/** Runs a statement in a session of its own, because the other one only reads. */
async function runAlone(address: ServerAddress, watch: ServerWatch, sql: string): Promise<void> {
  const { signal } = watch
  const client = await connectPostgres(address, watch)
  const { rows } = await client.query<string[]>({ text: 'SELECT pg_backend_pid()', rowMode: 'array' })
  const stop = (): void => void endProcess(address, client, rows[0][0])
  signal?.addEventListener('abort', stop)
  try {
    throwIfAborted(address.shown, signal)
    await client.query(`SET TimeZone = 'UTC'; SET lock_timeout = ${LOCK_TIMEOUT}`)
    await client.query(sql)
  } catch (error) {
    throwIfAborted(address.shown, signal)
    throw postgresFault(error, address)
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

async function endProcess(address: ServerAddress, client: Client, process: string): Promise<void> {
  try {
    const helper = await connectPostgres(address)
    await helper.query({ text: 'SELECT pg_cancel_backend($1::int)', values: [process] })
    await helper.end()
  } catch {
    client.connection.stream.destroy()
  }
}
