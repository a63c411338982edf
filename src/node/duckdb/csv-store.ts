import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { DataError } from '../../errors.ts'
import { doubleSql } from '../../engines/dialects/duckdb-sql.ts'
import { closingNotes } from '../../sources/text/table-notes.ts'
import { type CsvPlan, retype } from '../../sources/csv/csv-plan.ts'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import {
  type Decimal,
  fits,
  missingNumbers,
  missingTexts,
  parseDate,
  parseNumber,
  parseTruth,
  trimAscii,
} from '../../sources/text/values.ts'
import { chunksOf, type DuckDbFileOptions, sqlPath, sqlText } from './connect.ts'
import { type Survey, surveyCsv } from './csv-survey.ts'
import { parquetSql, rowCount } from './duckdb-parquet.ts'
import { brokenFile, closingStored, type ColumnFiller, type StoredTable, type StoredValues } from './stored-table.ts'
import { copyNumbers, rawVector } from './vectors.ts'

/** Passes over the file: one, and more after columns had to be read as text. */
const MOST_PASSES = 4
/** Bytes of a row group: what the database holds for each thread before it writes. */
const GROUP_BYTES = 4e6
const LEAST_GROUP = 2048
const MOST_GROUP = 122_880
/** Bytes of the file the database reads at a time, and of the longest line: as long as the survey allows. */
const BUFFER_BYTES = 4_194_304
const LONGEST_LINE = 1 << 20
/** Faults of which the database keeps a record; each costs it the line. */
const MOST_REJECTS = 1000
/** How the database calls a value that is not a number. */
const CAST = 'CAST'

/** A text file, and the Parquet file that is made of it. */
export interface CsvFile {
  readonly path: string
  readonly gzip: boolean
  readonly into: string
}

/**
 * Writes a text table as a Parquet file, without holding its rows, and opens that: numbers as doubles, everything else as
 * the texts of the file. Null when the file is not as plain as it must be for the database to read it as we do.
 */
export async function storeCsv(
  connection: DuckDBConnection,
  file: CsvFile,
  options: DuckDbFileOptions,
): Promise<StoredTable | null> {
  const survey = await surveyCsv(file.path, file.gzip, options)
  return survey === null ? null : new CsvStore(connection, file, survey, options).store()
}

class CsvStore {
  readonly #connection: DuckDBConnection
  readonly #file: CsvFile
  readonly #survey: Survey
  /** what messages call the file */
  readonly #name: string
  readonly #missing: ReadonlySet<string>
  /** the columns that the database reads as texts, by position */
  readonly #asTexts: Set<number>

  constructor(connection: DuckDBConnection, file: CsvFile, survey: Survey, options: DuckDbFileOptions) {
    const { kinds, wanted } = survey.plan
    this.#connection = connection
    this.#file = file
    this.#survey = survey
    this.#name = options.name
    this.#missing = missingTexts(options.missingValues)
    this.#asTexts = new Set(wanted.filter((j) => kinds[j] !== 'number'))
  }

  async store(): Promise<StoredTable | null> {
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      const doubtful = await this.#convert()
      if (doubtful === null) return null
      if (doubtful.size === 0) {
        if ((await rowCount(this.#connection, this.#file.into)) !== this.#survey.records) return null
        const settled = await this.#settleKinds()
        return settled === null ? null : this.#opened(settled)
      }
      // What is not a number cost the database its whole line.
      for (const j of doubtful) this.#asTexts.add(j)
    }
    return null
  }

  /** Writes the Parquet file; the number columns that must be read as texts to be sure, or null when it cannot be read. */
  async #convert(): Promise<ReadonlySet<number> | null> {
    const { wanted } = this.#survey.plan
    const group = Math.floor(GROUP_BYTES / (8 * wanted.length))
    const rows = Math.min(MOST_GROUP, Math.max(LEAST_GROUP, Math.ceil(group / LEAST_GROUP) * LEAST_GROUP))
    try {
      await this.#connection.run('DROP TABLE IF EXISTS kerf_rejects; DROP TABLE IF EXISTS kerf_scans')
      await this.#connection.run(
        `COPY (${this.#readSql()}) TO ${sqlText(this.#file.into)} (FORMAT parquet, ROW_GROUP_SIZE ${rows}, COMPRESSION snappy, USE_TMP_FILE false)`,
      )
    } catch (error) {
      const told = brokenFile(this.#name, error)
      if (told instanceof DataError && told.message.includes('--memory')) throw told
      return null
    }
    const rejected = await this.#rejectedColumns()
    return rejected === null ? null : new Set([...rejected, ...(await this.#oddlySpelled())])
  }

  /** The wanted columns of the file as SQL: c0, c1 … by position. */
  #readSql(): string {
    const { dialect, names, wanted } = this.#survey.plan
    const doubles = new Set(wanted.filter((j) => !this.#asTexts.has(j)))
    const columns = names.map((_, j) => `c${j}: '${doubles.has(j) ? 'DOUBLE' : 'VARCHAR'}'`)
    const quote = sqlText(dialect.quote ?? '')
    return `SELECT ${wanted.map((j) => `c${j}`).join(', ')} FROM read_csv(${sqlPath(this.#file.path)},
      auto_detect = false, header = false, skip = ${dialect.skip + (dialect.header ? 1 : 0)},
      delim = ${sqlText(dialect.delimiter)}, quote = ${quote}, escape = ${quote},
      nullstr = [${[...this.#missing].map(sqlText).join(', ')}], columns = {${columns.join(', ')}},
      compression = '${this.#file.gzip ? 'gzip' : 'none'}', hive_partitioning = false,
      max_line_size = ${LONGEST_LINE}, buffer_size = ${BUFFER_BYTES}, store_rejects = true,
      rejects_limit = ${MOST_REJECTS}, rejects_table = 'kerf_rejects', rejects_scan = 'kerf_scans')`
  }

  /** Columns with values that are not numbers to the database; null when there are faults of another kind. */
  async #rejectedColumns(): Promise<readonly number[] | null> {
    const reader = await this.#connection.runAndReadAll(
      'SELECT DISTINCT error_type::VARCHAR, column_name FROM kerf_rejects ORDER BY ALL',
    )
    const rejects = reader.getRows() as [string, string | null][]
    if (rejects.some(([type]) => type !== CAST)) return null
    return rejects.map(([, column]) => Number(column!.slice(1)))
  }

  /**
   * Number columns that hold nan, which the database also takes for a number when it is written nan(1), or still hold a
   * number declared to be missing: written with blanks around it, it is missing too; with other digits, such as -999.0, it is
   * not.
   */
  async #oddlySpelled(): Promise<readonly number[]> {
    const codes = missingNumbers(this.#missing)
    const odd: number[] = []
    for (const j of this.#survey.plan.wanted) {
      if (this.#asTexts.has(j)) continue
      const tests = [`isnan(c${j})`, ...codes.map((code) => `c${j} = ${doubleSql(code)}`)].join(' OR ')
      const found = await this.#connection.runAndReadAll(
        `SELECT 1 FROM ${parquetSql([this.#file.into])} WHERE ${tests} LIMIT 1`,
      )
      if (found.currentRowCount > 0) odd.push(j)
    }
    return odd
  }

  /** The plan once every column of texts is of a kind that all its texts fit, as `readCsv` settles it. */
  async #settleKinds(): Promise<CsvPlan | null> {
    let { plan } = this.#survey
    const { skip, header } = plan.dialect
    const firstLine = skip + (header ? 2 : 1)
    for (let asked = plan.wanted.filter((j) => this.#asTexts.has(j)); asked.length > 0;) {
      const again: number[] = []
      for (const j of asked) {
        const misfit = await this.#firstMisfit(plan, j)
        if (misfit === null) continue
        if (!this.#survey.plain) return null
        plan = retype(plan, j, firstLine + misfit.row, misfit.text)
        again.push(j)
      }
      asked = again
    }
    return plan
  }

  /** The first text of a column that does not fit the kind the plan gives it; null where all fit. */
  async #firstMisfit({ kinds, dialect }: CsvPlan, j: number): Promise<{ row: number; text: string } | null> {
    if (kinds[j] === 'category') return null
    let first: { row: number; text: string } | null = null
    const rows = `read_parquet(${sqlText(this.#file.into)}, file_row_number = true)`
    const sql = `SELECT c${j}, min(file_row_number)::DOUBLE FROM ${rows} WHERE c${j} IS NOT NULL GROUP BY 1`
    for await (const chunk of chunksOf(this.#connection, sql)) {
      const texts = chunk.getColumnVector(0)
      const numbers = chunk.getColumnVector(1)
      for (let i = 0; i < chunk.rowCount; i++) {
        const text = trimAscii(texts.getItem(i) as string)
        const row = numbers.getItem(i) as number
        if (this.#missing.has(text) || fits(kinds[j], text, dialect.decimal)) continue
        if (first === null || row < first.row) first = { row, text }
      }
    }
    return first
  }

  async #opened(plan: CsvPlan): Promise<StoredTable> {
    const { names, kinds, wanted, dialect } = plan
    const { records: rows, blank } = this.#survey
    const columns = wanted.map((j): StoredValues => {
      const base = { name: names[j], sql: `c${j}`, select: `c${j}` }
      if (!this.#asTexts.has(j))
        return { ...base, kind: 'number', type: 'DOUBLE', fill: (count) => fillNumbers(names[j], count) }
      const fill = (count: number): ColumnFiller => {
        const levels = new TextLevels(count, this.#missing)
        return {
          put: (chunk, column, row) => levels.add(chunk, column, row),
          finish: () => levels.finish(names[j], kinds[j], dialect.decimal),
        }
      }
      return { ...base, kind: kinds[j], type: 'VARCHAR', fill }
    })
    const table = { path: this.#file.into, file: this.#name, rows, columns, notes: [], missing: this.#missing }
    const counts = { rows: Math.max(1, rows), skipped: 0, firstSkipped: null, width: names.length, blank }
    const closing = await closingStored(this.#connection, table)
    return { ...table, notes: [...plan.notes, ...closingNotes([], counts), ...closing] }
  }
}

function fillNumbers(name: string, rows: number): ColumnFiller {
  const values = new Float64Array(rows)
  return {
    put: (chunk, column, row) => copyNumbers(rawVector(chunk, column, Float64Array), values, row),
    finish: () => ({ name, kind: 'number', values }),
  }
}

/** A column of texts, each different one kept once; what it stands for is worked out once for each. */
class TextLevels {
  /** code 0 is missing; level i has code i + 1 */
  readonly #codes: Int32Array
  readonly #levels: string[] = []
  readonly #codeOf = new Map<string, number>()
  readonly #missing: ReadonlySet<string>

  constructor(rows: number, missing: ReadonlySet<string>) {
    this.#codes = new Int32Array(rows)
    this.#missing = missing
  }

  /** Takes the texts of a column of a chunk as those from `row` on. */
  add(chunk: DuckDBDataChunk, column: number, row: number): void {
    const vector = chunk.getColumnVector(column)
    for (let i = 0; i < chunk.rowCount; i++) {
      const text = vector.getItem(i) as string | null
      if (text !== null) this.#codes[row + i] = this.#codeOf.get(text) ?? this.#newCode(text)
    }
  }

  /** The column, all of whose texts fit the kind. */
  finish(name: string, kind: ValueKind, decimal: Decimal): SourceColumn {
    if (kind === 'number' || kind === 'date') {
      const parse = kind === 'date' ? parseDate : (text: string): number => parseNumber(text, decimal)
      const numbers = Float64Array.from([Number.NaN, ...this.#levels.map(parse)])
      return { name, kind, values: Float64Array.from(this.#codes, (code) => numbers[code]) }
    }
    const texts = kind === 'category' ? this.#levels : this.#levels.map((text) => String(parseTruth(text)))
    const values = [null, ...texts]
    return { name, kind, values: Array.from(this.#codes, (code) => values[code]) }
  }

  #newCode(text: string): number {
    const trimmed = trimAscii(text)
    let code = this.#missing.has(trimmed) ? 0 : this.#codeOf.get(trimmed)
    if (code === undefined) {
      code = this.#levels.push(trimmed)
      this.#codeOf.set(trimmed, code)
    }
    this.#codeOf.set(text, code)
    return code
  }
}
