import type { DuckDBConnection } from '@duckdb/node-api'
import type { CsvPlan } from '../../sources/csv/csv-plan.ts'
import { parseNumber } from '../../sources/text/values.ts'
import { chunksOf, sqlPath, sqlText } from './connect.ts'
import { TextLevels } from './text-levels.ts'
import { copyNumbers, rawVector } from './vectors.ts'

/** Faults of which the database keeps a record; each costs it the line. */
const MOST_REJECTS = 1000
/** Bytes of the longest line where memory is short: as long as the survey allows. */
const LONGEST_LINE = 1 << 20
/** How the database calls a value that is no number. */
const CAST = 'CAST'

/** What a pass over a file gave. */
export interface CsvPassResult {
  readonly rows: number
  readonly numbers: ReadonlyMap<number, Float64Array>
  readonly texts: ReadonlyMap<number, TextLevels>
  /** number columns that must be read as texts to be sure; while there are such, the rest is void */
  readonly doubtful: ReadonlySet<number>
}

interface PassOptions {
  readonly missing: ReadonlySet<string>
  readonly onRow: (row: number) => void
}

/**
 * Reads the wanted columns: those in `asTexts` as texts, the others as doubles. Null when the database cannot read the
 * file, or finds faults in its lines.
 */
export async function csvPass(
  connection: DuckDBConnection,
  path: string,
  plan: CsvPlan,
  asTexts: ReadonlySet<number>,
  rows: number,
  { missing, onRow }: PassOptions,
): Promise<CsvPassResult | null> {
  const { wanted } = plan
  const texts = new Map<number, TextLevels>()
  const numbers = new Map<number, Float64Array>()
  for (const j of wanted) {
    if (asTexts.has(j)) texts.set(j, new TextLevels(rows, missing))
    else numbers.set(j, new Float64Array(rows))
  }
  const notNumbers = new Set<number>()
  let row = 0
  try {
    await connection.run('DROP TABLE IF EXISTS kerf_rejects; DROP TABLE IF EXISTS kerf_scans')
    for await (const chunk of chunksOf(connection, passSql(path, plan, asTexts, missing))) {
      // More rows than were counted: the two disagree about the file.
      if (row + chunk.rowCount > rows) return null
      for (const [i, j] of wanted.entries()) {
        const into = numbers.get(j)
        if (into === undefined) texts.get(j)!.add(chunk, i, row)
        // The database takes nan(1) for a number as well as nan.
        else if (copyNumbers(rawVector(chunk, i, Float64Array), into, row)) notNumbers.add(j)
      }
      row += chunk.rowCount
      onRow(row)
    }
  } catch (error) {
    if (error instanceof TypeError) throw error
    return null
  }
  const rejected = await rejectedColumns(connection)
  if (rejected === null) return null
  const doubtful = new Set([...notNumbers, ...rejected, ...oddlySpelled(numbers, missing)])
  return { rows: row, numbers, texts, doubtful }
}

/** How the bytes come: packed by gzip, and how many the database takes at a time. */
interface ByteSource {
  readonly gzip?: boolean
  readonly buffer?: number
}

/** The wanted columns of a file as SQL: c0, c1 … by position. */
export function passSql(
  path: string,
  plan: CsvPlan,
  asTexts: ReadonlySet<number>,
  missing: ReadonlySet<string>,
  { gzip = false, buffer }: ByteSource = {},
): string {
  const { dialect, names, wanted } = plan
  const doubles = new Set(wanted.filter((j) => !asTexts.has(j)))
  const columns = names.map((_, j) => `c${j}: '${doubles.has(j) ? 'DOUBLE' : 'VARCHAR'}'`)
  const quote = sqlText(dialect.quote ?? '')
  return `SELECT ${wanted.map((j) => `c${j}`).join(', ')} FROM read_csv(${sqlPath(path)}, auto_detect = false,
    header = false, skip = ${dialect.skip + (dialect.header ? 1 : 0)}, delim = ${sqlText(dialect.delimiter)},
    quote = ${quote}, escape = ${quote}, nullstr = [${[...missing].map(sqlText).join(', ')}],
    columns = {${columns.join(', ')}}, compression = '${gzip ? 'gzip' : 'none'}', hive_partitioning = false, store_rejects = true,
    rejects_limit = ${MOST_REJECTS}, rejects_table = 'kerf_rejects', rejects_scan = 'kerf_scans'${buffer === undefined ? '' : `, max_line_size = ${LONGEST_LINE}, buffer_size = ${buffer}`})`
}

/** Columns with values that are no numbers to the database; null when there are faults of another kind. */
export async function rejectedColumns(connection: DuckDBConnection): Promise<Set<number> | null> {
  const reader = await connection.runAndReadAll(
    'SELECT DISTINCT error_type::VARCHAR, column_name FROM kerf_rejects ORDER BY ALL',
  )
  const rejects = reader.getRows() as [string, string | null][]
  if (rejects.some(([type]) => type !== CAST)) return null
  return new Set(rejects.map(([, column]) => Number(column!.slice(1))))
}

/**
 * Number columns that still hold a number declared to be missing: written with blanks around it, it is missing too; with
 * other digits, such as -999.0, it is not.
 */
function oddlySpelled(numbers: ReadonlyMap<number, Float64Array>, missing: ReadonlySet<string>): number[] {
  const codes = [...missing].map((text) => parseNumber(text, '.')).filter((code) => !Number.isNaN(code))
  if (codes.length === 0) return []
  return [...numbers].filter(([, values]) => codes.some((code) => values.includes(code))).map(([j]) => j)
}
