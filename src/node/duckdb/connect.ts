import { resolve } from 'node:path'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { DataError, isKerfError } from '../../errors.ts'
import type { FileOptions } from '../../sources/source.ts'
import { check, integer } from '../../util/check.ts'
import { SIZE } from '../../util/byte-sizes.ts'
import { optionalPackage } from '../../util/optional-package.ts'
import { makeTemporaryFolder } from '../files/temporary.ts'
import type { EngineOptions } from './engine-options.ts'
import { giveBackIfNear } from './memory-watch.ts'

export type DuckDbFileOptions = FileOptions & EngineOptions

/** A database, and what ends it with the folder in which it puts what does not fit into memory. */
export interface Running {
  readonly database: DuckDBInstance
  readonly close: () => void
}

/** One for the process: it is in memory and holds nothing between uses. */
let instance: Promise<Running> | null = null

/** Lends a connection to the embedded database, which is started when first needed. */
export async function withDuckDb<T>(
  { threads, memory }: EngineOptions,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  checkEngine({ threads, memory })
  const connection = await connected({ threads, memory })
  try {
    return await work(connection)
  } catch (error) {
    throw outOfMemory(error)
  } finally {
    connection.closeSync()
  }
}

/** The error in words where the database ran out of memory, else the error itself. */
function outOfMemory(error: unknown): unknown {
  const [first] = (error instanceof Error ? error.message : '').split('\n')
  if (isKerfError(error) || !/out of memory/i.test(first)) return error
  return new DataError(`the limit of --memory is too small for the database (${first}); allow more`)
}

/** After an error inside itself the database refuses everything until it is started again. */
const DEAD = /database has been invalidated/

async function connected({ threads, memory }: EngineOptions, again: boolean = true): Promise<DuckDBConnection> {
  instance ??= start().catch((error: unknown) => {
    instance = null
    throw error
  })
  const connection = await (await instance).database.connect()
  try {
    // These belong to the whole database: what an earlier use asked for must not stay.
    await connection.run(threads === undefined ? 'RESET threads' : `SET threads = ${threads}`)
    await connection.run(memory === undefined ? 'RESET memory_limit' : `SET memory_limit = ${sqlText(memory)}`)
    return connection
  } catch (error) {
    connection.closeSync()
    if (!again || !(error instanceof Error) || !DEAD.test(error.message)) throw error
    await closeDuckDb()
    return connected({ threads, memory }, false)
  }
}

/** What a database that is locked may use of the machine, and of its files. */
export interface LockedOptions extends EngineOptions {
  /** the only files it may read and write; default none */
  readonly paths?: readonly string[]
}

/**
 * Lends a connection to a database of its own, for what others wrote: after `prepare`, no file but those named can be read or
 * written, nothing can be loaded, and no setting can be changed back.
 */
export async function withLockedDuckDb<T>(
  { threads, memory, paths = [] }: LockedOptions,
  prepare: (connection: DuckDBConnection) => Promise<void>,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  checkEngine({ threads, memory })
  const own = await create()
  const connection = await own.database.connect()
  try {
    if (threads !== undefined) await connection.run(`SET threads = ${threads}`)
    if (memory !== undefined) await connection.run(`SET memory_limit = ${sqlText(memory)}`)
    await prepare(connection)
    await connection.run(`SET allowed_paths = [${paths.map((path) => sqlText(resolve(path))).join(', ')}]`)
    await connection.run('SET enable_external_access = false')
    await connection.run('SET lock_configuration = true')
    return await work(connection)
  } finally {
    connection.closeSync()
    own.close()
  }
}

function checkEngine({ threads, memory }: EngineOptions): void {
  if (threads !== undefined) check('kerf', 'threads', integer(1), threads)
  if (memory !== undefined) check('kerf', 'memory', SIZE, memory)
}

/** Tells how far a query is while it runs. */
export async function withProgress<T>(
  connection: DuckDBConnection,
  onProgress: ((part: number) => void) | undefined,
  query: () => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) return query()
  await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false')
  const timer = setInterval(() => onProgress(Math.max(0, connection.progress.percentage) / 100), 100)
  try {
    const result = await query()
    onProgress(1)
    return result
  } finally {
    clearInterval(timer)
  }
}

/** Gives to the system what the allocator of the process keeps: the database makes it do so whenever its limit is set. */
export async function trimMemory({ memory }: EngineOptions): Promise<void> {
  // A connection of its own: the other one may be in the middle of a query.
  const connection = await (await instance)?.database.connect()
  if (connection === undefined || memory === undefined) return
  try {
    await connection.run(`SET memory_limit = ${sqlText(memory)}`)
  } finally {
    connection.closeSync()
  }
}

/** Ends the embedded database, so that nothing of it is left. It is started again when needed, and ends with the process. */
export async function closeDuckDb(): Promise<void> {
  const running = instance
  instance = null
  process.off('beforeExit', closeDuckDb)
  ;(await running)?.close()
}

async function start(): Promise<Running> {
  process.once('beforeExit', closeDuckDb)
  return create()
}

/** A database of its own, for files that are attached to it; whoever asked for it closes it. */
export async function ownDuckDb(): Promise<Running> {
  return create()
}

async function create(): Promise<Running> {
  // Loading the library takes longer than reading a small file: only when needed.
  const { DuckDBInstance } = await optionalPackage('@duckdb/node-api', 'the embedded database', () => import('@duckdb/node-api')) // prettier-ignore
  const spill = folderOrNull()
  const database = await DuckDBInstance.create(':memory:', {
    preserve_insertion_order: 'true',
    // Nothing is ever fetched from the network, and nothing is put into the folder the user is in.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    temp_directory: spill?.path ?? '',
    // Files are written again under the same name; the system keeps what was read from them anyway.
    enable_external_file_cache: 'false',
  })
  return {
    database,
    close: () => {
      database.closeSync()
      spill?.remove()
    },
  }
}

/** A folder made here, so that nobody else can look into it; most files are read without it. */
function folderOrNull(): ReturnType<typeof makeTemporaryFolder> | null {
  try {
    return makeTemporaryFolder()
  } catch {
    return null
  }
}

/** Chunks between two looks at the memory. */
const LOOK_EVERY = 16

/** The rows of a query, a chunk at a time, in order. */
export async function* chunksOf(connection: DuckDBConnection, sql: string): AsyncGenerator<DuckDBDataChunk> {
  const result = await connection.stream(sql)
  for (let read = 1; ; read++) {
    if (read % LOOK_EVERY === 0) await giveBackIfNear()
    const chunk = await result.fetchChunk()
    // The end is an empty chunk or none at all.
    if (chunk === null || chunk.rowCount === 0) return
    yield chunk
  }
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The path of a file to read as SQL: the database takes some characters for patterns, and ~ for the user's folder. */
export function sqlPath(path: string): string {
  return sqlText(resolve(path).replaceAll(/[*?[]/g, '[$&]'))
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
