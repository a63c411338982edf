import { markRows } from '../../summaries/mark-rows.ts'
import { targetKindOf } from '../../summaries/target-kind.ts'
import { channelCount } from '../../summaries/tallies.ts'
import type { Engine, TargetRequest } from '../engine.ts'
import { scanCounting } from '../scan-counting.ts'
import { tooManyRows } from '../too-large.ts'
import { applySql } from './sql-apply.ts'
import { sqlIds } from './sql-ids.ts'
import { sqlScan } from './sql-scan.ts'
import type { SqlColumn, SqlConnection, SqlLabels, SqlTable, SqlTarget } from './sql-table.ts'

/** Most different labels a target may have where the database is to number them. */
const MOST_LABELS = 1000

/**
 * A table of a database as an engine. `bytes`: memory for what is brought here.
 *
 *     // `connection` runs queries by your driver, `visits` says what its table holds. A fit asks for counts first.
 *     const engine = sqlEngine(connection, visits, 2 ** 30)
 *     console.log(engine.name, engine.rows) // → visits 1000
 *
 * @param bytes memory for what is brought here
 */
export function sqlEngine(connection: SqlConnection, table: SqlTable, bytes: number): Engine {
  const find = (name: string | undefined): SqlColumn | undefined =>
    table.columns.find((candidate) => candidate.name === name)
  const columnsOf = (names: readonly string[]): SqlColumn[] => names.map((name) => find(name)!)
  return {
    name: table.name,
    rows: table.rows,
    columns: table.columns,
    notes: table.notes,
    held: null,
    bytes,
    remote: null,
    targetKind: async ({ target, targetKind = 'auto' }) => {
      const column = find(target)
      // More different labels than are looked at make a number a number all the same.
      return column && targetKindOf((await table.labels(column, MOST_LABELS + 1)).values, targetKind)
    },
    idReasons: (names) => sqlIds(connection, table, columnsOf(names)),
    sample: async (request) => {
      const drawn = await table.sample(request)
      return { engine: sqlEngine(connection, drawn.table, bytes), notes: drawn.notes }
    },
    read: (names) => table.read(columnsOf(names)),
    counting: async (request) => {
      const target = await sqlTarget({ connection, table, bytes }, find(request.target), request)
      return scanCounting(sqlScan(connection, table, target, bytes))
    },
    apply: (binning) => applySql(connection, table, binning),
  }
}

/** The target as the database hands it out: a number, or the class that each label has. */
async function sqlTarget(
  { connection, table, bytes }: { connection: SqlConnection; table: SqlTable; bytes: number },
  column: SqlColumn | undefined,
  { target: targetName, targetKind, event }: TargetRequest,
): Promise<SqlTarget> {
  if (column === undefined) return { target: null, code: '0', notes: [] }
  const labels = await table.labels(column, MOST_LABELS + 1)
  const { values } = labels
  const { target, codes, notes } = markRows(values.length, { target: values, targetName, targetKind, event })
  if (target?.kind === 'numeric') {
    const { number, holds } = column
    if (number === null) throw tooManyRows(table, bytes, `a numeric target of ${holds}`)
    return { target, code: `CASE WHEN ${connection.dialect.isFinite(number)} THEN ${number} END`, notes }
  }
  if (values.length > MOST_LABELS) throw tooManyRows(table, bytes, `a target of more than ${MOST_LABELS} classes`)
  if (channelCount(target) === 0) throw tooManyRows(table, bytes, 'a target without labels')
  return { target, code: classSql(labels, codes!), notes }
}

/** The class of each row as SQL, by the number each label has; NULL where that is negative. */
function classSql({ key, literals }: SqlLabels, codes: ArrayLike<number>): string {
  const cases = literals.flatMap((literal, i) =>
    codes[i] < 0 || literal === 'NULL' ? [] : [`WHEN ${literal} THEN ${codes[i]}`],
  )
  return cases.length === 0 ? 'NULL' : `CASE ${key} ${cases.join(' ')} END`
}
