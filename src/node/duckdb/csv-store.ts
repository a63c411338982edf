import type { DuckDBConnection } from '@duckdb/node-api'
import { DataError } from '../../errors.ts'
import { doubleSql } from '../../engines/dialects/duckdb-sql.ts'
import { closingNotes } from '../../sources/closing-notes.ts'
import type { CsvPlan } from '../../sources/csv/csv-plan.ts'
import { fits, missingTexts, parseNumber, trimAscii } from '../../sources/text/values.ts'
import type { Survey } from './csv-survey.ts'
import { chunksOf, sqlText } from './connect.ts'
import { type DuckDbFileOptions, settleKinds, surveyPlain } from './duckdb-csv.ts'
import { passSql, rejectedColumns } from './duckdb-csv-pass.ts'
import { parquetSql, rowCount } from './duckdb-parquet.ts'
import { brokenFile, closingStored, type ColumnFiller, type StoredTable, type StoredValues } from './stored-table.ts'
import { TextLevels } from './text-levels.ts'
import { copyNumbers, rawVector } from './vectors.ts'

/** Passes over the file: one, and more after columns had to be read as text. */
const MOST_PASSES = 4
/** Bytes of a row group: what the database holds for each thread before it writes. */
const GROUP_BYTES = 4e6
const LEAST_GROUP = 2048
const MOST_GROUP = 122_880
/** Bytes of the file the database reads at a time. */
const BUFFER_BYTES = 4_194_304

/**
 * Writes a text table as a Parquet file, without holding its rows, and opens that: numbers as doubles, everything else as
 * the texts of the file. Null when the file is not as plain as it must be for the database to read it as we do.
 */
export async function storeCsv(
  connection: DuckDBConnection,
  path: string,
  into: string,
  gzip: boolean,
  options: DuckDbFileOptions,
): Promise<StoredTable | null> {
  const surveyed = await surveyPlain(path, options, gzip)
  if (surveyed === null) return null
  const { plan, survey } = surveyed
  const missing = missingTexts(options.missingValues)
  const asTexts = new Set(plan.wanted.filter((j) => plan.kinds[j] !== 'number'))
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const doubtful = await convert(connection, path, into, gzip, plan, asTexts, options)
    if (doubtful === null) return null
    if (doubtful.size > 0) {
      // What is no number cost the database its whole line.
      for (const j of doubtful) asTexts.add(j)
      continue
    }
    if ((await rowCount(connection, into)) !== survey.records) return null
    const asked = plan.wanted.filter((j) => asTexts.has(j))
    const settled = await settleKinds(plan, asked, survey, (now, j) => firstMisfit(connection, into, now, j, missing))
    return settled === null ? null : await opened(connection, into, settled, asTexts, missing, survey, options)
  }
  return null
}

/** Writes the Parquet file; the number columns that must be read as texts to be sure, or null when it cannot be read. */
async function convert(
  connection: DuckDBConnection,
  path: string,
  into: string,
  gzip: boolean,
  plan: CsvPlan,
  asTexts: ReadonlySet<number>,
  options: DuckDbFileOptions,
): Promise<Set<number> | null> {
  const missing = missingTexts(options.missingValues)
  const group = Math.floor(GROUP_BYTES / (8 * plan.wanted.length))
  const rows = Math.min(MOST_GROUP, Math.max(LEAST_GROUP, Math.ceil(group / LEAST_GROUP) * LEAST_GROUP))
  const select = passSql(path, plan, asTexts, missing, { gzip, buffer: BUFFER_BYTES })
  try {
    await connection.run('DROP TABLE IF EXISTS kerf_rejects; DROP TABLE IF EXISTS kerf_scans')
    await connection.run(
      `COPY (${select}) TO ${sqlText(into)} (FORMAT parquet, ROW_GROUP_SIZE ${rows}, COMPRESSION snappy)`,
    )
  } catch (error) {
    const told = brokenFile(options.name, error)
    if (told instanceof DataError && told.message.includes('--memory')) throw told
    return null
  }
  const rejected = await rejectedColumns(connection)
  if (rejected === null) return null
  const codes = [...missing].map((text) => parseNumber(text, '.')).filter((code) => !Number.isNaN(code))
  const doubtful = new Set(rejected)
  for (const j of plan.wanted) {
    if (asTexts.has(j)) continue
    const odd = [`isnan(c${j})`, ...codes.map((code) => `c${j} = ${doubleSql(code)}`)].join(' OR ')
    const any = await connection.runAndReadAll(`SELECT 1 FROM ${parquetSql([into])} WHERE ${odd} LIMIT 1`)
    if (any.currentRowCount > 0) doubtful.add(j)
  }
  return doubtful
}

async function firstMisfit(
  connection: DuckDBConnection,
  into: string,
  { kinds, dialect }: CsvPlan,
  j: number,
  missing: ReadonlySet<string>,
): Promise<{ row: number; text: string } | null> {
  if (kinds[j] === 'category') return null
  let first: { row: number; text: string } | null = null
  const rows = `read_parquet(${sqlText(into)}, file_row_number = true)`
  const sql = `SELECT c${j}, min(file_row_number)::DOUBLE FROM ${rows} WHERE c${j} IS NOT NULL GROUP BY 1`
  for await (const chunk of chunksOf(connection, sql)) {
    const texts = chunk.getColumnVector(0)
    const numbers = chunk.getColumnVector(1)
    for (let i = 0; i < chunk.rowCount; i++) {
      const text = trimAscii(texts.getItem(i) as string)
      const row = numbers.getItem(i) as number
      if (missing.has(text) || fits(kinds[j], text, dialect.decimal) || (first !== null && first.row < row)) continue
      first = { row, text }
    }
  }
  return first
}

async function opened(
  connection: DuckDBConnection,
  into: string,
  plan: CsvPlan,
  asTexts: ReadonlySet<number>,
  missing: ReadonlySet<string>,
  { records: rows, blank }: Survey,
  { name: file }: DuckDbFileOptions,
): Promise<StoredTable> {
  const { names, kinds, wanted, dialect } = plan
  const columns = wanted.map((j): StoredValues => {
    const base = { name: names[j], sql: `c${j}`, select: `c${j}` }
    if (!asTexts.has(j))
      return { ...base, kind: 'number', type: 'DOUBLE', fill: (count) => fillNumbers(names[j], count) }
    const fill = (count: number): ColumnFiller => {
      const levels = new TextLevels(count, missing)
      return {
        put: (chunk, column, row) => levels.add(chunk, column, row),
        finish: () => levels.finish(names[j], kinds[j], dialect.decimal),
      }
    }
    return { ...base, kind: kinds[j], type: 'VARCHAR', fill }
  })
  const table = { path: into, file, rows, columns, notes: [], missing }
  const counts = { rows: Math.max(1, rows), skipped: 0, firstSkipped: null, width: names.length, blank }
  const closing = await closingStored(connection, table)
  return { ...table, notes: [...plan.notes, ...closingNotes([], counts), ...closing] }
}

function fillNumbers(name: string, rows: number): ColumnFiller {
  const values = new Float64Array(rows)
  return {
    put: (chunk, column, row) => void copyNumbers(rawVector(chunk, column, Float64Array), values, row),
    finish: () => ({ name, kind: 'number', values }),
  }
}
