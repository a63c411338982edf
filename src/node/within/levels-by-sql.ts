import type { DuckDBConnection } from '@duckdb/node-api'
import { DataError } from '../../errors.ts'
import { parseTruth, trimAscii } from '../../sources/text/values.ts'
import { sortLabels } from '../../summaries/mark-rows.ts'
import { slotTally } from '../../summaries/slot-tally.ts'
import type { CategorySummary } from '../../types.ts'
import { chunksOf } from '../duckdb/connect.ts'
import { parquetSql } from '../duckdb/duckdb-parquet.ts'
import type { SqlTarget } from './sql-column.ts'
import type { StoredTable, StoredValues } from '../duckdb/stored-table.ts'

/** Most levels of a category column. */
const MOST_LEVELS = 1_000_000

/** The levels of a category column: with classes counted by the database, with a number added up row by row. */
export async function levelsBySql(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  { target, code }: SqlTarget,
): Promise<CategorySummary> {
  const slotOf = new Map<string | null, number>([[null, 0]])
  let room = 1024
  const tally = slotTally(target, room)
  let unlabelled = 0
  const from = parquetSql([table.path])
  const sql =
    target?.kind === 'numeric'
      ? `SELECT ${column.sql}::VARCHAR, (${code})::DOUBLE, 1::DOUBLE FROM ${from}`
      : `SELECT ${column.sql}::VARCHAR, (${code})::DOUBLE, count(*)::DOUBLE FROM ${from} GROUP BY 1, 2`
  for await (const chunk of chunksOf(connection, sql)) {
    const [texts, marks, counts] = [0, 1, 2].map((i) => chunk.getColumnValues(i))
    for (let i = 0; i < chunk.rowCount; i++) {
      const [mark, rows] = [marks[i] as number | null, counts[i] as number]
      if (mark === null) {
        unlabelled += rows
        continue
      }
      const level = levelOf(texts[i] as string | null, column, table.missing)
      let slot = slotOf.get(level)
      if (slot === undefined) {
        slot = slotOf.size
        slotOf.set(level, slot)
        if (slot === room) tally.grow((room *= 2))
      }
      tally.add(slot, mark, rows)
    }
    if (slotOf.size > MOST_LEVELS)
      throw new DataError(`more than ${MOST_LEVELS} different texts; leave it out with --exclude`)
  }
  const levels = sortLabels([...slotOf.keys()].filter((level) => level !== null))
  return {
    kind: 'category',
    rows: table.rows,
    target,
    weighted: false,
    leftOut: { unlabelled, weightless: 0 },
    notes: [],
    levels,
    tallies: tally.tallies(levels.map((level) => slotOf.get(level)!)),
    aside: tally.tallies([0]),
  }
}

function levelOf(raw: string | null, { kind, type }: StoredValues, missing: ReadonlySet<string>): string | null {
  if (raw === null) return null
  if (kind === 'boolean' && type === 'BOOLEAN') return raw
  const text = trimAscii(raw)
  if (missing.has(text)) return null
  return kind === 'boolean' ? String(parseTruth(text)) : text
}
