import type { Binning } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { type CsvPlan, retype } from '../../sources/csv/csv-plan.ts'
import type { ValueKind } from '../../sources/source.ts'
import type { Note } from '../../types.ts'
import { headerLine, outputColumns, type OutputColumn, parquetFields } from './apply-columns.ts'
import type { Applied, ApplyOptions, OutputForm } from './apply-form.ts'
import { applyText, type InputFile, type TextOutput, textPlan, type Written } from './apply-text.ts'
import { checkSameColumns } from '../read/join-tables.ts'
import { writeParquet } from '../duckdb/write-parquet.ts'
import { MisfitValue } from './row-rewriter.ts'
import { withSink } from '../files/row-sink.ts'

/** Notes about how columns are read; of no interest where fields are only copied. */
const KIND_NOTES = ['text', 'date-order']

interface PlannedFile {
  readonly file: InputFile
  readonly plan: CsvPlan
}

export async function applyTexts(
  binning: Binning,
  files: readonly InputFile[],
  options: ApplyOptions,
  form: OutputForm,
): Promise<Applied> {
  const planned: PlannedFile[] = []
  for (const file of files) planned.push({ file, plan: await textPlan(file, options) })
  const [first, ...others] = planned
  for (const other of others) checkOrder(first, other)
  const columns = outputColumns(first.file.name, first.plan.names, binning, options)
  if (form.parquet && form.path !== undefined) return toParquet(planned, columns, form.path, options)
  const delimiter = form.delimiter ?? first.plan.dialect.delimiter
  let written: Applied = { rows: 0, skipped: 0, notes: [] }
  await withSink(form.path, options, async (write) => {
    if (first.plan.dialect.header) {
      await write(headerLine(columns, delimiter))
    }
    written = await applyAll(planned, options, { columns, delimiter, kinds: null, write })
  })
  const notes = planned.flatMap(({ plan }) => plan.notes).filter(({ code }) => !KIND_NOTES.includes(code))
  return { rows: written.rows, skipped: written.skipped, notes: [...notes, ...written.notes] }
}

function checkOrder(first: PlannedFile, other: PlannedFile): void {
  const [a, b] = [first, other].map(({ file, plan }) => ({ file: file.name, names: plan.names }))
  checkSameColumns(a, b)
  if (a.names.every((name, i) => name === b.names[i])) return
  throw new DataError(`${a.file} and ${b.file} have their columns in different orders; apply to one after the other`)
}

async function applyAll(planned: readonly PlannedFile[], options: ApplyOptions, output: TextOutput): Promise<Written> {
  let rows = 0
  let skipped = 0
  let longest = 0
  const notes: Note[] = []
  for (const [i, { file, plan }] of planned.entries()) {
    const onProgress = (part: number): void => options.onProgress?.((i + part) / planned.length)
    const written = await applyText(file, plan, { ...options, onProgress }, output)
    rows += written.rows
    skipped += written.skipped
    longest = Math.max(longest, written.longest)
    const place = planned.length === 1 ? '' : `${file.name}: `
    notes.push(...written.notes.map(({ code, message }) => ({ code, message: place + message })))
  }
  return { rows, skipped, notes, longest }
}

/** A Parquet file has types: a value that does not fit makes its column text, and all is written again. */
async function toParquet(
  planned: readonly PlannedFile[],
  columns: readonly OutputColumn[],
  path: string,
  options: ApplyOptions,
): Promise<Applied> {
  let plan = commonPlan(planned)
  for (;;) {
    const { kinds, notes } = plan
    const fields = parquetFields(columns, kinds, options.as)
    try {
      const written = await writeParquet(path, fields, options, (write, onProgress) =>
        applyAll(planned, { ...options, onProgress }, { columns, delimiter: ',', kinds, write }),
      )
      return { rows: written.rows, skipped: written.skipped, notes: [...notes, ...written.notes] }
    } catch (error) {
      if (!(error instanceof MisfitValue)) throw error
      plan = retype(plan, error.column, error.line, error.text)
    }
  }
}

/** The plan of the first file, with columns that are of another kind elsewhere as texts. */
function commonPlan(planned: readonly PlannedFile[]): CsvPlan {
  const [{ plan }] = planned
  const kinds = plan.names.map((_, j): ValueKind => {
    const seen = new Set(planned.filter((one) => !one.plan.unseen[j]).map((one) => one.plan.kinds[j]))
    return seen.size > 1 ? 'category' : ([...seen][0] ?? plan.kinds[j])
  })
  return { ...plan, kinds, unseen: plan.unseen.map((_, j) => planned.every((one) => one.plan.unseen[j])) }
}
