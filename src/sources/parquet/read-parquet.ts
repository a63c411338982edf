import type { FileMetaData, SchemaElement } from 'hyparquet'
import { DataError, isKerfError } from '../../errors.ts'
import { valueNotes } from '../text/table-notes.ts'
import type { FileOptions, SourceColumn, SourceTable } from '../source.ts'
import { columnNames } from '../text/column-names.ts'
import { ParquetBuilder } from './parquet-builder.ts'
import { conversionOf, keepStored, readableColumns, toMillis } from './parquet-column.ts'
import { optionalPackage } from '../../util/optional-package.ts'
import { decodeUtf8 } from '../../util/utf8.ts'
import { missingTexts } from '../text/values.ts'

/** A file of which parts can be read. */
export interface PartedFile {
  readonly byteLength: number
  slice(start: number, end?: number): Promise<ArrayBuffer>
}

/** The library would make Date objects and repair broken texts. */
const PARSERS = {
  timestampFromNanoseconds: (nanos: bigint) => toMillis(nanos, 1_000_000n),
  stringFromBytes: (bytes: Uint8Array) => decodeUtf8(bytes),
}

/**
 * Reads a Parquet file column by column. Whole numbers and decimals that a double cannot hold are refused; dates and
 * timestamps become milliseconds since 1970 UTC; lists, nested values, bytes and times of day are left out with a note.
 */
export async function readParquet(file: PartedFile, options: FileOptions): Promise<SourceTable> {
  const { name } = options
  await checkMagic(file, name)
  const { parquetMetadataAsync, parquetSchema } = await loadParquet()
  const { metadata, elements } = await guarded(name, async () => {
    const found = await parquetMetadataAsync(file, { geoparquet: false })
    const declared = parquetSchema(found).children.map((child) => child.element)
    if (declared.some((element) => typeof element.name !== 'string')) throw new Error('a column without a name')
    return { metadata: found, elements: declared }
  })
  const { names, notes: nameNotes } = columnNames(distinctNames(elements, name))
  const { chosen, notes } = readableColumns(names, (j) => conversionOf(elements[j]), options)
  const rows = Number(metadata.num_rows)
  const missing = missingTexts(options.missingValues)
  const columns: SourceColumn[] = []
  for (const { at, how: conversion } of chosen) {
    const column = await guarded(name, async () => {
      const builder = new ParquetBuilder({ file: name, name: names[at], conversion, rows, missing })
      await readColumn(file, metadata, elements[at], builder)
      return builder.finish()
    })
    columns.push(column)
    options.onProgress?.(columns.length / chosen.length)
  }
  return { rows, columns, notes: [...nameNotes, ...notes, ...valueNotes(columns, rows)], skipped: 0 }
}

/** What decodes Parquet, and what unpacks its pages. */
async function loadParquet(): Promise<typeof import('hyparquet') & typeof import('hyparquet-compressors')> {
  const load = async <T>(name: string, from: () => Promise<T>): Promise<T> =>
    optionalPackage(name, 'reading Parquet', from)
  const decoder = await load('hyparquet', () => import('hyparquet'))
  return { ...decoder, ...(await load('hyparquet-compressors', () => import('hyparquet-compressors'))) }
}

function distinctNames(elements: readonly SchemaElement[], file: string): string[] {
  const stored = elements.map((element) => element.name)
  const twice = stored.find((one, i) => stored.indexOf(one) < i)
  if (twice === undefined) return stored
  throw new DataError(`${file}: found two columns called "${twice}", expected different names; rename one of them`)
}

/** Reads a column, one row group after the other so that only one is in memory. */
async function readColumn(
  file: PartedFile,
  metadata: FileMetaData,
  element: SchemaElement,
  builder: ParquetBuilder,
): Promise<void> {
  const schema = keepStored(element)
    ? metadata.schema.map((one) => (one === element ? storedType(one) : one))
    : metadata.schema
  const { compressors, parquetRead } = await loadParquet()
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    let found = 0
    await parquetRead({
      file,
      metadata: { ...metadata, schema },
      columns: [element.name],
      rowStart,
      rowEnd,
      compressors,
      parsers: PARSERS,
      utf8: !keepStored(element),
      onPage: (page) => {
        builder.put(page.columnData, page.rowStart)
        found += page.columnData.length
      },
    })
    if (found !== rowEnd - rowStart) throw new Error(`${found} values in place of ${rowEnd - rowStart}`)
    rowStart = rowEnd
  }
  if (rowStart !== Number(metadata.num_rows)) throw new Error(`${rowStart} rows in place of ${metadata.num_rows}`)
}

/** The declaration of a column without what its values mean. */
function storedType(element: SchemaElement): SchemaElement {
  const { converted_type: _, logical_type: __, ...rest } = element
  return rest
}

async function checkMagic(file: PartedFile, name: string): Promise<void> {
  const word = async (at: number): Promise<string> =>
    String.fromCharCode(...new Uint8Array(await file.slice(at, at + 4)).subarray(0, 4))
  const start = file.byteLength < 12 ? '' : await word(0)
  if (start === 'PARE')
    throw new DataError(`${name} is an encrypted Parquet file, expected a plain one; decrypt it first`)
  if (start !== 'PAR1') throw new DataError(`${name} is not a Parquet file: it does not start with PAR1`)
  if ((await word(file.byteLength - 4)) !== 'PAR1') {
    throw new DataError(`${name} is a Parquet file whose end is missing; copy it again`)
  }
}

/** Whatever the library stumbles over is a broken file to us. */
async function guarded<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isKerfError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataError(
      `${name} is a broken Parquet file or one of an unknown kind (${reason}); copy or write it again`,
    )
  }
}
