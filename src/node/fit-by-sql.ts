import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column, NumberColumn } from '../binning/binning.ts'
import { toColumn } from '../binning/fit.ts'
import { fitSummary } from '../binning/fit-summary.ts'
import { settleBy } from '../binning/fit-lazy.ts'
import { aboutColumn, type ColumnFit, finishNumbers, type NumberFit, numberOptions } from '../binning/fit-column.ts'
import { levelsColumn } from '../binning/levels.ts'
import type { Between } from '../discretizers/deviation-bounds.ts'
import { readSettings } from '../discretizers/discretize.ts'
import { needsDeviation, refinement } from '../discretizers/refinable.ts'
import { valuesSql } from '../engines/dialects/duckdb.ts'
import { DataError } from '../errors.ts'
import { parseTruth, trimAscii } from '../sources/values.ts'
import { isExact } from '../summaries/cells.ts'
import { summarizeNumbers } from '../summaries/exact.ts'
import { sortLabels } from '../summaries/marks.ts'
import { channelCount } from '../summaries/tallies.ts'
import type { CategorySummary, Cells, NumberSummary, Target } from '../types.ts'
import { chunksOf } from './duckdb.ts'
import { parquetSql } from './duckdb-parquet.ts'
import { countCells, countValues } from './stream-cells.ts'
import { extentOf, numberSql } from './sql-column.ts'
import { bytesText } from './sizes.ts'
import type { StoredTable, StoredValues } from './stored-table.ts'

/** What the database is told of the target: without one every row is of class 0. */
export interface SqlTarget {
  readonly target: Target | null
  /** the class of a row */
  readonly code: string
}

/** Bytes a different value takes in an exact summary and while it is searched. */
const PER_VALUE = 120
/** Most levels of a category column. */
const MOST_LEVELS = 1_000_000

/**
 * Fits a column that is too large to be held: the database counts it in cells, and counts again where a better cut could
 * hide. Exact for the methods that can be settled in this way, and wherever there are few enough different values.
 */
export async function fitBySql(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  target: SqlTarget,
  options: ColumnFit,
  bytes: number,
): Promise<Column> {
  const { name } = column
  try {
    const kind = options.kind ?? column.kind
    if (kind === 'category' || kind === 'boolean') {
      const summary = await countLevels(connection, table, column, target)
      return levelsColumn(summary, { name, kind, missingPolicy: options.missingPolicy })
    }
    const x = numberSql(column, table.missing)
    if (x === null) throw tooLarge(table, column, bytes)
    const asked = numberOptions(name, { ...options, kind }, target.target?.kind)
    return finishNumbers(await fitNumbers(connection, table, column, x, target, options, asked, bytes), kind, options)
  } catch (error) {
    throw aboutColumn(name, error)
  }
}

/** Says that a column can only be read whole, and that this would take too much. */
export function tooLarge(table: StoredTable, column: StoredValues, bytes: number): DataError {
  const what = column.type === 'VARCHAR' ? `${column.kind}s written as text` : `${column.type} values`
  return new DataError(
    `${table.file}: column "${column.name}" holds ${what} and is too large for the ${bytesText(bytes)} of memory there is for columns; ` +
      'allow more with --memory, or leave it out with --exclude',
    { column: column.name },
  )
}

async function fitNumbers(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  x: string,
  { target, code }: SqlTarget,
  { missing, special }: ColumnFit,
  asked: NumberFit,
  bytes: number,
): Promise<{ summary: NumberSummary; column: NumberColumn }> {
  // Nothing in it yet but the codes, which are checked as usual.
  const none = { target, rows: 0, codes: null, numbers: null, weights: null, notes: [] }
  const empty = summarizeNumbers(new Float64Array(0), none, { missing, special })
  const { specialCodes, missingCodes } = empty
  const channels = channelCount(target)
  const rows = `SELECT ${x} AS x, (${code})::DOUBLE AS c FROM ${parquetSql([table.path])}`
  const codes = [...specialCodes, ...missingCodes]
  const found = await extentOf(connection, table, column, rows, codes)
  const streamed = { rows, total: table.rows, channels, specialCodes, missingCodes, bytes }
  const extent = found ?? { lo: 0, hi: 0, distinct: 0 }
  const counted = await countCells(connection, streamed, extent)
  const { aside, leftOut } = counted
  const summaryOf = (cells: Cells): NumberSummary => ({
    ...empty,
    aside,
    leftOut,
    rows: table.rows,
    min: cells.size === 0 ? Number.NaN : cells.lo[0],
    max: cells.size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: isExact(cells) ? cells.size : null,
    cells,
  })
  // The number of different values is an estimate, off by a few percent.
  if (!isExact(counted.cells) && extent.distinct * (PER_VALUE + 24 * channels) < bytes) {
    const summary = summaryOf(await countValues(connection, valuesSql(rows, codes), channels))
    return { summary, column: fitSummary(summary, asked) }
  }
  const coarse = summaryOf(counted.cells)
  const { name, missingPolicy, specialPolicy, ...own } = asked
  const { options } = readSettings(own)
  const spread = !isExact(coarse.cells) && needsDeviation(asked.method, options) ? await counted.deviation() : undefined
  const deviation = spread === undefined ? undefined : (): Between => spread
  const steps = refinement(asked.method, options, { target: target?.kind, deviation })
  if (steps === null || isExact(coarse.cells)) {
    const fitted = fitSummary(coarse, asked)
    const notes = fitted.cutsExact ? fitted.notes : [...fitted.notes, coarseNote(coarse.cells.size, bytes)]
    return { summary: coarse, column: { ...fitted, notes } }
  }
  const { summary, proposal } = await settleBy(counted, coarse, steps, own)
  return { summary, column: toColumn(summary, proposal, { name, missingPolicy, specialPolicy }, true) }
}

function coarseNote(cells: number, bytes: number): { code: string; message: string } {
  const message =
    `its different values do not fit into the ${bytesText(bytes)} of memory there is for columns, so the cuts were ` +
    `chosen between ${cells} ranges of values and are not exact; allow more with --memory`
  return { code: 'coarse', message }
}

/** The levels of a category column, counted by the database. */
async function countLevels(
  connection: DuckDBConnection,
  table: StoredTable,
  column: StoredValues,
  { target, code }: SqlTarget,
): Promise<CategorySummary> {
  const channels = channelCount(target)
  const tallied = new Map<string | null, { rows: number; sums: Float64Array }>()
  let unlabelled = 0
  const sql = `SELECT ${column.sql}::VARCHAR, ${code} AS c, count(*)::DOUBLE FROM ${parquetSql([table.path])} GROUP BY 1, 2`
  for await (const chunk of chunksOf(connection, sql)) {
    const [texts, codes, counts] = [0, 1, 2].map((i) => chunk.getColumnValues(i))
    for (let i = 0; i < chunk.rowCount; i++) {
      const [c, n] = [codes[i] as number | null, counts[i] as number]
      if (c === null) {
        unlabelled += n
        continue
      }
      const level = levelOf(texts[i] as string | null, column, table.missing)
      let slot = tallied.get(level)
      if (slot === undefined) tallied.set(level, (slot = { rows: 0, sums: new Float64Array(channels) }))
      slot.rows += n
      slot.sums[c] += n
    }
    if (tallied.size > MOST_LEVELS)
      throw new DataError(`more than ${MOST_LEVELS} different texts; leave it out with --exclude`)
  }
  const levels = sortLabels([...tallied.keys()].filter((level) => level !== null))
  const talliesOf = (slots: readonly (string | null)[]): CategorySummary['tallies'] => {
    const rows = new Float64Array(slots.length)
    const sums = new Float64Array(slots.length * channels)
    for (const [i, level] of slots.entries()) {
      rows[i] = tallied.get(level)?.rows ?? 0
      sums.set(tallied.get(level)?.sums ?? [], i * channels)
    }
    return { size: slots.length, channels, rows, sums, residues: [] }
  }
  return {
    kind: 'category',
    rows: table.rows,
    target,
    weighted: false,
    leftOut: { unlabelled, weightless: 0 },
    notes: [],
    levels,
    tallies: talliesOf(levels),
    aside: talliesOf([null]),
  }
}

function levelOf(raw: string | null, { kind, type }: StoredValues, missing: ReadonlySet<string>): string | null {
  if (raw === null) return null
  if (kind === 'boolean' && type === 'BOOLEAN') return raw
  const text = trimAscii(raw)
  if (missing.has(text)) return null
  return kind === 'boolean' ? String(parseTruth(text)) : text
}
