import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { DataError } from '../../errors.ts'
import { readArff } from '../../sources/arff/read-arff.ts'
import { readCsv } from '../../sources/csv/read-csv.ts'
import { readJsonLines } from '../../sources/json/read-json-lines.ts'
import { READ_NAMES, readingOf, type ReadOptions, type SourceTable } from '../../sources/source.ts'
import { asksKinds } from '../../sources/text/column-names.ts'
import { withAskedKinds } from '../../sources/text/asked-kinds.ts'
import { mergeSummaries } from '../../summaries/merge-tables.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import type { EngineOptions } from '../duckdb/engine-options.ts'
import { readCsvByThreads } from '../csv/csv-threads.ts'
import { readLargeParquet, readParquetParts } from '../duckdb/duckdb-parquet.ts'
import { openBytes } from '../files/file-bytes.ts'
import { type FileKind, fileKind, findFiles, isSummaryFile, sourceName, withSpooled } from '../files/find-files.ts'
import { joinTables } from './join-tables.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions, type OptionNames } from '../../util/check.ts'

/** Smaller files are read before the database could have started. */
const LARGE_PARQUET = 1_048_576
/** Starting threads to read text takes as long as reading a third of this. */
const LARGE_TEXT = 100_663_296

/** How data is read. What is not given is found out from the files. */
export type DataOptions = ReadOptions & EngineOptions

/** The names of those options. */
export const DATA_NAMES: OptionNames<DataOptions> = { ...READ_NAMES, threads: 1, memory: 1 }

/**
 * Reads data: a path, a pattern such as data/*.csv, or - for standard input. CSV and its like (also compressed with gzip),
 * Parquet, JSON lines and ARFF are told apart by the ending of the name and by what is in the file. The rows of several
 * files are put together in the order of their names. `source` is a short name of the data.
 *
 *     const flowers = await readData('samples/iris.csv', { columns: ['petal_length', 'species'] })
 *     console.log(flowers.rows, flowers.columns.map(({ name, kind }) => `${name}: ${kind}`))
 *     // → 150 [ 'petal_length: number', 'species: category' ]
 */
export async function readData(
  address: string,
  options: DataOptions = {},
): Promise<SourceTable & { readonly source: string }> {
  return calledAs('readData', async () => {
    knownOptions('readData', options, DATA_NAMES)
    const files = await findFiles(address)
    const tables: { readonly name: string; readonly table: SourceTable }[] = []
    for (const [i, file] of files.entries()) {
      const onProgress = (part: number): void => options.onProgress?.((i + part) / files.length)
      const read = (path: string): Promise<SourceTable> => readFile(path, file.name, { ...options, onProgress })
      tables.push({ name: file.name, table: await (file.once ? withSpooled(file, read) : read(file.path)) })
    }
    const source = files.length > 1 ? address : sourceName(files[0])
    return { ...(tables.length === 1 ? tables[0].table : joinTables(tables)), source }
  })
}

/** Reads one file; `name` is what messages call it, and tells what it is. */
export async function readFile(path: string, name: string, options: DataOptions): Promise<SourceTable> {
  // Formats that know kinds of their own give those.
  const table = await readByKind(path, name, options)
  return asksKinds(options) ? withAskedKinds(table, options) : table
}

async function readByKind(path: string, name: string, options: DataOptions): Promise<SourceTable> {
  const { size } = await stat(path)
  const { kind, gzip } = await fileKind(path, name)
  if (kind === 'parquet') {
    const all = { ...options, name }
    return size >= LARGE_PARQUET ? readLargeParquet(path, all) : readParquetParts(path, all)
  }
  const { threads = availableParallelism() } = options
  // What is packed is unpacked with one thread only.
  if (kind === 'text' && !gzip && size >= LARGE_TEXT && threads > 1) {
    return readCsvByThreads(path, { ...options, name, size, threads })
  }
  const onBytes = (count: number): void => options.onProgress?.(Math.min(1, count / Math.max(1, size)))
  return BYTE_READERS[kind](openBytes(path, name, { gzip, onBytes }), {
    ...readingOf(options),
    name,
    onProgress: undefined,
  })
}

const BYTE_READERS: Readonly<Record<Exclude<FileKind['kind'], 'parquet'>, typeof readCsv>> = {
  text: readCsv,
  json: readJsonLines,
  arff: readArff,
}

/** What DATA holds: rows, or summaries of rows. Several summary files are merged; a mix of both is refused. */
export type Opened =
  | { readonly kind: 'rows'; readonly table: SourceTable & { readonly source: string } }
  | { readonly kind: 'summaries'; readonly table: SummaryTable }

/**
 * Reads what is at an address, rows as `readData` does, or summary files.
 *
 *     const opened = await readRowsOrSummaries('samples/iris.csv')
 *     console.log(opened.kind) // → rows
 *
 * @param address a path, a pattern such as `data/*.csv`, or `-` for standard input
 */
export async function readRowsOrSummaries(address: string, options: DataOptions = {}): Promise<Opened> {
  return calledAs('readRowsOrSummaries', async () => {
    knownOptions('readRowsOrSummaries', options, DATA_NAMES)
    const files = await findFiles(address)
    const [first] = files
    if (files.length === 1 && first.once) {
      return withSpooled(first, async (path) => {
        if (await isSummaryFile(path, first.name)) {
          const { readSummaryFile } = await import('./summary-file.ts')
          return { kind: 'summaries', table: await readSummaryFile(path, first.name) }
        }
        const table = await readFile(path, first.name, options)
        return { kind: 'rows', table: { ...table, source: sourceName(first) } }
      })
    }
    const held = await Promise.all(files.map(({ path, name }) => isSummaryFile(path, name)))
    if (held.every((summary) => !summary)) return { kind: 'rows', table: await readData(address, options) }
    const rows = files[held.indexOf(false)]
    if (rows !== undefined) {
      throw new DataError(
        `${files[held.indexOf(true)].name} is a summary and ${rows.name} holds rows; summarize all of them`,
      )
    }
    const { readSummaryFiles } = await import('./summary-file.ts')
    const parts = await readSummaryFiles([address])
    return { kind: 'summaries', table: parts.length === 1 ? parts[0].table : mergeSummaries(parts) }
  })
}
