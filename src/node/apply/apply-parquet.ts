import { resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Binning } from '../../binning/binning.ts'
import { DataError, isKerfError } from '../../errors.ts'
import type { Applied, ApplyOptions, OutputForm } from './apply-form.ts'
import type { InputFile } from './apply-text.ts'
import { chunksOf, sqlName, sqlText, withDuckDb, withProgress } from '../duckdb/connect.ts'
import { replaceFile } from '../files/write-file.ts'
import { type BinnedQuery, binnedQuery, type QueryColumn } from './parquet-query.ts'
import { csvField } from '../files/row-bytes.ts'
import { withSink } from '../files/row-sink.ts'
import { errorCode } from '../files/system-errors.ts'
import { type LinePart, QueryLines } from './query-lines.ts'

/** Applies a binning to Parquet files. To Parquet, the database does it all, and other columns keep their types. */
export async function applyParquet(
  binning: Binning,
  files: readonly InputFile[],
  options: ApplyOptions,
  form: OutputForm,
): Promise<Applied> {
  const delimiter = form.delimiter ?? ','
  // Several threads would only wait for our functions, and keep rows in memory to bring them into order.
  return withDuckDb({ ...options, threads: 1 }, async (connection) => {
    const print = (label: string): string => (form.parquet ? label : csvField(label, delimiter))
    const query = await binnedQuery(connection, files, binning, { ...options, print, apart: !form.parquet })
    try {
      const rows =
        form.parquet && form.path !== undefined
          ? await toParquet(connection, query, form.path, options)
          : await toText(connection, query, { ...form, delimiter }, options)
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
  await replaceFile(
    path,
    async (temporary) => {
      const sql = `COPY (SELECT ${selected} ${from}) TO ${sqlText(resolve(temporary))} (FORMAT parquet, USE_TMP_FILE false)`
      const reader = await withProgress(connection, options.onProgress, () => connection.runAndReadAll(sql))
      rows = Number(reader.getRows()[0][0])
    },
    options,
  )
  return rows
}

async function toText(
  connection: DuckDBConnection,
  { columns, from }: BinnedQuery,
  { path, delimiter }: { readonly path?: string | undefined; readonly delimiter: string },
  options: ApplyOptions,
): Promise<number> {
  const total = Number((await connection.runAndReadAll(`SELECT count(*) ${from}`)).getRows()[0][0])
  const values = columns.map(({ sql }, i) => `${sql} AS v${i}`).join(', ')
  const parts = lineParts(columns, delimiter)
  const lines = new QueryLines(parts, delimiter)
  const selected = parts.map(({ sql }) => sql).join(', ')
  let rows = 0
  await withSink(path, options, async (write) => {
    await write(`${columns.map(({ name }) => csvField(name, delimiter)).join(delimiter)}\n`)
    for await (const chunk of chunksOf(connection, `SELECT ${selected} FROM (SELECT ${values} ${from})`)) {
      await write(lines.of(chunk))
      rows += chunk.rowCount
      options.onProgress?.(rows / total)
    }
  })
  return rows
}

/** Columns as parts of a line. Neighbours without bins are one part, written by the database: a string for all of them. */
function lineParts(columns: readonly QueryColumn[], delimiter: string): LinePart[] {
  const parts: { bins: LinePart['bins']; fields: string[] }[] = []
  for (const [i, column] of columns.entries()) {
    const { bins } = column
    const last = parts.at(-1)
    if (bins !== null) parts.push({ bins, fields: [`v${i}`] })
    else if (last?.bins === null) last.fields.push(fieldSql(column, `v${i}`, delimiter))
    else parts.push({ bins, fields: [fieldSql(column, `v${i}`, delimiter)] })
  }
  return parts.map(({ bins, fields }) => ({
    bins,
    sql: bins === null ? `concat(${fields.join(`, ${sqlText(delimiter)}, `)})` : fields[0],
  }))
}

/** What needs no quotes, however it is written. */
const PLAIN = /^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN|DATE|TIMESTAMP.*)$/

/** The column `v` as a field of a line. */
function fieldSql({ type }: QueryColumn, v: string, delimiter: string): string {
  // The database would write 1 as 1.0.
  if (type === 'DOUBLE') return `CASE WHEN isnan(${v}) THEN '' ELSE regexp_replace(${v}::VARCHAR, '\\.0$', '') END`
  if (type === null || PLAIN.test(type)) return `${v}::VARCHAR`
  const special = [delimiter, '"', '\n', '\r'].map((mark) => `contains(${v}::VARCHAR, ${sqlText(mark)})`)
  return `CASE WHEN ${special.join(' OR ')} THEN '"' || replace(${v}::VARCHAR, '"', '""') || '"' ELSE ${v}::VARCHAR END`
}
