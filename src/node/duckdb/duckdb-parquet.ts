import { stat } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isKerfError } from '../../errors.ts'
import { valueNotes } from '../../sources/text/table-notes.ts'
import { columnNames } from '../../sources/text/column-names.ts'
import { checkParquet } from '../../sources/parquet/check-parquet.ts'
import { type OpenParquet, openParquet } from '../../sources/parquet/open-parquet.ts'
import { type PartedFile, readFooter } from '../../sources/parquet/parquet-footer.ts'
import { numbersFor, readParquet } from '../../sources/parquet/read-parquet.ts'
import { ParquetBuilder } from '../../sources/parquet/parquet-builder.ts'
import { ReadBudget } from '../../sources/parquet/read-budget.ts'
import { readableColumns } from '../../sources/parquet/parquet-column.ts'
import { type FileOptions, readingOf, type SourceTable } from '../../sources/source.ts'
import { missingTexts } from '../../sources/text/values.ts'
import type { Note } from '../../types.ts'
import { chunksOf, type DuckDbFileOptions, sqlName, sqlPath, withDuckDb } from './connect.ts'
import { type TypedColumn, typedColumn } from './duckdb-types.ts'
import { withParts } from '../files/file-bytes.ts'

/** How files are packed that our own reader unpacks faster than the database hands over what it has read. */
const QUICK: readonly unknown[] = ['UNCOMPRESSED', 'SNAPPY', 'LZ4', 'LZ4_RAW']

/**
 * Reads a large Parquet file: with our own reader, or with the embedded database where values are packed more tightly. What
 * one of them cannot read is left to the other; both give the same table.
 */
export async function readLargeParquet(path: string, options: DuckDbFileOptions): Promise<SourceTable> {
  if (!(await isQuick(path, options.name))) return readParquetByDuckDb(path, options)
  try {
    return await readParquetParts(path, options)
  } catch (error) {
    // What our own reader says is of the file; the database may not even be installed.
    const table = await readWhole(path, options).catch(() => null)
    if (table === null) throw error
    return table
  }
}

async function isQuick(path: string, name: string): Promise<boolean> {
  try {
    const { groups } = await withParts(path, name, readFooter)
    return groups.every(({ chunks }) => chunks.every(({ codec }) => QUICK.includes(codec)))
  } catch {
    return false
  }
}

/** Opens a Parquet file to be read column by column with our own reader; null where the database reads it faster. */
export async function openQuickParquet(file: PartedFile, options: FileOptions): Promise<OpenParquet | null> {
  const { name } = options
  const opened = await openParquet(file, { ...readingOf(options), name, brotli: unpackBrotli })
  return [...opened.codecs].every((codec) => QUICK.includes(codec)) ? opened : null
}

/**
 * Reads a Parquet file with the embedded database, which gives what `readParquet` gives. What the database cannot read is
 * left to that one, which knows what to say.
 */
export async function readParquetByDuckDb(path: string, options: DuckDbFileOptions): Promise<SourceTable> {
  return (await readWhole(path, options)) ?? (await readParquetParts(path, options))
}

function readWhole(path: string, options: DuckDbFileOptions): Promise<SourceTable | null> {
  return withDuckDb(options, (connection) => readColumns(connection, path, options))
}

/** Reads a Parquet file with our own reader. */
export function readParquetParts(path: string, options: FileOptions): Promise<SourceTable> {
  return withParts(path, options.name, (file) =>
    readParquet(file, { ...readingOf(options), name: options.name, brotli: unpackBrotli, shared: true }),
  )
}

function unpackBrotli(packed: Uint8Array, length: number): Uint8Array {
  return brotliDecompressSync(packed, { maxOutputLength: Math.max(1, length) })
}

/** A column of a Parquet file: what it is called in the file, by us and by the database, and its type there. */
export interface StoredColumn {
  readonly stored: string
  readonly called: string
  readonly sql: string
  readonly type: string
}

/** The columns of a Parquet file; null when the database cannot or must not read it, or two have the same name. */
export async function parquetColumns(
  connection: DuckDBConnection,
  path: string,
): Promise<{ columns: readonly StoredColumn[]; notes: readonly Note[] } | null> {
  try {
    await withParts(path, path, (parts) => checkParquet(parts, unpackBrotli))
    const file = sqlPath(path)
    const schema = await connection.runAndReadAll(`SELECT name, num_children FROM parquet_schema(${file})`)
    const stored = topNames(schema.getRows() as [string, bigint | null][])
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${parquetSql([path])}`)
    // Where names differ only in case, the database gives them others.
    const types = described.getRows() as [string, string][]
    if (types.length !== stored.length || new Set(stored).size < stored.length) return null
    const { names, notes } = columnNames(stored)
    const columns = types.map(([sql, type], i) => ({ stored: stored[i], called: names[i], sql: sqlName(sql), type }))
    return { columns, notes }
  } catch {
    return null
  }
}

/** The rows of Parquet files as SQL; folders called year=2024 add no columns. */
export function parquetSql(paths: readonly string[]): string {
  return `read_parquet([${paths.map(sqlPath).join(', ')}], hive_partitioning = false)`
}

/** The names of the outermost columns: the schema lists a column's parts behind it. */
function topNames(schema: readonly (readonly [string, bigint | null])[]): string[] {
  const names: string[] = []
  const skip = (at: number): number => {
    let next = at + 1
    for (let child = 0n; child < (schema[at][1] ?? 0n); child++) next = skip(next)
    return next
  }
  for (let at = 1; at < schema.length; at = skip(at)) names.push(schema[at][0])
  return names
}

async function readColumns(
  connection: DuckDBConnection,
  path: string,
  options: DuckDbFileOptions,
): Promise<SourceTable | null> {
  const found = await parquetColumns(connection, path)
  if (found === null) return null
  const { chosen, notes } = chooseColumns(found.columns, options)
  const rows = await plausibleRows(connection, path, chosen.length)
  if (rows === null) return null
  const missing = missingTexts(options.missingValues)
  const numbers = (): Float64Array => numbersFor(rows, true)
  const builders = chosen.map(
    ({ called, typed: { conversion } }) =>
      new ParquetBuilder({ file: options.name, name: called, conversion, rows, missing, numbers }),
  )
  let row = 0
  try {
    const selected = chosen.map(({ sql, typed }) => typed.select(sql)).join(', ')
    for await (const chunk of chunksOf(connection, `SELECT ${selected} FROM ${parquetSql([path])}`)) {
      if (row + chunk.rowCount > rows) return null
      for (const [i, { typed }] of chosen.entries()) {
        const values = typed.take(chunk, i)
        if (values === null) return null
        builders[i].put(values, row)
      }
      row += chunk.rowCount
      options.onProgress?.(row / rows)
    }
  } catch (error) {
    if (isKerfError(error) || error instanceof TypeError) throw error
    return null
  }
  if (row !== rows) return null
  const columns = builders.map((builder) => builder.finish())
  return { rows, columns, notes: [...found.notes, ...notes, ...valueNotes(columns, rows)], skipped: 0 }
}

/** The columns to read, by the same rule as `readParquet`. */
export function chooseColumns(
  columns: readonly StoredColumn[],
  options: FileOptions,
): { chosen: (StoredColumn & { readonly typed: TypedColumn })[]; notes: readonly Note[] } {
  const names = columns.map(({ called }) => called)
  const { chosen, notes } = readableColumns(names, (j) => typedColumn(columns[j].type), options)
  return { chosen: chosen.map(({ at, how: typed }) => ({ ...columns[at], typed })), notes }
}

/** How many rows a Parquet file says it has; null when the database cannot tell, or when they are too many for its size. */
export async function plausibleRows(
  connection: DuckDBConnection,
  path: string,
  columns: number,
): Promise<number | null> {
  try {
    const rows = await rowCount(connection, path)
    new ReadBudget((await stat(path)).size).spendCells(rows, columns)
    return rows
  } catch {
    return null
  }
}

/** How many rows a Parquet file says it has. */
export async function rowCount(connection: DuckDBConnection, path: string): Promise<number> {
  const reader = await connection.runAndReadAll(`SELECT num_rows FROM parquet_file_metadata(${sqlPath(path)})`)
  return Number(reader.getRows()[0][0])
}
