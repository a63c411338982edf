import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Binning } from '../../binning/binning.ts'
import { tableBytes } from '../../engines/share-out.ts'
import { DataError } from '../../errors.ts'
import { fitSource, type RunOptions } from '../../pipeline.ts'
import type { FitRequest } from '../../plan-fit.ts'
import { planCsv } from '../../sources/csv/csv-plan.ts'
import { readingOf, type SourceTable } from '../../sources/source.ts'
import { readHead } from '../../sources/text/text-file.ts'
import { bytesText, parseBytes } from '../../util/byte-sizes.ts'
import { trimMemory, withDuckDb } from '../duckdb/connect.ts'
import { storeCsv } from '../duckdb/csv-store.ts'
import { rowCount } from '../duckdb/duckdb-parquet.ts'
import { duckDbEngine } from '../duckdb/engine/duckdb-engine.ts'
import { withinLimit } from '../duckdb/memory-watch.ts'
import { filterRows } from '../duckdb/filter-rows.ts'
import { keepWhere } from '../duckdb/narrow-table.ts'
import { brokenFile, closingStored, openStored, type StoredTable } from '../duckdb/stored-table.ts'
import { openBytes } from '../files/file-bytes.ts'
import { type FileKind, fileKind, findFiles, type FoundFile, sourceName, withSpooled } from '../files/find-files.ts'
import { withTemporaries } from '../files/temporary.ts'
import { type DataOptions, readFile } from '../read/read-data.ts'
import { isTooSmall, planMemory } from './plan-memory.ts'

/** Part of the limit that a table may take in memory before it is fitted in parts. */
export const IN_MEMORY: number = 1 / 3
/** How many times larger text packed by gzip usually is. */
const PACKED = 5

/** How a fit within a limit of memory reads and tells. */
export interface WithinOptions extends DataOptions {
  readonly memory: string
  /** condition in SQL that rows must meet */
  readonly where?: string | undefined
}

/** A file, and what is known of it before it is read. */
interface SizedFile {
  readonly path: string
  readonly name: string
  readonly kind: FileKind
  /** about how many bytes it takes in memory */
  readonly bytes: number
}

/**
 * Fits data without holding all of it, where it would take more than a third of the memory allowed; null where it does not, so
 * that it can be read as usual. The binning is the one that is fitted without a limit; cuts that could not be found exactly say so.
 */
export async function fitWithin(
  address: string,
  request: FitRequest,
  options: WithinOptions,
  run: RunOptions = {},
): Promise<Binning | null> {
  const limit = parseBytes(options.memory)
  const files = await findFiles(address)
  const [file] = files
  if (files.length > 1) {
    await refuseMany(address, files, limit, options)
    return null
  }
  const asked = { ...request, source: sourceName(file) }
  return withSpooled(file, async (path) => {
    const { name, once } = file
    const kind = await fileKind(path, name)
    const sized = { path, name, kind, bytes: await bytesOf(path, name, kind, options) }
    if (sized.bytes > limit * IN_MEMORY) {
      refuseTogether(sized, request)
      return withStored(sized, options, closingStored, ({ connection, table, arrays, drawn }) =>
        fitSource(duckDbEngine(connection, table, { bytes: arrays, drawn }), asked, run),
      )
    }
    // What can be read only once has just been read.
    return once ? fitSource(await readWhere(path, name, options), asked, run) : null
  })
}

/** Several files are only read whole; refuses those that are too large for it. */
async function refuseMany(
  address: string,
  files: readonly FoundFile[],
  limit: number,
  options: DataOptions,
): Promise<void> {
  let bytes = 0
  for (const { path, name } of files) bytes += await bytesOf(path, name, await fileKind(path, name), options)
  if (bytes <= limit * IN_MEMORY) return
  throw new DataError(
    `${address} stands for ${files.length} files that take about ${bytesText(bytes)} together; several files are ` +
      'read whole, so allow more with --memory, or put them into one Parquet file',
  )
}

function refuseTogether({ name, kind: { kind }, bytes }: SizedFile, { together }: FitRequest): void {
  if (together !== true || kind === 'json' || kind === 'arff') return
  throw new DataError(
    `${name} takes about ${bytesText(bytes)}, and --together must hold all columns at once; allow more with --memory`,
  )
}

async function readWhere(path: string, name: string, options: WithinOptions): Promise<SourceTable> {
  const table = await readFile(path, name, options)
  return options.where === undefined ? table : filterRows(table, options.where, options)
}

/** A stored table on loan, and what may be done with it. */
export interface LentTable {
  readonly connection: DuckDBConnection
  readonly table: StoredTable
  /** memory for arrays, and a path for rows that are drawn */
  readonly arrays: number
  readonly drawn: string
}

/**
 * Lends the rows of a file that are asked for: a Parquet file as it is, text after it was written as one. `closing` gives
 * what there is to tell of all rows.
 */
export async function withStored<T>(
  { path, name, kind: { kind, gzip }, bytes }: SizedFile,
  { where, ...options }: WithinOptions,
  closing: typeof closingStored | null,
  work: (lent: LentTable) => Promise<T>,
): Promise<T> {
  if (kind === 'json' || kind === 'arff') throw notInParts(name, bytes)
  const limit = parseBytes(options.memory)
  const { engine, arrays } = planMemory(limit, options.threads)
  const { size } = await stat(path)
  const all = { ...options, name, size, ...engine }
  const run = withDuckDb(engine, (connection) => {
    // A limit that cannot be kept is not worth the time that keeping it takes.
    const watched = (reading: () => Promise<T>): Promise<T> =>
      isTooSmall(options.memory) ? reading() : withinLimit({ limit, trim: () => trimMemory(engine) }, reading)
    const lend = ([into, kept, drawn]: readonly string[]): Promise<T> =>
      watched(async () => {
        const stored =
          kind === 'parquet'
            ? await openStored(connection, path, all)
            : await storeCsv(connection, { path, into, gzip }, all)
        if (stored === null) throw notInParts(name, bytes)
        const told = kind === 'parquet' && closing !== null ? await closing(connection, stored) : []
        const whole = { ...stored, notes: [...stored.notes, ...told] }
        const table =
          where === undefined ? whole : await keepWhere(connection, whole, { ...engine, condition: where, into: kept })
        return work({ connection, table, arrays, drawn })
      })
    return withTemporaries(['.parquet', '.parquet', '.parquet'], lend)
  })
  // A page may turn out to be broken in any query.
  return run.catch((error: unknown) => {
    throw brokenFile(name, error)
  })
}

function notInParts(name: string, bytes: number): DataError {
  return new DataError(
    `${name} takes about ${bytesText(bytes)} in memory, and only Parquet files and plain CSV files can be fitted in parts: ` +
      'allow more with --memory, or write it as Parquet',
  )
}

/** About how many bytes a file takes in memory while it is fitted. */
export async function bytesOf(
  path: string,
  name: string,
  { kind, gzip }: FileKind,
  options: DataOptions,
): Promise<number> {
  const { size } = await stat(path)
  if (kind === 'parquet') {
    const rows = await withDuckDb(options, async (connection) => {
      const table = await openStored(connection, path, { ...options, name })
      return table === null ? null : { rows: await rowCount(connection, path), columns: table.columns.length }
    })
    // What the database cannot read is left to our own reader, which tells what is wrong.
    return rows === null ? size : tableBytes(rows.rows, rows.columns)
  }
  const unpacked = gzip ? size * PACKED : size
  if (kind !== 'text') return unpacked
  const { text, whole } = await readHead(name, openBytes(path, name, { gzip }))
  const { names } = planCsv(text, { ...readingOf(options), name, whole })
  const lines = Math.max(1, text.split('\n').length - 1)
  return tableBytes(Math.ceil((unpacked / Math.max(1, text.length)) * lines), names.length)
}
