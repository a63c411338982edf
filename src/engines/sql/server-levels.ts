import { DataError } from '../../errors.ts'
import { sortLabels } from '../../summaries/mark-rows.ts'
import type { CategorySummary } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import { codedRows, type GroupedRows } from './grouped-rows.ts'
import type { ServerTable } from './server-table.ts'
import type { SqlColumn, SqlConnection } from './sql-table.ts'

const MOST_LEVELS = 1_000_000

/** The levels of a column of texts or truth values, counted in one query. */
export async function countServerLevels(
  connection: SqlConnection,
  table: ServerTable,
  column: SqlColumn,
  rows: GroupedRows,
): Promise<CategorySummary> {
  const { measures } = rows
  const tally = measures.tally()
  const slotOf = new Map<string | null, number>([[null, 0]])
  const leftOut = { unlabelled: 0, weightless: 0 }
  let seen = 0
  for await (const [texts, codes, counts, ...sums] of connection.columns(levelsSql(rows, column, connection.dialect))) {
    for (const at of texts.keys()) {
      const count = Number(counts[at])
      seen += count
      if (codes[at] === null) leftOut.unlabelled += count
      else if (Number(codes[at]) < 0) leftOut.weightless += count
      else {
        const level = texts[at] === null ? null : column.level(texts[at] as string)
        let slot = slotOf.get(level)
        if (slot === undefined) slotOf.set(level, (slot = slotOf.size))
        const wide = sums.map((list) => BigInt((list[at] ?? 0) as string))
        tally.add(slot, Number(codes[at]), count, wide)
      }
    }
    if (slotOf.size > MOST_LEVELS)
      throw new DataError(`more than ${MOST_LEVELS} different texts; leave it out with --exclude`)
  }
  table.checkRows(seen)
  const levels = sortLabels([...slotOf.keys()].filter((level) => level !== null))
  return {
    kind: 'category',
    rows: table.rows,
    target: measures.target,
    weighted: measures.weighted,
    leftOut,
    notes: [],
    levels,
    tallies: tally.tallies(levels.map((level) => slotOf.get(level)!)),
    aside: tally.tallies([0]),
  }
}

function levelsSql(rows: GroupedRows, { text }: SqlColumn, dialect: EngineDialect): string {
  const selected = ['l', 'c', `CAST(count(*) AS ${dialect.types.double})`, ...rows.measures.sums]
  const named = selected.map((sql, at) => `${sql} AS r${at}`)
  return `SELECT ${named.join(', ')} FROM (${codedRows(rows, { l: text })}) AS kerf_levels GROUP BY l, c`
}
