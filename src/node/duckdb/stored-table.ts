import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { DataError, isKerfError } from '../../errors.ts'
import { emptyColumns, valueNotes } from '../../sources/text/table-notes.ts'
import { ParquetBuilder } from '../../sources/parquet/parquet-builder.ts'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import { missingNumbers, missingTexts } from '../../sources/text/values.ts'
import type { Note } from '../../types.ts'
import { doubleSql } from '../../engines/dialects/duckdb-sql.ts'
import { chunksOf, type DuckDbFileOptions, sqlPath, sqlText } from './connect.ts'
import { chooseColumns, parquetColumns, parquetSql, plausibleRows } from './duckdb-parquet.ts'
import { giveBack } from './memory-watch.ts'

/** Takes the values of one column, chunk by chunk. */
export interface ColumnFiller {
  readonly put: (chunk: DuckDBDataChunk, column: number, row: number) => void
  readonly finish: () => SourceColumn
}

/** A column of a Parquet file that is read when it is needed. */
export interface StoredValues {
  readonly name: string
  readonly kind: ValueKind
  /** what the database calls it */
  readonly sql: string
  readonly type: string
  /** what is selected to fill it */
  readonly select: string
  readonly fill: (rows: number) => ColumnFiller
}

/** A table in a Parquet file of which single columns are read at a time. */
export interface StoredTable {
  readonly path: string
  /** what messages call it */
  readonly file: string
  readonly rows: number
  readonly columns: readonly StoredValues[]
  readonly notes: readonly Note[]
  /** texts that stand for a missing value */
  readonly missing: ReadonlySet<string>
  /** what to call the numbers of rows, where a column has the name that the database would give them */
  readonly counted?: string | undefined
}

/** Opens a Parquet file. Null when the database cannot read it. */
export async function openStored(
  connection: DuckDBConnection,
  path: string,
  options: DuckDbFileOptions,
): Promise<StoredTable | null> {
  const found = await parquetColumns(connection, path)
  if (found === null) return null
  const { chosen, notes } = chooseColumns(found.columns, options)
  const missing = missingTexts(options.missingValues)
  const columns = chosen.map(({ called, sql, type, typed }): StoredValues => {
    const { conversion } = typed
    const fill = (count: number): ColumnFiller => {
      const numbers = (): Float64Array => new Float64Array(count)
      const builder = new ParquetBuilder({
        file: options.name,
        name: called,
        conversion,
        rows: count,
        missing,
        numbers,
      })
      return {
        put: (chunk, column, row) => {
          const values = typed.take(chunk, column)
          if (values === null) throw new DataError(`${options.name}: column "${called}" holds dates too far from 1970`)
          builder.put(values, row)
        },
        finish: () => builder.finish(),
      }
    }
    return { name: called, kind: conversion.kind, sql, type, select: typed.select(sql), fill }
  })
  const rows = await plausibleRows(connection, path, columns.length)
  if (rows === null) return null
  const told = [...found.notes, ...notes]
  return { path, file: options.name, rows, columns, notes: told, missing, counted: countedAs(found) }
}

/** A name for numbers of rows that no column has; none is needed where the database's own is free. */
function countedAs({ columns }: { readonly columns: readonly { readonly stored: string }[] }): string | undefined {
  const names = new Set(columns.map(({ stored }) => stored.toLowerCase()))
  if (!names.has('file_row_number')) return undefined
  let name = 'kerf_file_row'
  while (names.has(name)) name += '_'
  return name
}

export async function readStored(
  connection: DuckDBConnection,
  table: StoredTable,
  columns: readonly StoredValues[],
): Promise<SourceColumn[]> {
  await giveBack()
  const fillers = columns.map((column) => column.fill(table.rows))
  const sql = `SELECT ${columns.map(({ select }) => select).join(', ')} FROM ${parquetSql([table.path])}`
  let row = 0
  try {
    for await (const chunk of chunksOf(connection, sql)) {
      for (const [i, filler] of fillers.entries()) filler.put(chunk, i, row)
      row += chunk.rowCount
    }
  } catch (error) {
    throw brokenFile(table.file, error)
  }
  if (row !== table.rows) {
    throw new DataError(
      `${table.file} cannot be read in parts (${row} rows in place of ${table.rows}); read it once more`,
    )
  }
  return fillers.map((filler) => filler.finish())
}

/** How errors of the database begin. */
const DATABASE = /^(?:[A-Z][\w-]* )+(?:Error|exception):/i

/** What to say when the database cannot go on; other errors stay what they are. */
export function brokenFile(file: string, error: unknown): unknown {
  if (isKerfError(error) || !(error instanceof Error)) return error
  const [first] = error.message.split('\n')
  if (/out of memory/i.test(first)) {
    return new DataError(`${file}: the limit of --memory is too small for the database (${first}); allow more`)
  }
  if (!DATABASE.test(first) && !(error instanceof RangeError)) return error
  return new DataError(`${file} cannot be read in parts (${first}); copy or write it again`)
}

const WHITE = `' ' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)`

/** A value without those that stand for missing, as SQL: a double, or a text without white space around it. */
export function givenSql({ kind, sql, type }: StoredValues, missing: ReadonlySet<string>): string {
  if (kind === 'boolean' && type === 'BOOLEAN') return sql
  if (kind === 'date' && type !== 'VARCHAR') return `${sql}::TIMESTAMP`
  if (kind === 'number' && type !== 'VARCHAR') {
    const apart = ['isnan(kerf_v)', ...missingNumbers(missing).map((code) => `kerf_v = ${doubleSql(code)}`)].join(
      ' OR ',
    )
    return `CASE WHEN ${apart.replaceAll('kerf_v', `${sql}::DOUBLE`)} THEN NULL ELSE ${sql}::DOUBLE END`
  }
  const text = `trim(${sql}::VARCHAR, ${WHITE})`
  return `CASE WHEN ${text} IN (${[...missing].map(sqlText).join(', ')}) THEN NULL ELSE ${text} END`
}

/** One note for all columns without a value, and one when there are no rows. */
export async function closingStored(connection: DuckDBConnection, table: StoredTable): Promise<Note[]> {
  if (table.rows === 0) return valueNotes([], 0)
  const empty: string[] = []
  for (const column of table.columns) {
    const given = givenSql(column, table.missing)
    // Among texts that are numbers, the word nan stands for a missing one.
    const such =
      column.kind === 'number' && column.type === 'VARCHAR' ? `(${given}) NOT ILIKE '%nan'` : `(${given}) IS NOT NULL`
    const found = await connection.runAndReadAll(`SELECT 1 FROM ${parquetSql([table.path])} WHERE ${such} LIMIT 1`)
    if (found.currentRowCount === 0) empty.push(column.name)
  }
  return emptyColumns(empty)
}

/** The rows of a table as SQL, and what the number of a row from 0 on is called there. */
export function numberedSql(
  { path, counted }: StoredTable,
  read: string = sqlPath(path),
): { from: string; row: string } {
  if (counted === undefined) {
    return { from: `read_parquet(${read}, hive_partitioning = false, file_row_number = true)`, row: 'file_row_number' }
  }
  const rows = `SELECT *, row_number() OVER () - 1 AS ${counted} FROM read_parquet(${read}, hive_partitioning = false)`
  return { from: `(${rows})`, row: counted }
}
