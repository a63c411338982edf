import { DataError } from '../../errors.ts'
import { markRows } from '../../summaries/mark-rows.ts'
import { channelCount } from '../../summaries/tallies.ts'
import type { Note, Target } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { CountingRequest } from '../engine.ts'
import { type Measures, measuresOf } from './measures.ts'
import type { WatchedConnection } from './passes.ts'
import { MOST_LABELS } from './first-look.ts'
import type { ServerTable } from './server-table.ts'
import { onlyRow, type SqlColumn } from './sql-table.ts'
import type { NumberFacts } from './wide-sums.ts'

/** What rows are counted by: their class, and what is added up. */
export interface Measured {
  /** the class of a row: NULL without a label, −1 without weight; over the columns of `given` */
  readonly code: string
  /** columns that the code and the measures look at */
  readonly given: Readonly<Record<string, string>>
  readonly measures: Measures
  readonly notes: readonly Note[]
}

/** Reads target and weights as far as counting by them needs it. */
export async function measureTarget(
  connection: WatchedConnection,
  table: ServerTable,
  request: CountingRequest,
): Promise<Measured> {
  const { dialect } = connection
  const column = request.target === undefined ? undefined : table.column(request.target)
  const found = await readTarget(table, column, request, dialect)
  const weights = request.weights === undefined ? null : numberSql(table, table.column(request.weights), dialect)
  const isNumeric = found.target?.kind === 'numeric'
  const given = { ...found.given, ...(weights === null ? {} : { w: weights }) }
  const facts = isNumeric || weights !== null ? await readFacts(connection, table, given) : {}
  const measures = measuresOf(
    { target: found.target, numbers: isNumeric ? facts['y'] : null, weights: weights === null ? null : facts['w'] },
    dialect,
  )
  const code =
    weights === null
      ? found.code
      : `CASE WHEN (${found.code}) IS NULL THEN NULL WHEN w = 0 THEN -1 ELSE ${found.code} END`
  return { code: `CAST(${code} AS ${dialect.types.double})`, given, measures, notes: found.notes }
}

interface FoundTarget {
  readonly target: Target | null
  readonly given: Readonly<Record<string, string>>
  readonly code: string
  readonly notes: readonly Note[]
}

/** The target: a number y, or a label t that has a class. */
async function readTarget(
  table: ServerTable,
  column: SqlColumn | undefined,
  { target: targetName, targetKind, event }: CountingRequest,
  dialect: EngineDialect,
): Promise<FoundTarget> {
  if (column === undefined) return { target: null, given: {}, code: '0', notes: [] }
  const labels = await table.labels(column, MOST_LABELS + 1)
  const { values, key, literals } = labels
  const { target, codes, notes } = markRows(values.length, { target: values, targetName, targetKind, event })
  if (target?.kind === 'numeric') {
    return {
      target,
      given: { y: numberSql(table, column, dialect) },
      code: 'CASE WHEN y IS NULL THEN NULL ELSE 0 END',
      notes,
    }
  }
  const where = `${table.name}, target "${column.name}"`
  if (values.length > MOST_LABELS) {
    throw new DataError(
      `${where}: found more than ${MOST_LABELS} different labels, too many to count by; join them in a query, or set the target kind to numeric`,
      { column: column.name },
    )
  }
  if (channelCount(target) === 0)
    throw new DataError(`${where}: found no labels, only missing values`, { column: column.name })
  const cases = literals.flatMap((literal, i) => (codes![i] < 0 ? [] : [`WHEN t = ${literal} THEN ${codes![i]}`]))
  return { target, given: { t: key }, code: `CASE ${cases.join(' ')} END`, notes }
}

/** A column of finite numbers; others are NULL. */
function numberSql(table: ServerTable, { name, number, holds }: SqlColumn, dialect: EngineDialect): string {
  if (number === null) {
    throw new DataError(`${table.name}, column "${name}": found ${holds}, expected numbers`, { column: name })
  }
  return `CASE WHEN ${dialect.isFinite(number)} THEN ${number} END`
}

/** Sizes of the numbers that will be added up: target y, weights w. Weights must be there, and not negative. */
async function readFacts(
  connection: WatchedConnection,
  table: ServerTable,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, NumberFacts>> {
  const { dialect } = connection
  const names = Object.keys(given).filter((name) => name === 'y' || name === 'w')
  const measures = names.flatMap((x) => [
    `max(abs(${x}))`,
    `min(CASE WHEN ${x} <> 0 THEN abs(${x}) END)`,
    `min(CASE WHEN ${x} IS NULL THEN NULL WHEN ${dialect.isWhole(x)} THEN 1 ELSE 0 END)`,
    `count(CASE WHEN ${x} IS NULL OR ${x} < 0 THEN 1 END)`,
  ])
  const selected = measures.map((sql, i) => `CAST(${sql} AS ${dialect.types.double}) AS r${i}`)
  const rows = `SELECT ${names.map((name) => `${given[name]} AS ${name}`).join(', ')} FROM ${table.from}`
  connection.about('looking at the numbers that are added up')
  const found = (await onlyRow(connection, `SELECT ${selected.join(', ')} FROM (${rows}) AS kerf_rows`))!
  return Object.fromEntries(
    names.map((name, i) => {
      const [most, least, whole, refused] = found.slice(4 * i, 4 * i + 4)
      if (name === 'w' && Number(refused) > 0) {
        throw new DataError(
          `${table.name}: weights must be numbers of at least 0; ${Number(refused)} rows have others or none`,
        )
      }
      return [name, { most: Number(most ?? 0), least: Number(least ?? most ?? 0), whole: whole !== 0 }]
    }),
  )
}
