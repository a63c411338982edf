import { createWriteStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadOptions, ValueKind } from '../../sources/source.ts'
import { sqlName, sqlPath, sqlText, withDuckDb, withProgress } from './connect.ts'
import type { EngineOptions } from './engine-options.ts'
import { type OutputOptions, replaceFile } from '../files/write-file.ts'
import { toStream, type Write } from '../files/row-sink.ts'
import { withTemporary } from '../files/temporary.ts'

/** A column of a Parquet file to be written; `bin` is a bin's number, `float` an output of an encoder. */
export interface ParquetField {
  readonly name: string
  readonly kind: ValueKind | 'bin' | 'float'
}

/** How a kind stands in the text table, and what it becomes. */
const FORMS: Readonly<Record<ParquetField['kind'], { readonly type: string; readonly select: (c: string) => string }>> =
  {
    number: { type: 'DOUBLE', select: (c) => c },
    // Milliseconds, perhaps with a fraction; a Parquet file has microseconds.
    date: { type: 'DOUBLE', select: (c) => `make_timestamp(round(${c} * 1000)::BIGINT)` },
    boolean: { type: 'BOOLEAN', select: (c) => c },
    category: { type: 'VARCHAR', select: (c) => c },
    bin: { type: 'INTEGER', select: (c) => c },
    float: { type: 'FLOAT', select: (c) => c },
  }

/** Part of the work that is writing the text table. */
const FILL_PART = 0.7

/** Bytes of the text that the database reads at a time. */
const BUFFER_BYTES = 8_388_608

/** What the database allows by itself. */
const LONGEST = 2_000_000

/** A text table that was written by us: commas, no header, nothing where missing. */
interface WrittenText {
  readonly path: string
  readonly fields: readonly ParquetField[]
  readonly rows: number
  readonly longest: number
}

/** Turns a text table into a Parquet file. The database must find as many rows as were written. */
async function textToParquet(
  connection: DuckDBConnection,
  { path, fields, rows, longest }: WrittenText,
  output: string,
  onProgress: (part: number) => void,
): Promise<void> {
  const types = fields.map(({ kind }, i) => `c${i}: '${FORMS[kind].type}'`)
  const selected = fields.map(({ name, kind }, i) => `${FORMS[kind].select(`c${i}`)} AS ${sqlName(name)}`)
  const sql = `COPY (SELECT ${selected.join(', ')} FROM read_csv(${sqlPath(path)}, auto_detect = false, header = false, delim = ',',
     quote = '"', escape = '"', new_line = '\\n', columns = {${types.join(', ')}}, max_line_size = ${Math.max(LONGEST, longest + 1)},
     buffer_size = ${Math.max(BUFFER_BYTES, 4 * (longest + 1))}, compression = 'none', hive_partitioning = false)) TO ${sqlText(resolve(output))} (FORMAT parquet, USE_TMP_FILE false)`
  const reader = await withProgress(connection, onProgress, () => connection.runAndReadAll(sql))
  const written = Number(reader.getRows()[0][0])
  if (written !== rows) throw new Error(`${written} rows instead of ${rows} were written to ${output}`)
}

/** Writes a Parquet file by way of a text table, which `fill` writes and which is removed again. */
export async function writeParquet<T extends { readonly rows: number; readonly longest: number }>(
  path: string,
  fields: readonly ParquetField[],
  options: OutputOptions & EngineOptions & Pick<ReadOptions, 'onProgress'>,
  fill: (write: Write, onProgress: (part: number) => void) => Promise<T>,
): Promise<T> {
  let written: T | null = null
  const whole = async (temporary: string, csv: string): Promise<void> => {
    await toStream(createWriteStream(csv), async (write) => {
      written = await fill(write, (part) => options.onProgress?.(FILL_PART * part))
    })
    const { rows, longest } = written!
    // Several threads would keep rows in memory to bring them into order.
    await withDuckDb({ ...options, threads: 1 }, (connection) =>
      textToParquet(connection, { path: csv, fields, rows, longest }, temporary, (part) =>
        options.onProgress?.(FILL_PART + (1 - FILL_PART) * part),
      ),
    )
  }
  // The text is beside the output: the system's folder for temporary files may be small.
  await replaceFile(
    path,
    (temporary) => withTemporary('.csv', dirname(temporary), (csv) => whole(temporary, csv)),
    options,
  )
  return written!
}
