import type { DuckDBConnection } from '@duckdb/node-api'
import { rangesSql } from '../../engines/dialects/duckdb-sql.ts'
import type { Target, ValueRange } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import { chunksOf } from '../duckdb/connect.ts'
import { copyNumbers, rawVector } from '../duckdb/vectors.ts'

/** Rows of the largest chunk the database gives. */
const CHUNK = 2048

/** How a column is counted: `rows` is SQL that gives it as `x` and the class or number as `c`, both doubles or null. */
export interface StreamedColumn {
  readonly rows: string
  readonly total: number
  readonly target: Target | null
  readonly specialCodes: readonly number[]
  readonly missingCodes: readonly number[]
  /** bytes for arrays */
  readonly bytes: number
}

/** Goes through rows of two doubles, NaN where there is none. */
export async function eachRow(
  connection: DuckDBConnection,
  sql: string,
  take: (x: number, c: number) => void,
): Promise<void> {
  const [xs, cs] = [new Float64Array(CHUNK), new Float64Array(CHUNK)]
  for await (const chunk of chunksOf(connection, sql)) {
    copyNumbers(rawVector(chunk, 0, Float64Array), xs, 0)
    copyNumbers(rawVector(chunk, 1, Float64Array), cs, 0)
    for (let i = 0; i < chunk.rowCount; i++) take(xs[i], cs[i])
  }
}

/** Goes through the rows that cells count and whose value lies in one of the ranges, with the number of the range. */
export async function eachInRanges(
  connection: DuckDBConnection,
  { rows, specialCodes, missingCodes }: StreamedColumn,
  ranges: readonly ValueRange[],
  take: (x: number, mark: number, range: number) => void,
): Promise<void> {
  const apart = new Set([...specialCodes, ...missingCodes])
  const from = Float64Array.from(ranges, ({ lo }) => lo)
  const to = Float64Array.from(ranges, ({ hi }) => hi)
  await eachRow(connection, rangesSql(rows, ranges), (value, mark) => {
    const x = value + 0
    const range = bisectRight(from, x) - 1
    if (range >= 0 && x <= to[range] && mark === mark && !apart.has(x)) take(x, mark, range)
  })
}
