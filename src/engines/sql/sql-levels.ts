import { DataError } from '../../errors.ts'
import { sortLabels } from '../../summaries/mark-rows.ts'
import { slotTally } from '../../summaries/slot-tally.ts'
import type { CategorySummary } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import { asDouble, type SqlColumn, type SqlConnection, type SqlTable, type SqlTarget } from './sql-table.ts'

const MOST_LEVELS = 1_000_000

/** The levels of a category column: with classes counted by the database, with a number added up row by row. */
export async function countLevels(
  connection: SqlConnection,
  table: SqlTable,
  column: SqlColumn,
  counted: SqlTarget,
): Promise<CategorySummary> {
  const { target } = counted
  const sql = levelsSql(table, column, counted, connection.dialect)
  const slotOf = new Map<string | null, number>([[null, 0]])
  let size = 1024
  const tally = slotTally(target, size)
  let unlabelled = 0
  for await (const [texts, targets, counts] of connection.columns(sql)) {
    for (let i = 0; i < texts.length; i++) {
      const [text, mark, rows] = [texts[i] as string | null, targets[i] as number | null, counts[i] as number]
      if (mark === null) {
        unlabelled += rows
        continue
      }
      const level = text === null ? null : column.level(text)
      let slot = slotOf.get(level)
      if (slot === undefined) {
        slot = slotOf.size
        slotOf.set(level, slot)
        if (slot === size) tally.grow((size *= 2))
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

/** Texts with the class of their rows and how many there are; with a number in place of the class, row by row. */
function levelsSql(table: SqlTable, column: SqlColumn, { target, code }: SqlTarget, dialect: EngineDialect): string {
  const selected = `SELECT ${column.text} AS level, ${asDouble(code, dialect)} AS c`
  if (target?.kind === 'numeric') return `${selected}, ${asDouble('1', dialect)} AS n FROM ${table.from}`
  return `${selected}, ${asDouble('count(*)', dialect)} AS n FROM ${table.from} GROUP BY 1, 2`
}
