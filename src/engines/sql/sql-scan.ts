import { DataError } from '../../errors.ts'
import type { ValueRange } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { NumbersAsked } from '../engine.ts'
import type { Extent, NumberChunk, RowScan, ScannedColumn } from '../row-scan.ts'
import { tooLargeColumn } from '../too-large.ts'
import { countLevels } from './sql-levels.ts'
import { asDouble, onlyRow, type SqlColumn, type SqlConnection, type SqlTable, type SqlTarget } from './sql-table.ts'

/** Beyond this many ranges, asking for each costs more than looking through what lies between the first and the last. */
const FEW_RANGES = 12

export function sqlScan(connection: SqlConnection, table: SqlTable, target: SqlTarget, bytes: number): RowScan {
  const column = (name: string): SqlColumn => table.columns.find((candidate) => candidate.name === name)!
  const rowsOf = (columns: readonly { readonly name: string }[]): string =>
    rowsSql(
      table,
      target,
      columns.map(({ name }) => numberSql(table, column(name), bytes)),
      connection.dialect,
    )
  return {
    rows: table.rows,
    target: target.target,
    notes: target.notes,
    bytes,
    extents: async (columns) => {
      const found = await onlyRow(connection, extentsSql(rowsOf(columns), columns, connection.dialect))
      return columns.map(({ name }, i) => extentOf(table, column(name), found!.slice(3 * i, 3 * i + 3)))
    },
    async *numbers(columns: readonly ScannedColumn[]): AsyncGenerator<NumberChunk> {
      const sql = inRangesSql(rowsOf(columns), columns, connection.dialect)
      for await (const chunk of connection.numbers(sql)) {
        yield { size: chunk.size, values: chunk.columns.slice(0, -1), targets: chunk.columns.at(-1)! }
      }
    },
    levels: (name) => countLevels(connection, table, column(name), target),
  }
}

function numberSql(table: SqlTable, column: SqlColumn, bytes: number): string {
  if (column.number === null) throw tooLargeColumn(table.name, column, bytes)
  return column.number
}

/** Columns of numbers as x0, x1 … and the class or number of the target as c. */
function rowsSql(table: SqlTable, { code }: SqlTarget, numbers: readonly string[], dialect: EngineDialect): string {
  const selected = [...numbers.map((sql, i) => `${sql} AS x${i}`), `${asDouble(code, dialect)} AS c`]
  return `SELECT ${selected.join(', ')} FROM ${table.from}`
}

/** Of each column the smallest and largest value that cells count and about how many there are: one row. */
function extentsSql(rows: string, columns: readonly NumbersAsked[], dialect: EngineDialect): string {
  const measures = columns.flatMap(({ specialCodes, missingCodes }, i) => {
    const codes = [...specialCodes, ...missingCodes].map(dialect.double)
    const apart = codes.length === 0 ? '' : ` AND x${i} NOT IN (${codes.join(', ')})`
    const x = `CASE WHEN c IS NOT NULL AND ${dialect.isFinite(`x${i}`)}${apart} THEN x${i} END`
    return [`min(${x})`, `max(${x})`, asDouble(dialect.aboutDistinct(x), dialect)]
  })
  return `SELECT ${measures.map((sql, i) => `${sql} AS v${i}`).join(', ')} FROM (${rows}) AS kerf_rows`
}

/** What a double cannot hold is refused. */
function extentOf(table: SqlTable, { name, exactUpTo }: SqlColumn, found: readonly unknown[]): Extent | null {
  if (found[0] === null) return null
  const [lo, hi, distinct] = found.map(Number)
  if (hi > exactUpTo || lo < -exactUpTo) {
    throw new DataError(
      `${table.name}, column "${name}": found values near ${hi > exactUpTo ? hi : lo}, which a double cannot hold exactly`,
      { column: name },
    )
  }
  return { lo: lo + 0, hi: hi + 0, distinct }
}

/** The rows with a value in some ascending ranges; others between the first and the last may be among them. */
function inRangesSql(rows: string, columns: readonly ScannedColumn[], dialect: EngineDialect): string {
  if (columns.some(({ ranges }) => ranges === undefined)) return rows
  const tests = columns.map(({ ranges = [] }, i) => {
    const between = ({ lo, hi }: ValueRange): string => `x${i} BETWEEN ${dialect.double(lo)} AND ${dialect.double(hi)}`
    const whole = between({ lo: ranges[0].lo, hi: ranges.at(-1)!.hi })
    return ranges.length > FEW_RANGES ? whole : `${whole} AND (${ranges.map(between).join(' OR ')})`
  })
  return `SELECT * FROM (${rows}) AS kerf_rows WHERE ${tests.map((test) => `(${test})`).join(' OR ')}`
}
