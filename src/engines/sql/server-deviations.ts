import { type Between, powerOfTwoBelow } from '../../discretizers/column-deviation.ts'
import { deviationOfSquares } from '../../discretizers/refine/deviation-bounds.ts'
import type { Cells } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { NumbersAsked } from '../engine.ts'
import { codedRows, type GroupedRows } from './grouped-rows.ts'
import { onlyRow, type SqlConnection } from './sql-table.ts'

/** A column of which the spread is asked. */
export interface SpreadColumn extends NumbersAsked {
  readonly number: string
  readonly cells: Cells
}

/**
 * Between which numbers the deviations of columns lie, as `RowDeviation` finds them: means first, then squares around them.
 * Sums of doubles in any order are off by little, which the bounds allow for.
 */
export async function readDeviations(
  connection: SqlConnection,
  rows: GroupedRows,
  columns: readonly SpreadColumn[],
): Promise<Between[]> {
  const { dialect } = connection
  const scales = columns.map(({ cells: { lo, hi } }) =>
    powerOfTwoBelow(Math.max(Math.abs(lo[0] ?? 0), Math.abs(hi.at(-1) ?? 0)) || 1),
  )
  const distances = columns.map((column, i) => distanceSql(`x${i}`, column, scales[i], dialect))
  const xs = Object.fromEntries(columns.map(({ number }, i) => [`x${i}`, number]))
  const from = `FROM (${codedRows(rows, xs)}) AS kerf_rows WHERE c >= 0`
  const double = (sql: string): string => `CAST(${sql} AS ${dialect.types.double})`
  const ask = async (terms: readonly string[]): Promise<number[]> => {
    const selected = terms.map((term, i) => `${double(term)} AS r${i}`)
    return ((await onlyRow(connection, `SELECT ${selected.join(', ')} ${from}`)) ?? []).map(Number)
  }
  const first = await ask(distances.flatMap((d) => [`count(${d})`, `sum(${d})`]))
  const means = columns.map((_, i) => (first[2 * i] === 0 ? 0 : first[2 * i + 1] / first[2 * i]))
  const squares = await ask(
    distances.map((d, i) => `sum((${d} - ${dialect.double(means[i])}) * (${d} - ${dialect.double(means[i])}))`),
  )
  return columns.map((_, i) => deviationOfSquares(first[2 * i], squares[i], scales[i]))
}

/** How far a value lies above the smallest, in units of the scale; −∞ and +∞ count as the ends, codes not at all. */
function distanceSql(x: string, column: SpreadColumn, scale: number, dialect: EngineDialect): string {
  const { cells, specialCodes, missingCodes } = column
  const [min, max] = [(cells.lo[0] ?? 0) / scale, (cells.hi.at(-1) ?? 0) / scale]
  const codes = [...specialCodes, ...missingCodes].map((code) => `${x} = ${dialect.double(code)}`)
  const apart = [`${x} IS NULL`, ...codes].join(' OR ')
  const infinity = dialect.nonFinite!.infinity('')
  return (
    `(CASE WHEN ${apart} THEN NULL WHEN ${x} = ${infinity} THEN ${dialect.double(max - min)} ` +
    `WHEN ${x} = -${infinity} THEN ${dialect.double(0)} ` +
    // Some databases refuse a quotient too close to 0 to be told from it.
    `WHEN abs(${x}) <= ${dialect.double(scale * 2 ** -1022)} THEN ${dialect.double(-min)} ` +
    `ELSE ${x} / ${dialect.double(scale)} - ${dialect.double(min)} END)`
  )
}
