import type { DuckDBConnection } from '@duckdb/node-api'
import type { Binning, Column } from '../../binning/binning.ts'
import { columnJob, fitColumn } from '../../binning/fit/fit-column.ts'
import { RowsInMemory } from '../../binning/fit/rows-in-memory.ts'
import { assembleBinning, columnOptions, type FitTableOptions, type ReadRows } from '../../binning/fit/fit-table.ts'
import { readSettings } from '../../discretizers/discretize.ts'
import { defaultMethod } from '../../discretizers/default-method.ts'
import { provenOf } from '../../discretizers/discretizer.ts'
import { finiteSql } from '../../engines/dialects/duckdb-sql.ts'
import { DataError } from '../../errors.ts'
import { type FitRequest, type RunOptions, tableOptions } from '../../pipeline.ts'
import { idNote, wantedColumns } from '../../sources/choose-columns.ts'
import { looksLikeId } from '../../sources/ids.ts'
import type { SourceColumn } from '../../sources/source.ts'
import { markRows, targetKindOf } from '../../summaries/mark-rows.ts'
import { channelCount, type RowMarks } from '../../summaries/tallies.ts'
import type { Note, Target } from '../../types.ts'
import { fitBySql } from './fit-by-sql.ts'
import { scratchBytes } from './memory-plan.ts'
import { bytesText } from '../files/byte-sizes.ts'
import { classSql, labelsOf, MOST_LABELS, numberSql, sqlIdReason, type SqlTarget } from './sql-column.ts'
import { readStored, type StoredTable, type StoredValues } from '../duckdb/stored-table.ts'

/** Bytes a row's class takes, as a number and as a byte where it fits; and its number or weight. */
const CLASS_BYTES = 5
const NUMBER_BYTES = 8
/** Bytes of a text of a row while its column is read. */
const TEXT_BYTES = 16

/** Everything a fit in parts needs. */
interface Parts {
  readonly connection: DuckDBConnection
  readonly table: StoredTable
  readonly request: FitRequest
  readonly options: FitTableOptions
  /** bytes for arrays */
  readonly bytes: number
  readonly run: RunOptions
}

/** A column with how it was fitted, or why it was left out. */
type Outcome = { readonly column: Column } | { readonly note: Note }

/** The kind of a target over all rows. */
export async function storedTargetKind(
  connection: DuckDBConnection,
  table: StoredTable,
  { target, targetKind = 'auto' }: FitRequest,
): Promise<'class' | 'numeric' | undefined> {
  const column = table.columns.find(({ name }) => name === target)
  if (column === undefined) return undefined
  // More different labels than are looked at make a number a number all the same.
  return targetKindOf((await labelsOf(connection, table, column)).values, targetKind)
}

/**
 * Fits the columns of a table that is too large to be held, as many at a time as there is memory for. A column that is too
 * large alone is counted by the database.
 */
export async function fitParts(
  connection: DuckDBConnection,
  table: StoredTable,
  request: FitRequest,
  kind: 'class' | 'numeric' | undefined,
  sampled: boolean,
  bytes: number,
  run: RunOptions,
): Promise<Binning> {
  const wanted = wantedColumns(table.columns, request)
  const options = tableOptions(request, wanted, kind, sampled)
  const parts: Parts = { connection, table, request, options, bytes, run }
  const { groups, alone } = shareOut(parts, wanted, kind)
  const outcomes = new Map<string, Outcome>()
  const rows =
    groups.length === 0
      ? await fitAlone(parts, alone, outcomes, wanted.length)
      : await fitGroups(parts, groups, outcomes, wanted.length)
  if (groups.length > 0 && alone.length > 0) await fitAlone(parts, alone, outcomes, wanted.length)
  const all = wanted.map(({ name }) => outcomes.get(name)!)
  const columns = all.flatMap((outcome) => ('column' in outcome ? [outcome.column] : []))
  const left = all.flatMap((outcome) => ('note' in outcome ? [outcome.note] : []))
  // Cuts given for a column that turned out to be an id are refused as usual.
  const kept = wanted.filter(({ name }) => 'column' in outcomes.get(name)!)
  const binning = assembleBinning(tableOptions(request, kept, kind, sampled), rows, columns)
  const notes = [...(binning.notes ?? []), ...left]
  return notes.length === 0 ? binning : { ...binning, notes }
}

/** Which columns are read together, and which are too large to be read. */
function shareOut(
  { table, request, options, bytes }: Parts,
  wanted: readonly StoredValues[],
  kind: 'class' | 'numeric' | undefined,
): { groups: StoredValues[][]; alone: StoredValues[] } {
  const { rows } = table
  const perRow = kind === undefined ? 0 : kind === 'numeric' ? NUMBER_BYTES : CLASS_BYTES
  const marks = rows * (perRow + (request.weight === undefined ? 0 : NUMBER_BYTES))
  const groups: StoredValues[][] = []
  const alone: StoredValues[] = []
  let [used, scratch] = [Infinity, 0]
  for (const column of wanted) {
    const isText = column.kind === 'category' || column.kind === 'boolean' || column.type === 'VARCHAR'
    const own = rows * (isText ? TEXT_BYTES : 8)
    const beside =
      isText && column.kind !== 'number' && column.kind !== 'date' ? 0 : besides(column, options, request, kind, rows)
    if (marks + own + beside > bytes) {
      alone.push(column)
      continue
    }
    const next = Math.max(scratch, beside)
    if (marks + used + own + next > bytes) {
      groups.push([column])
      used = own
      scratch = beside
    } else {
      groups.at(-1)!.push(column)
      used += own
      scratch = next
    }
  }
  return { groups, alone }
}

/** Bytes beside its values that the fit of a column takes: many when its method must sort it. */
function besides(
  { name }: StoredValues,
  options: FitTableOptions,
  { weight }: FitRequest,
  kind: 'class' | 'numeric' | undefined,
  rows: number,
): number {
  const {
    missing,
    special,
    kind: _,
    missingPolicy: __,
    specialPolicy: ___,
    ...own
  } = columnOptions(options.all ?? {}, options.perColumn?.[name])
  const { method, preset } = own.method === undefined ? defaultMethod(kind) : { method: own.method }
  const plain = weight === undefined && missing === undefined && special === undefined
  const { options: settings } = readSettings({ preset, ...own, method })
  const sorted = !plain || (provenOf(method)?.start(settings, kind) ?? null) === null
  return scratchBytes(rows, sorted, kind)
}

async function fitGroups(
  { connection, table, request, options, run }: Parts,
  groups: readonly StoredValues[][],
  outcomes: Map<string, Outcome>,
  total: number,
): Promise<ReadRows> {
  const { notes, ...marked } = await readMarks(connection, table, options)
  const marks: RowMarks = { ...marked, notes: [] }
  for (const group of groups) {
    const columns = await readStored(connection, table, group, () => undefined)
    // The scratch memory goes with the group, before the next one is read.
    const rows = new RowsInMemory(marks)
    for (const column of columns) {
      if (run.signal?.aborted === true) throw run.signal.reason ?? new Error('fitParts: stopped')
      const { name } = column
      const reason = request.columns === undefined ? looksLikeId(column, table.rows) : null
      const asked = columnOptions(options.all ?? {}, options.perColumn?.[name])
      outcomes.set(
        name,
        reason === null
          ? { column: fitColumn(columnJob(name, column.values, asked), rows) }
          : { note: idNote(name, reason) },
      )
      await run.onProgress?.(outcomes.size, total, name)
      release(column)
    }
  }
  return { rows: table.rows, target: marks.target, notes }
}

/** Reads target and weight alone, and lets go of their values once they are codes. */
async function readMarks(
  connection: DuckDBConnection,
  table: StoredTable,
  options: FitTableOptions,
): Promise<RowMarks> {
  const find = async (name: string | undefined): Promise<SourceColumn | undefined> => {
    const column = table.columns.find((candidate) => candidate.name === name)
    return column === undefined ? undefined : (await readStored(connection, table, [column], () => undefined))[0]
  }
  const target = await find(options.target)
  const weights = await find(options.weights)
  const marks = markRows(table.rows, {
    target: target?.values,
    targetName: options.target,
    targetKind: options.targetKind,
    event: options.event,
    weights: weights?.values as Float64Array | undefined,
    weightsName: options.weights,
  })
  for (const column of [target, weights]) if (column !== undefined) release(column)
  return marks
}

/** Frees the memory of values at once, not when the collector comes by. */
function release({ values }: SourceColumn): void {
  if (values instanceof Float64Array) (values.buffer as { transfer?: (size: number) => unknown }).transfer?.(0)
}

async function fitAlone(
  { connection, table, request, options, bytes, run }: Parts,
  columns: readonly StoredValues[],
  outcomes: Map<string, Outcome>,
  total: number,
): Promise<ReadRows> {
  const { target, notes } = await sqlTarget(connection, table, options, bytes)
  for (const column of columns) {
    if (run.signal?.aborted === true) throw run.signal.reason ?? new Error('fitParts: stopped')
    const { name } = column
    const reason = request.columns === undefined ? await sqlIdReason(connection, table, column) : null
    const own = columnOptions(options.all ?? {}, options.perColumn?.[name])
    outcomes.set(
      name,
      reason === null
        ? { column: await fitBySql(connection, table, column, target, own, bytes) }
        : { note: idNote(name, reason) },
    )
    await run.onProgress?.(outcomes.size, total, name)
  }
  return { rows: table.rows, target: target.target, notes }
}

/** The target as the database hands it out. Weights are only added up in memory. */
async function sqlTarget(
  connection: DuckDBConnection,
  table: StoredTable,
  { target: name, targetKind, event, weights }: FitTableOptions,
  bytes: number,
): Promise<{ target: SqlTarget; notes: readonly Note[] }> {
  const refuse = (what: string): DataError =>
    new DataError(
      `${table.file}: a column of ${table.rows} rows is too large for the ${bytesText(bytes)} of memory there is for columns, and ` +
        `${what} cannot be counted in parts; allow more with --memory, or take fewer rows with --sample`,
    )
  if (weights !== undefined) throw refuse('rows with weights')
  const column = table.columns.find((candidate) => candidate.name === name)
  if (column === undefined) return { target: { target: null, code: '0' }, notes: [] }
  const labels = await labelsOf(connection, table, column)
  const { values } = labels
  const marks = markRows(values.length, { target: values, targetName: name, targetKind, event })
  const target: Target | null = marks.target
  if (target?.kind === 'numeric') {
    const y = numberSql(column, table.missing)
    if (y === null) throw refuse(`a numeric target of ${column.type} values`)
    return { target: { target, code: finiteSql(y) }, notes: marks.notes }
  }
  if (values.length > MOST_LABELS) throw refuse(`a target of more than ${MOST_LABELS} classes`)
  if (channelCount(target) === 0) throw refuse('a target without labels')
  return { target: { target, code: classSql(labels, marks.codes!) }, notes: marks.notes }
}
