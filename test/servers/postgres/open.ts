import pg from 'pg'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { openPostgres } from '../../../src/node/servers/postgres/open-postgres.ts'
import type { ServerAddress, ServerWatch } from '../../../src/node/servers/server-address.ts'
import type { LoadedColumn } from '../loaded-column.ts'

/** The server of `npm run test:postgres`. */
export function postgresAddress(text: string = process.env['KERF_POSTGRES_ADDRESS'] ?? ''): ServerAddress {
  const url = new URL(text)
  return {
    kind: 'postgres',
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    password: process.env['PGPASSWORD'] ?? null,
    table: null,
    query: null,
    settings: Object.fromEntries(url.searchParams),
    shown: `postgres://${url.hostname}:${url.port}${url.pathname}`,
  }
}

/** A connection to it. It sees the data as they are at its first query: load first, or through its own `run`. */
export function open(watch: ServerWatch = {}): Promise<ServerConnection> {
  return openPostgres(postgresAddress(), watch)
}

/** Another program that uses the same server. */
export async function otherSession(text?: string): Promise<pg.Client> {
  const { host, port, database, user, password } = postgresAddress(text)
  const client = new pg.Client({ host, port: port!, database: database!, user: user!, password: password! })
  client.on('error', () => {})
  await client.connect()
  return client
}

const ROWS_AT_ONCE = 5000

/** Makes a table of columns, bit for bit; the connection must not have asked anything yet, or it will not see the rows. */
export async function load(
  connection: ServerConnection,
  table: string,
  columns: readonly LoadedColumn[],
): Promise<void> {
  const { identifier } = connection.dialect
  const name = identifier(table)
  const defined = columns.map((column) => `${identifier(column.name)} ${typeOf(column)}`)
  await connection.run(`DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${defined.join(', ')})`)
  const count = columns[0].values.length
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const rows: string[] = []
    for (let i = start; i < Math.min(count, start + ROWS_AT_ONCE); i++)
      rows.push(`(${columns.map((column) => literal(connection, column, i)).join(', ')})`)
    await connection.run(`INSERT INTO ${name} VALUES ${rows.join(', ')}`)
  }
  await connection.run(`ANALYZE ${name}`)
}

function typeOf(column: LoadedColumn): string {
  const types = {
    double: 'float8',
    text: 'text',
    integer: 'int8',
    boolean: 'boolean',
    timestamp: 'timestamp',
    date: 'date',
  }
  return column.kind === 'decimal' ? `numeric(${column.precision}, ${column.scale})` : types[column.kind]
}

function literal({ dialect }: ServerConnection, column: LoadedColumn, row: number): string {
  const value = column.values[row]
  if (value === null) return 'NULL'
  if (column.kind === 'text') return dialect.text(String(value))
  // Microseconds since 1970 as a moment, without going through a double.
  if (column.kind === 'timestamp') return `'1970-01-01'::timestamp + ${value} * interval '1 microsecond'`
  if (column.kind === 'date') return `'1970-01-01'::date + ${value}`
  return `'${Object.is(value, -0) ? '-0' : String(value)}'`
}
