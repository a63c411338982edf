import { basename } from 'node:path'
import type { ServerConnection } from '../../engines/sql/server.ts'
import {
  SERVER_NAMES,
  type ServerEngine,
  serverEngine,
  type ServerOptions as EngineOptions,
} from '../../engines/sql/server-engine.ts'
import type { ServerSource } from '../../engines/sql/server-table.ts'
import { onlyRow } from '../../engines/sql/sql-table.ts'
import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions, type OptionNames } from '../../util/check.ts'
import type { DuckDbFileSettings } from './duckdb-file/open-duckdb-file.ts'
import { parseServerAddress } from './parse-address.ts'
import type { Environment, ServerAddress, ServerWatch } from './server-address.ts'

/** How a table in a database is opened, watched and counted. */
export interface ServerOptions extends ServerWatch, DuckDbFileSettings, EngineOptions {
  /** only rows that meet a condition, in the SQL of the database */
  readonly where?: string | undefined
  /** variables to take user and password from; default those of the process */
  readonly env?: Environment | undefined
}

/** The names of all options. */
const OPEN_NAMES: OptionNames<ServerOptions> = {
  ...SERVER_NAMES,
  signal: 1,
  onProgress: 1,
  onRetry: 1,
  threads: 1,
  memory: 1,
  write: 1,
  where: 1,
  env: 1,
}

/** Those that an engine takes. */
function engineOptions(options: ServerOptions): EngineOptions {
  const names = Object.keys(SERVER_NAMES) as (keyof EngineOptions)[]
  return Object.fromEntries(names.map((name) => [name, options[name]]))
}

/** A table in a database: what it is called, the connection to it, and what stands after FROM. */
export interface OpenServer {
  /** its address, without anything secret */
  readonly name: string
  /** the same without folders, as saved files call the data */
  readonly title: string
  /** the connection; `close` ends it */
  readonly connection: ServerConnection
  /** the table or query, as SQL */
  readonly source: ServerSource
  /** what there is to tell of the rows, such as how many are left by a condition */
  readonly notes: readonly Note[]
}

/**
 * Opens the table that an address stands for: of DuckDB, PostgreSQL, Spark or ClickHouse. Whoever opens it closes its
 * connection; `withServer` does so by itself.
 *
 *     const { title, connection, source } = await openServer(`${folder}/shop.duckdb?table=visits`)
 *     const columns = await connection.describe(`SELECT * FROM ${source.from}`)
 *     console.log(title, columns.map(({ name, type }) => `${name}: ${type}`))
 *     // → shop.duckdb?table=visits [ 'age: DOUBLE', 'bought: VARCHAR' ]
 *     await connection.close()
 *
 * @param text the address, such as `postgres://ann@host/sales?table=visits`; a password comes from the environment
 */
export async function openServer(text: string, options: ServerOptions = {}): Promise<OpenServer> {
  return calledAs('openServer', async () => {
    knownOptions('openServer', options, OPEN_NAMES)
    const address = parseServerAddress(text, options.env)
    const connection = await connect(address, options)
    try {
      return {
        name: address.shown,
        title: titleOf(address),
        connection,
        ...(await chosenRows(connection, address, options.where)),
      }
    } catch (error) {
      await connection.close()
      throw error
    }
  })
}

/**
 * Lends an engine for the table that an address stands for: the rows are counted where they are. The connection is closed
 * in the end, also after an error.
 *
 *     // What `fitSource` of kerf/engines does with rows, it does with a table in a database:
 *     const shop = `${folder}/shop.duckdb?table=visits`
 *     const bins = await withServer(shop, {}, (engine) => fitSource(engine, { target: 'bought' }))
 *     console.log(bins.columns[0]?.bins.map(({ label }) => label)) // → [ '< 30.5', '≥ 30.5' ]
 *
 * @param text the address, such as `postgres://ann@host/sales?table=visits`; a password comes from the environment
 * @param use is given the engine, and the connection besides
 */
export async function withServer<T>(
  text: string,
  options: ServerOptions,
  use: (engine: ServerEngine, server: OpenServer) => Promise<T>,
): Promise<T> {
  return calledAs('withServer', async () => {
    const server = await openServer(text, options)
    const { connection, source, notes } = server
    try {
      const engine = await serverEngine(connection, source, engineOptions(options))
      return await use(notes.length === 0 ? engine : { ...engine, notes: [...engine.notes, ...notes] }, server)
    } finally {
      await connection.close()
    }
  })
}

function titleOf({ kind, host, shown }: ServerAddress): string {
  return kind === 'duckdb' ? `${basename(host)}${shown.slice(host.length)}` : shown
}

/** Drivers are loaded only when one of their databases is addressed. */
async function connect(address: ServerAddress, options: ServerOptions): Promise<ServerConnection> {
  const { signal, onProgress, onRetry, threads, memory, write } = options
  const watch = { signal, onProgress, onRetry }
  if (address.kind === 'duckdb') {
    const { openDuckDbFile } = await import('./duckdb-file/open-duckdb-file.ts')
    return openDuckDbFile(address, watch, { threads, memory, write })
  }
  if (address.kind === 'postgres') {
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return openPostgres(address, watch)
  }
  if (address.kind === 'clickhouse') {
    const { openClickHouse } = await import('./clickhouse/open-clickhouse.ts')
    return openClickHouse(address, watch)
  }
  const { openSpark } = await import('./spark/spark-connection.ts')
  return openSpark(address, watch)
}

/** What stands after FROM, and what there is to tell of the condition. */
async function chosenRows(
  connection: ServerConnection,
  { table, query, shown }: ServerAddress,
  where: string | undefined,
): Promise<Pick<OpenServer, 'source' | 'notes'>> {
  const { identifier } = connection.dialect
  const whole = table === null ? `(${query}\n) AS kerf_source` : table.map(identifier).join('.')
  if (where === undefined) return { source: { name: shown, from: whole }, notes: [] }
  const kept = `(SELECT * FROM ${whole} WHERE (${where}\n)) AS kerf_source`
  const counts = `SELECT (SELECT count(*) FROM ${whole}) AS n, (SELECT count(*) FROM ${kept}) AS m`
  const [all, left] = (await onlyRow(connection, counts))!.map(Number)
  if (left === 0 && all > 0) throw new DataError(`no row is left where ${where}`)
  const note = { code: 'where', message: `${left} of ${all} rows kept where ${where}` }
  return { source: { name: shown, from: kept }, notes: [note] }
}
