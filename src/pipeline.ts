import type { Binning, Column, Policy } from './binning/binning.ts'
import { chi2Table } from './binning/chi2-table.ts'
import { type ColumnFit, fitTable, type FitTableOptions, type StopSignal } from './binning/fit-table.ts'
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

export interface RunOptions {
  readonly signal?: StopSignal | undefined
  readonly onProgress?: ((done: number, total: number, column: string) => void | Promise<void>) | undefined
}

/** The whole flow from rows that were read to a binning: choose rows and columns, fit each, keep what there is to tell. */
export async function fitSource(read: SourceTable, request: FitRequest, run: RunOptions = {}): Promise<Binning> {
  checkNames(read, request)
  const sampled = sampleRows(read, request)
  const chosen = chooseColumns(sampled.table, request)
  const drawn = sampled.notes.length > 0
  const kind = drawn || request.method === undefined ? kindOfTarget(read, request) : undefined
  const options = { ...tableOptions(request, chosen.columns, kind, drawn), ...run }
  const table = toTable(sampled.table)
  const binning = request.together === true ? (await chi2Table(table, options)).binning : await fitTable(table, options)
  const notes = [...read.notes, ...sampled.notes, ...(binning.notes ?? []), ...chosen.notes]
  return notes.length === 0 ? binning : { ...binning, notes }
}

/** A column as far as it must be known to choose how it is fitted. */
export type NamedColumn = Pick<SourceColumn, 'name' | 'kind'>

/** What is asked for as options of a table's fit. `kind`: that of the target over all rows, which a sample must not change. */
export function tableOptions(
  request: FitRequest,
  columns: readonly NamedColumn[],
  kind: 'class' | 'numeric' | undefined,
  sampled: boolean,
): FitTableOptions {
  checkRequest(request, columns)
  const { method, preset } = request.method === undefined ? defaultMethod(kind) : { method: request.method }
  return {
    target: request.target,
    targetKind: sampled ? kind : request.targetKind,
    event: request.event,
    weights: request.weight,
    columns: columns.map((column) => column.name),
    all: {
      preset,
      ...request.options,
      ...binsOption(method, request.bins),
      method,
      missingPolicy: request.missingPolicy,
    },
    perColumn: Object.fromEntries(columns.map((column) => [column.name, columnFit(column, request)])),
    source: request.source,
  }
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
export function checkNames(read: { readonly columns: readonly NamedColumn[] }, request: FitRequest): void {
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
function checkRequest(request: FitRequest, chosen: readonly NamedColumn[]): void {
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
  const wanted = wantedColumns(read.columns, request)
  if (request.columns !== undefined) return { columns: wanted, notes: [] }
  const notes: Note[] = []
  const columns = wanted.filter((column) => {
    const reason = looksLikeId(column, read.rows)
    if (reason !== null) notes.push(idNote(column.name, reason))
    return reason === null
  })
  return { columns, notes }
}

/** The columns asked for, or all that are not the target, the weight or excluded. */
export function wantedColumns<C extends NamedColumn>(columns: readonly C[], request: FitRequest): readonly C[] {
  const excluded = new Set([request.target, request.weight, ...(request.exclude ?? [])])
  const wanted = request.columns
  if (wanted === undefined) return columns.filter(({ name }) => !excluded.has(name))
  const both = wanted.find((name) => excluded.has(name))
  if (both !== undefined) {
    throw new DataError(`column ${JSON.stringify(both)} is asked for, but it is the target, the weight or excluded`, {
      column: both,
    })
  }
  const byName = new Map(columns.map((column) => [column.name, column]))
  return wanted.map((name) => byName.get(name)!)
}

/** Says that a column was left out because it looks like an id. */
export function idNote(name: string, reason: string): Note {
  return {
    code: 'id',
    message: `column ${JSON.stringify(name)} left out: ${reason}; name it in --columns to bin it`,
  }
}

/** Method, options and codes of one column: what was asked for it alone goes before what was asked for all. */
function columnFit(column: NamedColumn, request: FitRequest): ColumnFit {
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

function sampleRows(read: SourceTable, request: FitRequest): { table: SourceTable; notes: Note[] } {
  const drawn = drawRows(read.rows, request)
  if (drawn === null) return { table: read, notes: [] }
  const columns = read.columns.map((column) => pickRows(column, drawn.rows))
  return { table: { ...read, rows: drawn.rows.length, columns }, notes: [drawn.note] }
}

/** A seeded choice of rows without replacement, ascending, and what to tell of it; null when all are taken. */
export function drawRows(total: number, { sample, seed = 0 }: FitRequest): { rows: Uint32Array; note: Note } | null {
  if (sample === undefined || sample >= total) return null
  const { next } = random(seed)
  const rows = new Uint32Array(sample)
  let taken = 0
  for (let row = 0; taken < sample; row++) {
    if (next() * (total - row) < sample - taken) rows[taken++] = row
  }
  return { rows, note: { code: 'sample', message: `fitted on ${sample} of ${total} rows, drawn with seed ${seed}` } }
}
