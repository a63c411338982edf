import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { openClickHouse } from '../../../src/node/servers/clickhouse/open-clickhouse.ts'
import type { ServerAddress, ServerWatch } from '../../../src/node/servers/server-address.ts'
import type { LoadedColumn } from '../loaded-column.ts'
import { clickHouseType, rowBinary } from './row-binary.ts'

/** A connection that tables can be put behind. */
export interface Loadable extends ServerConnection {
  /** whether it is the server of 2018, which knows less */
  readonly old: boolean
  /** adds rows of the format RowBinary to a table of that structure */
  insert(table: string, structure: string, rows: Buffer): Promise<void>
}

/** Why the tests of the server are skipped; null where it is there. */
export const noServer: string | null =
  process.env['KERF_CLICKHOUSE_ADDRESS'] === undefined ? 'clickhouse-server is not installed' : null

/** The server of `npm run test:clickhouse`. */
export function clickHouseAddress(text: string = process.env['KERF_CLICKHOUSE_ADDRESS'] ?? ''): ServerAddress {
  const url = new URL(text)
  return {
    kind: 'clickhouse',
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    password: process.env['CLICKHOUSE_PASSWORD'] ?? null,
    table: null,
    query: null,
    settings: Object.fromEntries(url.searchParams),
    shown: `clickhouse://${url.hostname}:${url.port}${url.pathname}`,
  }
}

/** A connection to it. */
export async function open(watch: ServerWatch = {}): Promise<Loadable> {
  const address = clickHouseAddress()
  const connection = await openClickHouse(address, watch)
  const insert = async (table: string, _structure: string, rows: Buffer): Promise<void> => {
    const query = `INSERT INTO ${connection.dialect.identifier(table)} FORMAT RowBinary`
    await request(query, rows)
  }
  return { ...connection, insert, old: true }
}

/** A plain request by another program, with an answer in tabs and lines. */
export async function request(query: string, body?: Buffer): Promise<string> {
  const { host, port, user, password } = clickHouseAddress()
  const answer = await fetch(`http://${host}:${port}/?query=${encodeURIComponent(query)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text.trim()
}

const ROWS_AT_ONCE = 100_000

/** Makes a table of columns, bit for bit. */
export async function load(connection: Loadable, table: string, columns: readonly LoadedColumn[]): Promise<void> {
  const { identifier } = connection.dialect
  const structure = columns
    .map((column) => `${identifier(column.name)} ${clickHouseType(column, connection.old)}`)
    .join(', ')
  await connection.run(`DROP TABLE IF EXISTS ${identifier(table)}`)
  await connection.run(
    `CREATE TABLE ${identifier(table)} (${structure}) ENGINE = MergeTree${connection.old ? ' PARTITION BY tuple()' : ''} ORDER BY tuple()`,
  )
  const count = columns[0].values.length
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const rows = rowBinary(columns, connection.old, start, Math.min(count, start + ROWS_AT_ONCE))
    await connection.insert(table, structure, rows)
  }
}
