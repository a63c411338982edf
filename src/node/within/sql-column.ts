import type { DuckDBConnection } from '@duckdb/node-api'
import { doubleSql, extentSql } from '../../engines/dialects/duckdb-sql.ts'
import { DataError } from '../../errors.ts'
import { countingReason, FEWEST_ROWS, isIdName, namedReason, textsReason } from '../../sources/ids.ts'
import type { LabelValues, Target } from '../../types.ts'
import { sqlText } from '../duckdb/connect.ts'
import { parquetSql } from '../duckdb/duckdb-parquet.ts'
import { givenSql, numberedSql, type StoredTable, type StoredValues } from '../duckdb/stored-table.ts'

/** Most different labels a target may have where the database is to number them. */
export const MOST_LABELS = 1000

/** Beyond this a whole number, or the microseconds of a time, is not held exactly by a double. */
const LARGEST = 2 ** 53

/** Types that the database turns into the doubles we read; decimals of up to 15 digits are one exact division away. */
const PLAIN = /^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\((?:\d|1[0-5]),\s*\d+\))$/
const TIMES = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE'])

/** What the database is told of the target: without one every row is of class 0. */
export interface SqlTarget {
  readonly target: Target | null
  /** the class of a row, or its number */
  readonly code: string
}

/** A number or date column as doubles in SQL, null where missing; null when only we can read it right. */
export function numberSql(column: StoredValues, missing: ReadonlySet<string>): string | null {
  if (column.kind === 'number' && PLAIN.test(column.type)) return givenSql(column, missing)
  return column.kind === 'date' && TIMES.has(column.type) ? `epoch_us(${column.sql})::DOUBLE / 1000` : null
}

/** Smallest and largest value and about how many different ones; null when there is none. What a double cannot hold is refused. */
export async function extentOf(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  rows: string,
  codes: readonly number[],
): Promise<{ lo: number; hi: number; distinct: number } | null> {
  const [[lo, hi, distinct]] = await rowsOf(connection, extentSql(rows, codes))
  if (lo === null) return null
  const most = column.kind === 'date' ? LARGEST / 1000 : LARGEST
  const inexact = column.kind === 'date' || column.type.endsWith('BIGINT')
  if (inexact && (Number(hi) > most || Number(lo) < -most)) {
    throw new DataError(
      `${table.file}, column "${column.name}": found values near ${Number(Number(hi) > most ? hi : lo)}, which a double cannot hold exactly`,
      {
        column: column.name,
      },
    )
  }
  return { lo: Number(lo) + 0, hi: Number(hi) + 0, distinct: Number(distinct) }
}

/** The different labels of a target, at most MOST_LABELS + 1 of them, and each as SQL. */
export interface Labels {
  readonly values: LabelValues
  /** what to compare, and with what */
  readonly key: string
  readonly literals: readonly string[]
}

/** Finds the different labels of a target. */
export async function labelsOf(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
): Promise<Labels> {
  const numeric = column.kind === 'number' && PLAIN.test(column.type)
  const key = numeric ? givenSql(column, table.missing) : `${column.sql}::VARCHAR`
  const distinct = `(SELECT DISTINCT ${column.sql} FROM ${parquetSql([table.path])} LIMIT ${MOST_LABELS + 1})`
  const filler = column.fill(MOST_LABELS + 1)
  const literals: string[] = []
  const stream = await connection.stream(
    `SELECT ${column.select}, ${key} FROM ${distinct} WHERE ${column.sql} IS NOT NULL`,
  )
  for (let chunk = await stream.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    filler.put(chunk, 0, literals.length)
    for (const raw of chunk.getColumnValues(1)) {
      literals.push(raw === null ? 'NULL' : numeric ? doubleSql(Number(raw)) : sqlText(String(raw)))
    }
  }
  return { values: Array.prototype.slice.call(filler.finish().values, 0, literals.length), key, literals }
}

/** The class of each row as SQL, by the number each label has; null where that is negative. */
export function classSql({ key, literals }: Labels, codes: ArrayLike<number>): string {
  const cases = literals.flatMap((literal, i) =>
    codes[i] < 0 || literal === 'NULL' ? [] : [`WHEN ${literal} THEN ${codes[i]}`],
  )
  return cases.length === 0 ? 'NULL::INTEGER' : `(CASE ${key} ${cases.join(' ')} END)::INTEGER`
}

/** Why a column looks like an id, as `looksLikeId` finds it, asked of the database. */
export async function sqlIdReason(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
): Promise<string | null> {
  if (table.rows < FEWEST_ROWS) return null
  const value = givenSql(column, table.missing)
  const from = parquetSql([table.path])
  if (column.kind === 'category') {
    const [[levels, given]] = await rowsOf(
      connection,
      `SELECT count(DISTINCT v), count(v) FROM (SELECT ${value} AS v FROM ${from})`,
    )
    return textsReason(Number(levels), Number(given))
  }
  if (column.kind !== 'number' || !PLAIN.test(column.type)) return null
  const numbered = `(SELECT ${value} AS v, file_row_number AS r FROM ${numberedSql(table)})`
  const [[first]] = await rowsOf(connection, `SELECT v FROM ${numbered} WHERE r = 0 LIMIT 1`)
  if (Number(first) === 0 || Number(first) === 1) {
    const broken = await rowsOf(
      connection,
      `SELECT 1 FROM ${numbered} WHERE v IS DISTINCT FROM r + ${Number(first)} LIMIT 1`,
    )
    if (broken.length === 0) return countingReason(Number(first))
  }
  if (!isIdName(column.name)) return null
  const odd = await rowsOf(connection, `SELECT 1 FROM ${numbered} WHERE v IS NULL OR isinf(v) OR v <> trunc(v) LIMIT 1`)
  if (odd.length > 0) return null
  const [[distinct]] = await rowsOf(connection, `SELECT count(DISTINCT v) FROM ${numbered}`)
  return Number(distinct) < table.rows ? null : namedReason(column.name, table.rows)
}

/** The rows of a small result. */
export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows()
}
