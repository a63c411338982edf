import { DataError } from '../../errors.ts'
import { closingNotes } from '../../sources/text/table-notes.ts'
import { readCsv } from '../../sources/csv/read-csv.ts'
import { type CsvPlan, planCsv } from '../../sources/csv/csv-plan.ts'
import { readHead, startText } from '../../sources/text/text-file.ts'
import { readingOf, type ReadOptions, type ValueKind } from '../../sources/source.ts'
import type { OutputColumn } from './apply-columns.ts'
import type { Applied } from './apply-form.ts'
import type { ColumnBinner } from './column-binner.ts'
import { BrokenTable, CsvRecords } from '../csv/csv-records.ts'
import { FieldReader } from './field-reader.ts'
import { openBytes } from '../files/file-bytes.ts'
import { RowRewriter } from './row-rewriter.ts'
import type { Write } from '../files/row-sink.ts'

export interface InputFile {
  readonly path: string
  readonly name: string
  readonly gzip: boolean
  readonly size: number
}

export interface TextOutput {
  readonly columns: readonly OutputColumn[]
  readonly delimiter: string
  /** by column of the data, its kind, to write values in one way; null to keep fields as they stand */
  readonly kinds: readonly ValueKind[] | null
  readonly write: Write
}

/** What was written. */
export interface Written extends Applied {
  readonly longest: number
}

export async function textPlan({ path, name, gzip }: InputFile, options: ReadOptions): Promise<CsvPlan> {
  const { text, whole } = await readHead(name, openBytes(path, name, { gzip }))
  return planCsv(text, { ...readingOf(options), name, whole, columns: undefined })
}

/** Writes the rows of a text table with their bins, in constant memory. */
export async function applyText(
  file: InputFile,
  plan: CsvPlan,
  options: ReadOptions,
  output: TextOutput,
): Promise<Written> {
  const { path, name, gzip } = file
  const { dialect, names } = plan
  const binners: (ColumnBinner | null)[] = names.map(() => null)
  for (const { from, binner } of output.columns) binners[from] ??= binner
  const rewriter = new RowRewriter({
    name,
    dialect,
    names,
    binners,
    keep: output.columns.length > names.length,
    reader: new FieldReader(dialect.decimal, options.missingValues),
    delimiter: output.delimiter,
    kinds: output.kinds,
  })
  const records = new CsvRecords(plan, options.badRows === 'skip', rewriter)
  const onBytes = (count: number): void => options.onProgress?.(Math.min(1, count / Math.max(1, file.size)))
  const open = openBytes(path, name, { gzip, onBytes })
  const { taken, rest } = await startText(name, open)
  try {
    let chunk = taken
    for (let done = false; !done;) {
      records.feed(chunk, false)
      await output.write(rewriter.flush())
      const next = await rest.next()
      if (next.done === true) done = true
      else chunk = next.value
    }
    records.feed(new Uint8Array(0), true)
    await output.write(rewriter.flush())
  } catch (error) {
    if (error instanceof BrokenTable) throw await explained(file, options)
    throw error
  } finally {
    await rest.return?.()
  }
  const { rows, bad: skipped, firstBad: firstSkipped, blank } = records
  const notes = closingNotes([], { rows, skipped, firstSkipped, width: names.length, blank })
  return { rows, skipped, notes, longest: rewriter.longest }
}

/** The reader says what is wrong with a file. */
async function explained({ path, name, gzip }: InputFile, options: ReadOptions): Promise<unknown> {
  try {
    await readCsv(openBytes(path, name, { gzip }), { ...readingOf(options), name, columns: [], onProgress: undefined })
  } catch (error) {
    return error
  }
  return new DataError(`${name} changed while it was read; read it again`)
}
