import type { SourceColumn, SourceTable } from '../../sources/source.ts'
import { DataError } from '../../errors.ts'
import { dateText } from '../../util/date-text.ts'
import { hasCuts } from '../../binning/binning.ts'
import { type BinForm, headerLine, type OutputColumn, parquetFields } from './apply-columns.ts'
import type { OutputForm } from './apply-form.ts'
import { type ColumnBinner, RefusedValue } from './column-binner.ts'
import { csvField } from '../files/row-bytes.ts'
import { writeParquet } from '../duckdb/write-parquet.ts'
import { withSink, type Write } from '../files/row-sink.ts'
import type { OutputOptions } from '../files/write-file.ts'
import type { DataOptions } from '../read/read-data.ts'

const BATCH = 4096

/** What is written of a table in memory. */
interface TableParts {
  /** what the table is called in messages */
  readonly name: string
  readonly columns: readonly OutputColumn[]
}

interface TableOutput extends TableParts {
  readonly delimiter: string
  /** dates as milliseconds since 1970, for the database; default as people write them */
  readonly typed: boolean
  readonly write: Write
}

/** Writes a table in memory, with bins where it has some, in the form that is asked for. */
export async function writeTable(
  table: SourceTable,
  { form, as, ...parts }: TableParts & { readonly form: OutputForm; readonly as: BinForm['as'] },
  options: DataOptions & OutputOptions,
): Promise<void> {
  const { columns } = parts
  if (form.parquet && form.path !== undefined) {
    const kinds = table.columns.map(({ kind }) => kind)
    await writeParquet(form.path, parquetFields(columns, kinds, as), options, async (write) => ({
      rows: table.rows,
      ...(await writeRows(table, { ...parts, delimiter: ',', typed: true, write })),
    }))
    return
  }
  const delimiter = form.delimiter ?? ','
  await withSink(form.path, options, async (write) => {
    await write(headerLine(columns, delimiter))
    await writeRows(table, { ...parts, delimiter, typed: false, write })
  })
}

/** Writes the rows; bytes of the longest one. */
async function writeRows(table: SourceTable, output: TableOutput): Promise<{ longest: number }> {
  let longest = 0
  for (const { from, binner } of output.columns)
    if (binner !== null) checkKind(output.name, binner, table.columns[from])
  for (let start = 0; start < table.rows; start += BATCH) {
    const rows = { start, count: Math.min(BATCH, table.rows - start) }
    const cells = output.columns.map(({ from, binner }) =>
      binner === null ? values(table.columns[from], rows, output) : bins(binner, table.columns[from], rows, output),
    )
    let text = ''
    for (let row = 0; row < rows.count; row++) {
      const line = cells.map((column) => column[row]).join(output.delimiter)
      // An empty line would not be a row.
      const kept = line === '' ? '""\n' : `${line}\n`
      longest = Math.max(longest, kept.length * 3)
      text += kept
    }
    await output.write(text)
  }
  return { longest }
}

function checkKind(name: string, { column: { name: called, kind } }: ColumnBinner, given: SourceColumn): void {
  // Truth values are levels as well, where no other level occurs in these rows, or none did in those of the fit.
  const levels = ['category', 'boolean']
  if (kind === given.kind || (levels.includes(kind) && levels.includes(given.kind))) return
  throw new DataError(
    `${name}: column "${called}" holds ${given.kind} values, expected ${kind} values as in the binning`,
    {
      column: called,
    },
  )
}

interface Rows {
  readonly start: number
  readonly count: number
}

function values(column: SourceColumn, { start, count }: Rows, output: TableOutput): string[] {
  if (column.kind === 'number' || column.kind === 'date') {
    const print = column.kind === 'date' && !output.typed ? dateText : String
    return Array.from(column.values.subarray(start, start + count), (value) =>
      Number.isNaN(value) ? '' : print(value),
    )
  }
  const part = column.values.slice(start, start + count) as (string | null)[]
  return part.map((text) => (text === null ? '' : csvField(text, output.delimiter)))
}

function bins(binner: ColumnBinner, column: SourceColumn, { start, count }: Rows, output: TableOutput): string[] {
  try {
    for (let row = 0; row < count; row++) {
      const value = column.values[start + row]
      if (hasCuts(binner.column)) binner.putNumber(row, value as number)
      else binner.putLevel(row, value as string | null)
    }
    return binner.writer(output.delimiter)(count)
  } catch (error) {
    throw error instanceof RefusedValue ? error.at(`${output.name}, row ${start + error.row + 1}`) : error
  }
}
