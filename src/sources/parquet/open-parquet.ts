import { DataError, isKerfError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import type { FileOptions, SourceColumn } from '../source.ts'
import { columnNames } from '../text/column-names.ts'
import { missingTexts } from '../text/values.ts'
import { CODECS, type Unpack } from './codecs.ts'
import { ParquetBuilder } from './parquet-builder.ts'
import { type Conversion, conversionOf, type ParquetElement, readableColumns } from './parquet-column.ts'
import {
  type ParquetCodec,
  type ParquetField,
  type ParquetFooter,
  type PartedFile,
  readFooter,
} from './parquet-footer.ts'
import { ChunkReader } from './chunk-reader.ts'
import { readChunk } from './parquet-pages.ts'
import { checkDeclared } from './parquet-values.ts'
import { ReadBudget } from './read-budget.ts'
import { Scratch } from '../../util/scratch.ts'

export type ParquetOptions = FileOptions & {
  /** unpacks Brotli, for which some browsers and Node before 24 bring no stream; must give no more bytes than asked for */
  readonly brotli?: Unpack | undefined
  /** whether numbers come in memory that threads share; default false */
  readonly shared?: boolean | undefined
}

/** A Parquet file whose columns are read when they are asked for, one after the other. */
export interface OpenParquet {
  readonly rows: number
  /** what there is to read */
  readonly columns: readonly Pick<SourceColumn, 'name' | 'kind'>[]
  /** of names, and of columns that cannot be read */
  readonly notes: readonly Note[]
  /** how columns are packed */
  readonly codecs: ReadonlySet<ParquetCodec | undefined>
  /** Reads column `i`. The one before must have been read. */
  readonly read: (i: number, means: ReadMeans) => Promise<SourceColumn>
}

/** What reading a column takes. */
export interface ReadMeans {
  /** memory for a number per row, whatever it holds; asked for only where there are numbers */
  readonly numbers: () => Float64Array
  /** the column that is read after this one, if any */
  readonly next?: number | undefined
}

/** Looks what a Parquet file holds, and reads none of it yet. */
export async function openParquet(file: PartedFile, options: ParquetOptions): Promise<OpenParquet> {
  const { name, brotli } = options
  await checkMagic(file, name)
  const footer = await guarded(name, () => readFooter(file))
  const { rows, fields, groups } = footer
  const elements = fields.map(({ element }) => element)
  const { names, notes: nameNotes } = columnNames(distinctNames(elements, name))
  const { chosen, notes } = readableColumns(names, (j) => conversionOf(elements[j]), options)
  const missing = missingTexts(options.missingValues)
  const budget = new ReadBudget(file.byteLength)
  await guarded(name, async () => budget.spendCells(rows, chosen.length))
  const means = { footer, budget, brotli, reader: new ChunkReader(file), scratch: new Scratch() }
  const read: OpenParquet['read'] = (i, { numbers, next }) => {
    const { at, how: conversion } = chosen[i]
    const after = next === undefined ? undefined : chosen.at(next)
    return guarded(
      name,
      async () => {
        checkDeclared(elements[at], conversion)
        const builder = new ParquetBuilder({ file: name, name: names[at], conversion, rows, missing, numbers })
        await readColumn({ ...means, field: fields[at], next: after && fields[after.at], conversion }, builder)
        return builder.finish()
      },
      names[at],
    )
  }
  return {
    rows,
    columns: chosen.map(({ at, how }) => ({ name: names[at], kind: how.kind })),
    notes: [...nameNotes, ...notes],
    codecs: new Set(groups.flatMap(({ chunks }) => chunks.map(({ codec }) => codec))),
    read,
  }
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
  /** the column that is read after this one */
  readonly next: ParquetField | undefined
  readonly conversion: Conversion
  readonly budget: ReadBudget
  readonly brotli: Unpack | undefined
  readonly reader: ChunkReader
  readonly scratch: Scratch
}

/** Reads a column, one row group after the other so that only one is in memory, and perhaps the next. */
async function readColumn(plan: ColumnPlan, builder: ParquetBuilder): Promise<void> {
  const { footer, field, next, conversion, budget, brotli, reader, scratch } = plan
  const { element, leaf } = field
  let first = 0
  for (const [g, { rows, chunks }] of footer.groups.entries()) {
    const chunk = chunks[leaf]
    const { type, codec, values } = chunk
    if (type === undefined || type !== element.type) throw new Error(`values of another type than declared`)
    if (values !== rows) throw new Error(`${values} values in place of ${rows}`)
    const unpack = codec === 'BROTLI' && brotli !== undefined ? brotli : codec && CODECS[codec]
    if (unpack === undefined) throw new Error(`packed as ${codec ?? 'nothing known'}`)
    const after = footer.groups.at(g + 1)?.chunks[leaf] ?? (next && footer.groups[0].chunks.at(next.leaf))
    const bytes = await reader.read(chunk, after)
    const group = first
    await readChunk(
      { bytes, rows, type, element, conversion, unpack, budget, scratch },
      {
        put: (data, row) => builder.put(data, group + row),
        leaveOut: (row, count) => builder.leaveOut(group + row, count),
      },
    )
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
