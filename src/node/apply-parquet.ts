import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { Binning } from '../binning/binning.ts'
import { DataError, isKerfError } from '../errors.ts'
import type { Applied, ApplyOptions, OutputForm } from './apply-form.ts'
import type { InputFile } from './apply-text.ts'
import { chunksOf, sqlName, sqlText, withDuckDb } from './duckdb.ts'
import { writeFileSafely } from './output.ts'
import { type BinnedQuery, binnedQuery } from './parquet-query.ts'
import { csvField } from './row-bytes.ts'
import { withSink } from './row-sink.ts'
import { errorCode } from './system-errors.ts'

/** Applies a binning to Parquet files. To Parquet, the database does it all, and other columns keep their types. */
export async function applyParquet(
  binning: Binning,
  files: readonly InputFile[],
  options: ApplyOptions,
  form: OutputForm,
): Promise<Applied> {
  return withDuckDb(options, async (connection) => {
    const query = await binnedQuery(connection, files, binning, options)
    try {
      const rows =
        form.parquet && form.path !== undefined
          ? await toParquet(connection, query, form.path, options)
          : await toText(connection, query, form, options)
      return { rows, skipped: 0, notes: [] }
    } catch (error) {
      const fault = query.fault()
      if (fault !== null) throw fault
      if (isKerfError(error) || errorCode(error) !== null || !(error instanceof Error)) throw error
      throw new DataError(`${files[0].name} cannot be read (${error.message.split('\n')[0]}); copy or write it again`)
    }
  })
}

async function toParquet(
  connection: DuckDBConnection,
  { columns, from }: BinnedQuery,
  path: string,
  options: ApplyOptions,
): Promise<number> {
  let rows = 0
  const selected = columns.map(({ name, sql }) => `${sql} AS ${sqlName(name)}`).join(', ')
  await writeFileSafely(
    path,
    async (temporary) => {
      const sql = `COPY (SELECT ${selected} ${from}) TO ${sqlText(temporary)} (FORMAT parquet)`
      rows = Number((await connection.runAndReadAll(sql)).getRows()[0][0])
    },
    options,
  )
  return rows
}

async function toText(
  connection: DuckDBConnection,
  { columns, from }: BinnedQuery,
  form: OutputForm,
  options: ApplyOptions,
): Promise<number> {
  const delimiter = form.delimiter ?? ','
  const total = Number((await connection.runAndReadAll(`SELECT count(*) ${from}`)).getRows()[0][0])
  const selected = columns.map(({ sql, double }) => (double ? sql : `(${sql})::VARCHAR`)).join(', ')
  let rows = 0
  await withSink(form.path, options, async (write) => {
    await write(`${columns.map(({ name }) => csvField(name, delimiter)).join(delimiter)}\n`)
    for await (const chunk of chunksOf(connection, `SELECT ${selected} ${from}`)) {
      await write(linesOf(chunk, delimiter))
      rows += chunk.rowCount
      options.onProgress?.(rows / total)
    }
  })
  return rows
}

function linesOf(chunk: DuckDBDataChunk, delimiter: string): string {
  const columns = chunk.getColumns() as (string | number | null)[][]
  let text = ''
  for (let row = 0; row < chunk.rowCount; row++) {
    let line = ''
    for (const [j, values] of columns.entries()) {
      const value = values[row]
      if (j > 0) line += delimiter
      // The database would write 1 as 1.0.
      if (typeof value === 'number') line += Number.isNaN(value) ? '' : String(value)
      else if (value !== null) line += csvField(value, delimiter)
    }
    // An empty line would be no row.
    text += line === '' ? '""\n' : `${line}\n`
  }
  return text
}
