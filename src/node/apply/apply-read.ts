import type { Binning } from '../../binning/binning.ts'
import { outputColumns, parquetFields } from './apply-columns.ts'
import type { Applied, ApplyOptions, OutputForm } from './apply-form.ts'
import { applyTable } from './apply-table.ts'
import type { InputFile } from './apply-text.ts'
import { joinTables } from '../read/join-tables.ts'
import { readFile } from '../read/read-data.ts'
import { writeParquet } from '../duckdb/write-parquet.ts'
import { csvField } from '../files/row-bytes.ts'
import { withSink } from '../files/row-sink.ts'

/** Applies a binning to files that are read whole: JSON lines and ARFF. */
export async function applyRead(
  binning: Binning,
  files: readonly InputFile[],
  options: ApplyOptions,
  form: OutputForm,
): Promise<Applied> {
  const tables = []
  for (const { path, name } of files) {
    tables.push({ name, table: await readFile(path, name, { ...options, columns: undefined }) })
  }
  const table = joinTables(tables)
  const { rows, skipped, notes } = table
  const [{ name: file }] = files
  const names = table.columns.map(({ name }) => name)
  const columns = outputColumns(file, names, binning, options)
  if (form.parquet && form.path !== undefined) {
    const kinds = table.columns.map(({ kind }) => kind)
    const fields = parquetFields(columns, kinds, options.as)
    await writeParquet(form.path, fields, options, async (write) => ({
      rows,
      ...(await applyTable(table, { name: file, columns, delimiter: ',', typed: true, write })),
    }))
    return { rows, skipped, notes }
  }
  const delimiter = form.delimiter ?? ','
  await withSink(form.path, options, async (write) => {
    await write(
      `${columns.flatMap(({ names: all }) => all.map((name) => csvField(name, delimiter))).join(delimiter)}\n`,
    )
    await applyTable(table, { name: file, columns, delimiter, typed: false, write })
  })
  return { rows, skipped, notes }
}
