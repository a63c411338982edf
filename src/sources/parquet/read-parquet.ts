import { DataError, isKerfError } from '../../errors.ts'
import { FILE_NAMES, type FileOptions, type SourceColumn, type SourceTable } from '../source.ts'
import { columnNames } from '../text/column-names.ts'
import { valueNotes } from '../text/table-notes.ts'
import { missingTexts } from '../text/values.ts'
import { CODECS, type Unpack } from './codecs.ts'
import { ParquetBuilder } from './parquet-builder.ts'
import { type Conversion, conversionOf, type ParquetElement, readableColumns } from './parquet-column.ts'
import { type ParquetField, type ParquetFooter, type PartedFile, readFooter } from './parquet-footer.ts'
import { readChunk } from './parquet-pages.ts'
import { checkDeclared } from './parquet-values.ts'
import { ReadBudget } from './read-budget.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

export type { PartedFile } from './parquet-footer.ts'

export type ParquetOptions = FileOptions & {
  /** unpacks Brotli, for which some browsers and Node before 24 bring no stream; must give no more bytes than asked for */
  readonly brotli?: Unpack | undefined
}

/**
 * Reads a Parquet file column by column. Whole numbers and decimals that a double cannot hold are refused; dates and
 * timestamps become milliseconds since 1970 UTC; lists, nested values, bytes and times of day are left out with a note.
 *
 *     // Anything of which parts can be read: a file, ranges of a download, or as here bytes in memory.
 *     const slice = async (start: number, end?: number) => bytes.slice(start, end)
 *     const file = { byteLength: bytes.byteLength, slice }
 *     const { rows, columns } = await readParquet(file, { name: 'visits.parquet' })
 *     console.log(rows, columns.map(({ name, kind }) => `${name}: ${kind}`))
 *     // → 3 [ 'age: number', 'bought: boolean' ]
 *
 * @param file its length, and a way to read parts of it
 */
export async function readParquet(file: PartedFile, options: ParquetOptions): Promise<SourceTable> {
  return calledAs('readParquet', async () => {
    knownOptions('readParquet', options, { ...FILE_NAMES, brotli: 1 })
    const { name } = options
    await checkMagic(file, name)
    const footer = await guarded(name, () => readFooter(file))
    const elements = footer.fields.map(({ element }) => element)
    const { names, notes: nameNotes } = columnNames(distinctNames(elements, name))
    const { chosen, notes } = readableColumns(names, (j) => conversionOf(elements[j]), options)
    const { rows } = footer
    const missing = missingTexts(options.missingValues)
    const budget = new ReadBudget(file.byteLength)
    await guarded(name, async () => budget.spendCells(rows, chosen.length))
    const columns: SourceColumn[] = []
    for (const { at, how: conversion } of chosen) {
      const column = await guarded(
        name,
        async () => {
          checkDeclared(elements[at], conversion)
          const builder = new ParquetBuilder({ file: name, name: names[at], conversion, rows, missing })
          const plan = { footer, field: footer.fields[at], conversion, budget, brotli: options.brotli }
          await readColumn(file, plan, builder)
          return builder.finish()
        },
        names[at],
      )
      columns.push(column)
      options.onProgress?.(columns.length / chosen.length)
    }
    return { rows, columns, notes: [...nameNotes, ...notes, ...valueNotes(columns, rows)], skipped: 0 }
  })
}

function distinctNames(elements: readonly ParquetElement[], file: string): string[] {
  const stored = elements.map((element) => element.name)
  const twice = stored.find((one, i) => stored.indexOf(one) < i)
  if (twice === undefined) return stored
  throw new DataError(`${file}: found two columns called "${twice}", expected different names; rename one of them`)
}

interface ColumnPlan {
  readonly footer: ParquetFooter
  readonly field: ParquetField
  readonly conversion: Conversion
  readonly budget: ReadBudget
  readonly brotli: Unpack | undefined
}

/** Reads a column, one row group after the other so that only one is in memory. */
async function readColumn(file: PartedFile, plan: ColumnPlan, builder: ParquetBuilder): Promise<void> {
  const { footer, field, conversion, budget, brotli } = plan
  const { element, leaf } = field
  let first = 0
  for (const { rows, chunks } of footer.groups) {
    const { type, codec, values, start, size } = chunks[leaf]
    if (type === undefined || type !== element.type) throw new Error(`values of another type than declared`)
    if (values !== rows) throw new Error(`${values} values in place of ${rows}`)
    const unpack = codec === 'BROTLI' && brotli !== undefined ? brotli : codec && CODECS[codec]
    if (unpack === undefined) throw new Error(`packed as ${codec ?? 'nothing known'}`)
    if (start < 0 || size < 0 || start + size > file.byteLength) {
      throw new Error(`${size} bytes at ${start} of a file of ${file.byteLength}`)
    }
    const bytes = new Uint8Array(await file.slice(start, start + size))
    const group = first
    const put = (data: ArrayLike<unknown>, row: number): void => builder.put(data, group + row)
    await readChunk({ bytes, rows, type, element, conversion, unpack, budget }, put)
    first += rows
  }
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

/** Whatever a reader stumbles over is a broken file. */
async function guarded<T>(name: string, run: () => Promise<T>, column?: string): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isKerfError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw column === undefined
      ? new DataError(`${name} is a broken Parquet file or one of an unknown kind (${reason}); copy or write it again`)
      : new DataError(
          `${name} is a broken Parquet file or one of an unknown kind (column "${column}": ${reason}); ` +
            'copy or write it again, or leave the column out',
          { column },
        )
  }
}
