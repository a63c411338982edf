import type { ValueRange } from '../../types.ts'
import type { EngineDialect } from '../dialects/engine-dialect.ts'
import type { WatchedConnection } from './passes.ts'
import type { SqlColumn, SqlLabels } from './sql-table.ts'

/** Most different labels a target may have where rows are counted by them. */
export const MOST_LABELS = 1000

/** Between which values a column lies, and whether they lie evenly enough for steps of one width. */
export interface Extent extends ValueRange {
  readonly isEven: boolean
}

/** What the first look at a table tells. */
export interface FirstLook {
  readonly rows: number
  /** of each column of numbers; null where it has none */
  readonly extents: readonly (Extent | null)[]
  /** the labels of the target; null where it is not one of classes, or has too many */
  readonly labels: SqlLabels | null
}

/** Rows, ends of columns, and labels where the target may be of classes: one query for as many columns as one can take. */
export async function firstLook(
  connection: WatchedConnection,
  from: string,
  numbers: readonly SqlColumn[],
  labelled: SqlColumn | undefined,
): Promise<FirstLook> {
  const { dialect } = connection
  const key = keyOf(labelled)
  const extents: (Extent | null)[] = []
  let first: readonly (readonly unknown[])[] = []
  for (let start = 0; start === 0 || start < numbers.length; start += dialect.mostColumns) {
    const batch = numbers.slice(start, start + dialect.mostColumns)
    const found = await lookAt(connection, firstLookSql(from, batch, start === 0 ? key : null, dialect))
    const ofColumn = (at: number): unknown[][] => found.filter(([i]) => Number(i) === at)
    if (start === 0) first = ofColumn(0)
    // Labels that are too many to be classes make an answer that is cut off.
    if (start === 0 && key !== null && first.length > MOST_LABELS)
      return firstLook(connection, from, numbers, undefined)
    extents.push(...batch.map((_, at) => extentOf(ofColumn(at))))
  }
  const rows = first.reduce((sum, [, , count]) => sum + Number(count), 0)
  const labels = first.map(([, label]) => label)
  return { rows, extents, labels: key === null ? null : labelsOf(labelled!, labels, dialect) }
}

async function lookAt(connection: WatchedConnection, sql: string): Promise<unknown[][]> {
  const found: unknown[][] = []
  for await (const columns of connection.columns(sql)) {
    for (const at of columns[0].keys()) found.push(columns.map((column) => column[at]))
  }
  return found
}

/** Values lie evenly where neither their mean nor their mean size is close to an end, as a part of what they span. */
const EVEN = 0.02

/** The extent of a column from its rows by label: number of rows, smallest and largest value, mean and mean size. */
function extentOf(found: readonly (readonly unknown[])[]): Extent | null {
  const known = found.filter((row) => row[3] !== null).map((row) => row.slice(2).map(Number))
  if (known.length === 0) return null
  const [lo, hi] = [Math.min(...known.map((row) => row[1])) + 0, Math.max(...known.map((row) => row[2])) + 0]
  const rows = known.reduce((sum, [count]) => sum + count, 0)
  const mean = (at: number): number => known.reduce((sum, row) => sum + (row[0] / rows) * row[at], 0)
  const least = EVEN * (hi - lo)
  return { lo, hi, isEven: mean(3) - lo > least && hi - mean(3) > least && mean(4) > least }
}

/** Beyond this size the sum of many numbers could be too large. */
const SUMMABLE = 1e100

/** The query of the first look: a row for each column, or one for each column and label. */
export function firstLookSql(
  from: string,
  numbers: readonly SqlColumn[],
  key: string | null,
  dialect: EngineDialect,
): string {
  const double = (sql: string): string => `CAST(${sql} AS ${dialect.types.double})`
  const label = key === null ? [] : [`${key} AS t`]
  const kept = key === null ? [] : ['t']
  const columns = numbers.map(({ number }, i) => `${number} AS x${i}`)
  const rows = `SELECT ${[...label, ...columns, ...(label.length + columns.length === 0 ? ['1 AS one'] : [])].join(', ')} FROM ${from}`
  const spread =
    numbers.length === 0
      ? `SELECT ${[...kept, '0 AS i', `CAST(NULL AS ${dialect.types.double}) AS v`].join(', ')} FROM (${rows}) AS kerf_rows`
      : dialect.spread(rows, kept, { values: numbers.map((_, i) => `x${i}`), constants: {} })
  const finite = `CASE WHEN ${dialect.isFinite('v')} THEN v END`
  const some = `CASE WHEN abs(v) < ${dialect.double(SUMMABLE)} THEN v END`
  const measures = [`min(${finite})`, `max(${finite})`, double(`avg(${some})`), double(`avg(abs(${some}))`)]
  const selected = [double('i'), key === null ? '0' : 't', double('count(*)'), ...measures]
  const named = selected.map((sql, at) => `${sql} AS r${at}`)
  const limit = key === null ? '' : ` LIMIT ${(MOST_LABELS + 1) * Math.max(1, numbers.length)}`
  return `SELECT ${named.join(', ')} FROM (${spread}) AS kerf_values GROUP BY ${['i', ...kept].join(', ')}${limit}`
}

/** What the first look groups rows by: the target, where it may be of classes. */
export function keyOf(labelled: SqlColumn | undefined): string | null {
  return labelled !== undefined && mayBeClasses(labelled) ? labelKey(labelled) : null
}

/** Texts, truth values and whole numbers may be classes; of other numbers there may be as many as rows. */
function mayBeClasses({ kind, holds }: SqlColumn): boolean {
  return kind === 'category' || kind === 'boolean' || /int/i.test(holds)
}

/** What tells the labels of a column apart. */
export function labelKey({ number, text }: SqlColumn): string {
  return number ?? text
}

/** The labels of a column, read as they are in memory, and each as SQL. */
export function labelsOf(column: SqlColumn, found: readonly unknown[], dialect: EngineDialect): SqlLabels {
  const given = found.filter((label) => label !== null)
  if (column.number !== null) {
    const values = [...new Set(given.map((label) => Number(label) + 0))]
    return { values, key: column.number, literals: values.map((value) => doubleLiteral(value, dialect)) }
  }
  const texts = given.map(String)
  return { values: texts.map(column.level), key: column.text, literals: texts.map(dialect.text) }
}

function doubleLiteral(value: number, { double, nonFinite }: EngineDialect): string {
  return Number.isFinite(value) ? double(value) : nonFinite!.infinity(value > 0 ? '' : '-')
}
