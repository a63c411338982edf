import {
  countingReason,
  FEWEST_ROWS,
  isIdName,
  looksLikeId,
  namedReason,
  textsReason,
} from '../../sources/choose-columns.ts'
import { asDouble, onlyRow, type SqlColumn, type SqlConnection, type SqlTable } from './sql-table.ts'

/** Estimates are off by a few percent: with fewer distinct texts than this part of those given, a column is no id. */
const SURELY_NOT = 0.7

/** Why columns look like ids, as `looksLikeId` finds it, asked of the database. Most are told apart in one scan. */
export async function sqlIds(
  connection: SqlConnection,
  table: SqlTable,
  columns: readonly SqlColumn[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  if (table.rows < FEWEST_ROWS) return reasons
  const tell = (column: SqlColumn, reason: string | null): void => {
    if (reason !== null) reasons.set(column.name, reason)
  }
  for (const column of await manyTexts(connection, table, columns)) {
    const [levels, given] = (await onlyRow(
      connection,
      `SELECT count(DISTINCT v), count(v) FROM (SELECT ${column.given} AS v FROM ${table.from}) AS kerf_rows`,
    ))!
    tell(column, textsReason(Number(levels), Number(given)))
  }
  const numbers = columns.filter(({ kind }) => kind === 'number')
  for (const column of numbers.filter(({ number }) => number === null)) {
    const [values] = await table.read([column])
    tell(column, looksLikeId(values, table.rows))
  }
  const plain = numbers.filter(({ number }) => number !== null)
  const firsts = await firstRow(connection, table, plain)
  for (const [i, column] of plain.entries()) tell(column, await numberReason(connection, table, column, firsts[i]))
  return reasons
}

/** The columns of texts that may have one for each row. */
async function manyTexts(
  connection: SqlConnection,
  table: SqlTable,
  columns: readonly SqlColumn[],
): Promise<SqlColumn[]> {
  const texts = columns.filter(({ kind }) => kind === 'category')
  if (texts.length === 0) return []
  const measures = texts.flatMap(({ given }) => [connection.dialect.aboutDistinct(given), `count(${given})`])
  const found = (await onlyRow(connection, `SELECT ${measures.join(', ')} FROM ${table.from}`))!.map(Number)
  return texts.filter((_, i) => found[2 * i] >= SURELY_NOT * found[2 * i + 1])
}

/** The numbers of the first row, where rows have an order. */
async function firstRow(
  connection: SqlConnection,
  { numbered }: SqlTable,
  columns: readonly SqlColumn[],
): Promise<readonly unknown[]> {
  if (numbered === null || columns.length === 0) return []
  const selected = columns.map(({ number }) => number).join(', ')
  return (await onlyRow(connection, `SELECT ${selected} FROM ${numbered.from} WHERE ${numbered.row} = 0`)) ?? []
}

async function numberReason(
  connection: SqlConnection,
  { numbered, from, rows }: SqlTable,
  { name, number }: SqlColumn,
  first: unknown,
): Promise<string | null> {
  if (numbered !== null && (first === 0 || first === 1)) {
    const broken = `SELECT 1 FROM ${numbered.from} WHERE ${number} IS NULL OR ${number} <> ${numbered.row} + ${first} LIMIT 1`
    if ((await onlyRow(connection, broken)) === null) return countingReason(first)
  }
  if (!isIdName(name)) return null
  const { isFinite } = connection.dialect
  const values = `(SELECT ${number} AS v FROM ${from}) AS kerf_rows`
  const odd = `SELECT 1 FROM ${values} WHERE v IS NULL OR NOT ${isFinite('v')} OR v <> floor(v) LIMIT 1`
  if ((await onlyRow(connection, odd)) !== null) return null
  const found = await onlyRow(connection, `SELECT ${asDouble('count(DISTINCT v)', connection.dialect)} FROM ${values}`)
  return Number(found![0]) < rows ? null : namedReason(name, rows)
}
