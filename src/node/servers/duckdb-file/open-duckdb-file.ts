import { basename } from 'node:path'
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { duckDbDialect } from '../../../engines/dialects/duckdb-sql.ts'
import type { ServerConnection } from '../../../engines/sql/server.ts'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import { chunksOf, ownDuckDb, sqlName, sqlText } from '../../duckdb/connect.ts'
import type { EngineOptions } from '../../duckdb/engine-options.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { doublesOf, wireBytes } from './chunk-values.ts'
import { fileFault, isLocked, queryFault } from './duckdb-faults.ts'

/** What the database may use, and whether something is to be created in its file. */
export interface DuckDbFileSettings extends EngineOptions {
  /** opens the file for writing; default false, and others may read it at the same time */
  readonly write?: boolean | undefined
}

/** Milliseconds to wait for another program that has the file open. */
const PAUSES = [200, 600]

/** Opens a file of DuckDB. The database runs here; what it hands over is counted as what comes over a wire. */
export async function openDuckDbFile(
  address: ServerAddress,
  watch: ServerWatch,
  { threads, memory, write = false }: DuckDbFileSettings = {},
): Promise<ServerConnection> {
  const own = await ownDuckDb()
  const connection = await own.database.connect()
  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    watch.signal?.removeEventListener('abort', stop)
    connection.closeSync()
    own.close()
  }
  const stop = (): void => connection.interrupt()
  let closed = false
  try {
    if (threads !== undefined) await connection.run(`SET threads = ${threads}`)
    if (memory !== undefined) await connection.run(`SET memory_limit = ${sqlText(memory)}`)
    if (watch.onProgress !== undefined) {
      await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false')
    }
    await attach(connection, address.host, write)
    watch.signal?.addEventListener('abort', stop)
    return served(connection, address, watch, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** Makes the file the one that names of tables are looked up in. Whoever writes into it may soon be done. */
async function attach(connection: DuckDBConnection, path: string, write: boolean): Promise<void> {
  const stem = basename(path).replace(/\.[^.]*$/, '')
  const name = sqlName(/^(?:memory|system|temp|)$/i.test(stem) ? 'kerf_file' : stem)
  for (let tries = 0; ; tries++) {
    try {
      await connection.run(`ATTACH ${sqlText(path)} AS ${name}${write ? '' : ' (READ_ONLY)'}`)
      await connection.run(`USE ${name}`)
      return
    } catch (error) {
      if (!isLocked(error) || tries === PAUSES.length) throw fileFault(path, error)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSES[tries]))
  }
}

/** Tells how far a query is while its next rows are waited for. */
async function watched<T>(
  connection: DuckDBConnection,
  onProgress: ServerWatch['onProgress'],
  next: () => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) return next()
  const timer = setInterval(() => onProgress(Math.max(0, connection.progress.percentage) / 100), 200)
  try {
    return await next()
  } finally {
    clearInterval(timer)
  }
}

function served(
  connection: DuckDBConnection,
  address: ServerAddress,
  { signal, onProgress }: ServerWatch,
  close: () => Promise<void>,
): ServerConnection {
  const traffic = { queries: 0, rows: 0, bytes: 0 }
  const asking = async <T>(sql: string, ask: () => Promise<T>): Promise<T> => {
    throwIfAborted('kerf', signal)
    try {
      return await ask()
    } catch (error) {
      throwIfAborted('kerf', signal)
      throw queryFault(address.shown, error, sql)
    }
  }
  async function* chunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    traffic.queries++
    const rows = chunksOf(connection, sql)
    for (;;) {
      const { done, value } = await asking(sql, () => watched(connection, onProgress, () => rows.next()))
      if (done === true) return
      traffic.rows += value.rowCount
      traffic.bytes += wireBytes(value)
      yield value
    }
  }
  return {
    dialect: duckDbDialect,
    async *numbers(sql) {
      for await (const chunk of chunks(sql)) yield { size: chunk.rowCount, columns: doublesOf(chunk) }
    },
    async *columns(sql) {
      for await (const chunk of chunks(sql)) yield chunk.getColumns()
    },
    run: async (sql) => {
      traffic.queries++
      await asking(sql, () => connection.run(sql))
    },
    describe: async (query) => {
      const reader = await asking(query, () => connection.runAndReadAll(`DESCRIBE ${query}`))
      return reader.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }))
    },
    traffic: () => ({ ...traffic }),
    close,
  }
}
