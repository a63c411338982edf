import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Binning } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { checkNames, type FitRequest, fitSource, type RunOptions } from '../../pipeline.ts'
import { planCsv } from '../../sources/csv/csv-plan.ts'
import { sampleText } from '../../sources/text/first-bytes.ts'
import { withDuckDb } from '../duckdb/connect.ts'
import { openBytes } from '../files/file-bytes.ts'
import { type FileKind, fileKind } from '../files/file-kind.ts'
import { findFiles } from '../files/find-files.ts'
import { fitParts, storedTargetKind } from './fit-parts.ts'
import { type MemoryPlan, planMemory, tableBytes } from './memory-plan.ts'
import { keepSample, keepWhere } from '../duckdb/narrow-table.ts'
import { type DataOptions, readFile } from '../read/read-data.ts'
import { bytesText, parseBytes } from '../files/byte-sizes.ts'
import { withSpooled } from '../files/spool.ts'
import { closingStored, openStored, type StoredTable } from '../duckdb/stored-table.ts'
import { storeCsv } from '../duckdb/csv-store.ts'
import { rowCount } from '../duckdb/duckdb-parquet.ts'
import { temporaryPath, withTemporary } from '../files/temporary.ts'
import { filterRows } from '../duckdb/filter-rows.ts'

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
  const source = file.standardInput ? file.name : basename(file.path)
  if (files.length > 1) {
    let bytes = 0
    for (const { path, name } of files) bytes += await bytesOf(path, name, await fileKind(path, name), options)
    if (bytes <= limit * IN_MEMORY) return null
    throw new DataError(
      `${address} stands for ${files.length} files that take about ${bytesText(bytes)} together; several files are ` +
        'read whole, so allow more with --memory, or put them into one Parquet file',
    )
  }
  return withSpooled(file, async (path) => {
    const kind = await fileKind(path, file.name)
    const bytes = await bytesOf(path, file.name, kind, options)
    if (bytes <= limit * IN_MEMORY) {
      // What can be read only once has just been read.
      return file.once ? fitWhole(path, file.name, { ...request, source }, options, run) : null
    }
    if (kind.kind === 'json' || kind.kind === 'arff') throw notInParts(file.name, bytes)
    if (request.together === true) {
      throw new DataError(
        `${file.name} takes about ${bytesText(bytes)}, and --together must hold all columns at once; allow more with --memory`,
      )
    }
    const plan = planMemory(limit, options.threads)
    const { size } = await stat(path)
    const all = { ...options, name: file.name, size, ...plan.engine }
    return withDuckDb(plan.engine, (connection) =>
      withTemporary(temporaryPath('.parquet'), async (into) => {
        const table =
          kind.kind === 'parquet'
            ? await openStored(connection, path, all)
            : await storeCsv(connection, path, into, kind.gzip, all)
        if (table === null) throw notInParts(file.name, bytes)
        const closing = kind.kind === 'parquet' ? await closingStored(connection, table) : []
        const told = { ...table, notes: [...table.notes, ...closing] }
        return fitStored(connection, told, { ...request, source }, options, plan, run)
      }),
    )
  })
}

async function fitWhole(
  path: string,
  name: string,
  request: FitRequest,
  options: WithinOptions,
  run: RunOptions,
): Promise<Binning> {
  const table = await readFile(path, name, options)
  const { where } = options
  return fitSource(where === undefined ? table : await filterRows(table, where, options), request, run)
}

/** Chooses the rows, then fits. */
async function fitStored(
  connection: DuckDBConnection,
  opened: StoredTable,
  request: FitRequest,
  { where }: WithinOptions,
  plan: MemoryPlan,
  run: RunOptions,
): Promise<Binning> {
  return withTemporary(temporaryPath('.parquet'), (kept) =>
    withTemporary(temporaryPath('.parquet'), async (drawn) => {
      const table = where === undefined ? opened : await keepWhere(connection, opened, where, kept)
      checkNames(table.columns, request)
      const kind = await storedTargetKind(connection, table, request)
      const sample = await keepSample(connection, table, request, drawn)
      const sampled = sample.notes.length > 0
      const binning = await fitParts(connection, sample.table, request, kind, sampled, plan.arrays, run)
      const notes = [...table.notes, ...sample.notes, ...(binning.notes ?? [])]
      return notes.length === 0 ? binning : { ...binning, notes }
    }),
  )
}

export function notInParts(name: string, bytes: number): DataError {
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
  const { text, whole } = await sampleText(name, openBytes(path, name, { gzip }))
  const { names } = planCsv(text, { ...options, name, whole })
  const lines = Math.max(1, text.split('\n').length - 1)
  return tableBytes(Math.ceil((unpacked / Math.max(1, text.length)) * lines), names.length)
}
