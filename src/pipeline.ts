import type { Binning, Column, Policy } from './binning/binning.ts'
import { chi2Table } from './binning/chi2-table.ts'
import type { PoolRun } from './binning/column-pool.ts'
import type { ColumnFit } from './binning/fit-column.ts'
import { fitTable, type FitTableOptions } from './binning/fit-table.ts'
import { defaultMethod } from './discretizers/default-method.ts'
import type { AnyDiscretizer } from './discretizers/discretizer.ts'
import { fixed } from './discretizers/fixed.ts'
import { DataError } from './errors.ts'
import { looksLikeId } from './sources/ids.ts'
import { pickRows } from './sources/pick-rows.ts'
import type { SourceColumn, SourceTable } from './sources/source.ts'
import { targetKindOf } from './summaries/marks.ts'
import type { Table } from './summaries/table.ts'
import type { LabelValues, Note } from './types.ts'
import { random } from './util/random.ts'
import { suggest } from './util/suggest.ts'

/** What a fit of a whole table is asked for. Names are those of columns. */
export interface FitRequest {
  readonly target?: string | undefined
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  readonly event?: string | undefined
  readonly weight?: string | undefined
  /** only these columns; a column named here is binned even if it looks like an id */
  readonly columns?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly method?: AnyDiscretizer | undefined
  /** bin the columns together and drop those the others make superfluous; only `chi2` can */
  readonly together?: boolean | undefined
  /** number of bins, or the most a method may make */
  readonly bins?: number | undefined
  /** options of the method and those every method takes */
  readonly options?: Readonly<Record<string, unknown>> | undefined
  readonly missingPolicy?: Policy | undefined
  /** special codes of every number column, and of single ones */
  readonly special?: readonly number[] | undefined
  readonly specialOf?: Readonly<Record<string, readonly number[]>> | undefined
  /** the user's own cuts of single columns */
  readonly cutsOf?: Readonly<Record<string, readonly number[]>> | undefined
  /** method and options of single columns */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** fit on at most this many rows, drawn by `seed` */
  readonly sample?: number | undefined
  readonly seed?: number | undefined
  readonly source?: string | undefined
}

/** How a fit is watched and stopped, and where columns are fitted. */
export type RunOptions = PoolRun & Pick<FitTableOptions, 'pool'>

/** The whole flow from rows that were read to a binning: choose rows and columns, fit each, keep what there is to tell. */
export async function fitSource(read: SourceTable, request: FitRequest, run: RunOptions = {}): Promise<Binning> {
  checkNames(read, request)
  const sampled = sampleRows(read, request)
  const chosen = chooseColumns(sampled.table, request)
  checkRequest(request, chosen.columns)
  const { method, preset } =
    request.method === undefined ? defaultMethod(kindOfTarget(read, request)) : { method: request.method }
  const table = toTable(sampled.table)
  const options: FitTableOptions = {
    target: request.target,
    targetKind: sampled.notes.length === 0 ? request.targetKind : kindOfTarget(read, request),
    event: request.event,
    weights: request.weight,
    columns: chosen.columns.map((column) => column.name),
    all: {
      preset,
      ...request.options,
      ...binsOption(method, request.bins),
      method,
      missingPolicy: request.missingPolicy,
    },
    perColumn: Object.fromEntries(chosen.columns.map((column) => [column.name, columnFit(column, request)])),
    source: request.source,
    ...run,
  }
  const binning = request.together === true ? (await chi2Table(table, options)).binning : await fitTable(table, options)
  const notes = [...read.notes, ...sampled.notes, ...(binning.notes ?? []), ...chosen.notes]
  return notes.length === 0 ? binning : { ...binning, notes }
}

/** The columns by name, as `fitTable` and `recount` take them. */
export function toTable(read: SourceTable): Table {
  return Object.fromEntries(read.columns.map((column) => [column.name, column.values as LabelValues]))
}

/** The kind of the target over all rows, so that a sample of them cannot change it. */
function kindOfTarget(read: SourceTable, { target, targetKind = 'auto' }: FitRequest): 'class' | 'numeric' | undefined {
  const labels = read.columns.find((column) => column.name === target)?.values
  return labels === undefined ? undefined : targetKindOf(labels, targetKind)
}

function binsOption(method: AnyDiscretizer, bins: number | undefined): Record<string, number> {
  if (bins === undefined) return {}
  if (Object.hasOwn(method.options, 'bins')) return { bins }
  if (Object.hasOwn(method.options, 'maxBins')) return { maxBins: bins }
  throw new RangeError(`${method.name}: takes no number of bins, got ${bins}`)
}

/** The columns of a binning in other rows, each of the kind it was fitted as; another kind is refused. */
export function tableLike(binning: Binning, read: SourceTable & { readonly source?: string }): Table {
  const wanted = new Map(binning.columns.map((column) => [column.name, column.kind]))
  const columns = read.columns.map(({ name, kind, values }): readonly [string, LabelValues] => {
    const fitted = wanted.get(name)
    if (fitted === undefined || fitted === kind) return [name, values]
    if (fitted === 'category' || fitted === 'boolean') {
      return [
        name,
        Array.from(values as LabelValues, (value) => (value === null || Number.isNaN(value) ? null : String(value))),
      ]
    }
    // A column without a value is number, whatever it was in the fit.
    if (kind === 'number' && values instanceof Float64Array && values.every(Number.isNaN)) return [name, values]
    throw new DataError(
      `${read.source ?? 'the data'}: column ${JSON.stringify(name)} holds ${PLURALS[kind]}, but the binning was fitted on ${PLURALS[fitted]}`,
      { column: name },
    )
  })
  return Object.fromEntries(columns)
}

const PLURALS = { number: 'numbers', date: 'dates', boolean: 'truth values', category: 'text' } as const

/** The names of the columns of a binning that must be read as text. */
export function textColumns(binning: Binning): string[] {
  return binning.columns.filter((column) => column.kind === 'category').map((column) => column.name)
}

/** Refuses names that are no columns, with the nearest ones. */
export function checkNames(read: SourceTable, request: FitRequest): void {
  const names = read.columns.map((column) => column.name)
  const asked = [
    request.target,
    request.weight,
    ...(request.columns ?? []),
    ...(request.exclude ?? []),
    ...Object.keys({ ...request.specialOf, ...request.cutsOf, ...request.perColumn }),
  ]
  for (const name of asked) {
    if (name !== undefined && !names.includes(name)) {
      throw new DataError(`unknown column ${JSON.stringify(name)}${suggest(name, names)}`, { column: name })
    }
  }
}

/** Requests that contradict each other, or speak of columns that are not binned. */
function checkRequest(request: FitRequest, chosen: readonly SourceColumn[]): void {
  const { target, weight, cutsOf = {} } = request
  if (target !== undefined && target === weight)
    throw new DataError(`column ${JSON.stringify(target)} cannot be target and weight at once`)
  const own = Object.keys({ ...cutsOf, ...request.specialOf })
  for (const name of own) {
    const column = chosen.find((candidate) => candidate.name === name)
    if (column === undefined)
      throw new DataError(`cuts or special codes were given for column ${JSON.stringify(name)}, which is not binned`)
    if (column.kind === 'category' || column.kind === 'boolean') {
      throw new DataError(`cuts or special codes were given for column ${JSON.stringify(name)}, which holds text`)
    }
  }
}

/** Every column that is not the target or the weight, less what was excluded and what looks like an id. */
export function chooseColumns(
  read: SourceTable,
  request: FitRequest,
): { columns: readonly SourceColumn[]; notes: Note[] } {
  const excluded = new Set([request.target, request.weight, ...(request.exclude ?? [])])
  const wanted = request.columns
  if (wanted !== undefined) {
    const both = wanted.find((name) => excluded.has(name))
    if (both !== undefined) {
      throw new DataError(`column ${JSON.stringify(both)} is asked for, but it is the target, the weight or excluded`, {
        column: both,
      })
    }
    const byName = new Map(read.columns.map((column) => [column.name, column]))
    return { columns: wanted.map((name) => byName.get(name)!), notes: [] }
  }
  const notes: Note[] = []
  const columns = read.columns.filter((column) => {
    if (excluded.has(column.name)) return false
    const reason = looksLikeId(column, read.rows)
    if (reason !== null) {
      notes.push({
        code: 'id',
        message: `column ${JSON.stringify(column.name)} left out: ${reason}; name it in --columns to bin it`,
      })
    }
    return reason === null
  })
  return { columns, notes }
}

/** Method, options and codes of one column: what was asked for it alone goes before what was asked for all. */
function columnFit(column: SourceColumn, request: FitRequest): ColumnFit {
  const { name, kind } = column
  const numeric = kind === 'number' || kind === 'date'
  const codes = [...(request.special ?? []), ...(request.specialOf?.[name] ?? [])]
  const cuts = request.cutsOf?.[name]
  return {
    kind: kind satisfies Column['kind'],
    ...(numeric && codes.length > 0 ? { special: codes } : {}),
    ...request.perColumn?.[name],
    ...(cuts === undefined ? {} : { method: fixed, cuts }),
  }
}

/** A seeded choice of rows without replacement, kept in their order. */
function sampleRows(read: SourceTable, request: FitRequest): { table: SourceTable; notes: Note[] } {
  const { sample, seed = 0 } = request
  if (sample === undefined || sample >= read.rows) return { table: read, notes: [] }
  const { next } = random(seed)
  const rows = new Uint32Array(sample)
  let taken = 0
  for (let row = 0; taken < sample; row++) {
    if (next() * (read.rows - row) < sample - taken) rows[taken++] = row
  }
  const columns = read.columns.map((column) => pickRows(column, rows))
  const message = `fitted on ${sample} of ${read.rows} rows, drawn with seed ${seed}`
  return { table: { ...read, rows: sample, columns }, notes: [{ code: 'sample', message }] }
}
