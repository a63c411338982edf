import type { Binning, Column, Policy } from './binning/binning.ts'
import { chi2Table } from './binning/together/chi2-table.ts'
import type { PoolRun } from './binning/fit/column-pool.ts'
import { type CompareOptions, compareMethods, type Comparison } from './binning/compare/compare-methods.ts'
import { type ColumnFit, withColumn } from './binning/fit/fit-column.ts'
import { fitSummaries } from './binning/fit/fit-summaries.ts'
import { fitTable, type FitTableOptions, markTable } from './binning/fit/fit-table.ts'
import { defaultMethod, type MethodChoice } from './discretizers/default-method.ts'
import type { AdvisedRule, BinCountRule } from './discretizers/bin-count/bin-count-rules.ts'
import type { AnyDiscretizer } from './discretizers/discretizer.ts'
import { fixed } from './discretizers/methods/fixed.ts'
import { DataError } from './errors.ts'
import { type Chosen, chooseColumns } from './sources/choose-columns.ts'
import { looksLikeId } from './sources/ids.ts'
import { sampleRows } from './sources/sample-rows.ts'
import type { SourceColumn, SourceTable } from './sources/source.ts'
import { summarizeCategories } from './summaries/summarize-categories.ts'
import { coarsen } from './summaries/cells.ts'
import { summarizeNumbers } from './summaries/summarize-numbers.ts'
import { targetKindOf } from './summaries/mark-rows.ts'
import type { SummaryColumn, SummaryTable } from './summaries/summary-table.ts'
import type { RowMarks } from './summaries/tallies.ts'
import type { LabelValues, Summary, Table } from './types.ts'
import { ownEntry } from './util/check.ts'
import { suggest } from './util/suggest.ts'
import { VERSION } from './util/version.ts'

export { tableLike, textColumns } from './sources/table-like.ts'

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
  /** number of bins, or the most a method may make; or a rule for the number */
  readonly bins?: number | BinCountRule | AdvisedRule | undefined
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
  /** bin the columns together and drop those the others make superfluous; only `chi2` can */
  readonly together?: boolean | undefined
  readonly source?: string | undefined
}

type AnyColumn = Pick<SourceColumn, 'name' | 'kind'>

/** How a fit is watched and stopped, and where columns are fitted. */
export type RunOptions = PoolRun & Pick<FitTableOptions, 'pool'>

/** The whole flow from rows that were read to a binning: choose rows and columns, fit each, keep what there is to tell. */
export async function fitSource(read: SourceTable, request: FitRequest, run: RunOptions = {}): Promise<Binning> {
  const { sampled, chosen } = chooseRows(read, request)
  const drawn = sampled.notes.length > 0
  const options = { ...tableOptions(request, chosen.columns, kindOfTarget(read, request), drawn), ...run }
  const table = toTable(sampled.table)
  const binning = request.together === true ? (await chi2Table(table, options)).binning : await fitTable(table, options)
  const notes = [...read.notes, ...sampled.notes, ...(binning.notes ?? []), ...chosen.notes]
  return notes.length === 0 ? binning : { ...binning, notes }
}

/** What is asked for as options of a table's fit. `kind`: that of the target over all rows, which a sample must not change. */
export function tableOptions(
  request: FitRequest,
  columns: readonly AnyColumn[],
  kind: 'class' | 'numeric' | undefined,
  sampled: boolean,
): FitTableOptions {
  checkRequest(request, columns)
  return {
    target: request.target,
    targetKind: sampled ? kind : request.targetKind,
    event: request.event,
    weights: request.weight,
    columns: columns.map((column) => column.name),
    ...columnFits(columns, chooseMethod(request, kind), request),
    source: request.source,
  }
}

/** How coarse the cells of a summary are wanted; exact when nothing is given. */
export interface SummarizeRequest extends FitRequest {
  /** most cells of a number column */
  readonly cells?: number | undefined
  /** bits of each double that are left out */
  readonly shift?: number | undefined
}

/** The summaries of the columns that `fitSource` would bin: layer one, to be saved, merged and fitted elsewhere. */
export async function summarizeSource(
  read: SourceTable,
  request: SummarizeRequest,
  run: RunOptions = {},
): Promise<SummaryTable> {
  const { sampled, chosen, targetKind } = chooseRows(read, request)
  const { rows } = sampled.table
  const { target, event, weight: weights } = request
  const asked = { target, targetKind, event, weights }
  const { notes, ...marked } = markTable('summarize', toTable(sampled.table), rows, asked)
  const marks = { ...marked, notes: [] } // told once for the table, not for every column
  const columns: SummaryColumn[] = []
  for (const column of chosen.columns) {
    if (run.signal?.aborted === true) throw run.signal.reason ?? new Error('summarize: stopped')
    const { name, kind } = column
    const summary = withColumn(name, () => summarizeColumn(column, marks, request))
    columns.push({ name, kind, summary })
    await run.onProgress?.(columns.length, chosen.columns.length, name)
  }
  if (columns.length === 0) throw new DataError('there is no column to summarize')
  const source = { name: request.source ?? null, rows }
  return {
    created: { kerf: VERSION, source, ...(weights === undefined ? {} : { weights }) },
    columns,
    notes: [...read.notes, ...sampled.notes, ...notes, ...chosen.notes],
  }
}

function summarizeColumn(column: SourceColumn, marks: RowMarks, request: SummarizeRequest): Summary {
  const { kind, values } = column
  if (kind !== 'number' && kind !== 'date') return summarizeCategories(values, marks)
  const { special, missing } = columnFit(column, request)
  const summary = summarizeNumbers(values, marks, { special, missing })
  const { cells, shift } = request
  if (cells !== undefined) return coarsen(summary, { most: cells })
  return shift === undefined ? summary : coarsen(summary, { shift })
}

/** From saved summaries to a binning, as `fitSource` does from rows. What needs rows, or others, is refused. */
export async function fitSaved(table: SummaryTable, request: FitRequest, run: RunOptions = {}): Promise<Binning> {
  const { target } = table.columns[0].summary
  const own = { target: target?.name ?? undefined, targetKind: target?.kind, weight: table.created.weights }
  const words = { target: 'target', targetKind: 'kind of target', weight: 'weight' } as const
  for (const what of ['target', 'targetKind', 'weight'] as const) {
    const asked = request[what]
    if (asked === undefined || asked === own[what] || (what === 'targetKind' && asked === 'auto')) continue
    throw new DataError(
      `the ${words[what]} of a summary is fixed: it has ${own[what] ?? 'none'}, got ${asked}; summarize the rows anew`,
    )
  }
  if (request.sample !== undefined) throw new RangeError('fitSaved: sample must not be given, a summary has no rows')
  checkNames(table.columns, { ...request, target: undefined, weight: undefined })
  const chosen = chooseColumns(table.columns, request, () => null)
  checkRequest(request, chosen.columns)
  return fitSummaries(table, {
    event: request.event,
    columns: chosen.columns.map((column) => column.name),
    ...columnFits(chosen.columns, chooseMethod(request, target?.kind), request),
    ...run,
  })
}

/** A comparison of methods on the rows, columns and special codes of a fit; the seed draws sample and folds. */
export type CompareRequest = Omit<FitRequest, 'bins'> & Pick<CompareOptions, 'target' | 'methods' | 'folds' | 'bins'>

/** Compares methods on rows that were read, which are chosen as for a fit. */
export async function compareSource(read: SourceTable, request: CompareRequest, run?: RunOptions): Promise<Comparison> {
  const { sampled, chosen, targetKind } = chooseRows(read, request)
  const names = chosen.columns.map(({ name }) => name)
  const { target, weight: weights, methods, bins, folds, seed, special = [], specialOf = {} } = request
  const asked = { target, weights, methods, bins, folds, seed, columns: names }
  const compared = await compareMethods(toTable(sampled.table), {
    ...asked,
    targetKind,
    codesOf: Object.fromEntries(
      names.map((name) => [name, { special: [...special, ...(ownEntry(specialOf, name) ?? [])] }]),
    ),
    ...run,
  })
  return { ...compared, notes: [...read.notes, ...sampled.notes, ...compared.notes, ...chosen.notes] }
}

/** The columns by name, as `fitTable` and `recount` take them. */
export function toTable(read: SourceTable): Table {
  return Object.fromEntries(read.columns.map((column) => [column.name, column.values as LabelValues]))
}

export interface ChosenRows {
  readonly sampled: ReturnType<typeof sampleRows>
  readonly chosen: Chosen<SourceColumn>
  readonly targetKind: FitRequest['targetKind']
}

/** The rows and columns that were asked for; requests that cannot be met are refused. */
export function chooseRows(read: SourceTable, request: FitRequest): ChosenRows {
  checkNames(read.columns, request)
  const sampled = sampleRows(read, request)
  const { columns, rows } = sampled.table
  const chosen = chooseColumns(columns, request, (column) => looksLikeId(column, rows))
  checkRequest(request, chosen.columns)
  return { sampled, chosen, targetKind: sampled.notes.length === 0 ? request.targetKind : kindOfTarget(read, request) }
}

function chooseMethod({ method }: FitRequest, kind: 'class' | 'numeric' | undefined): MethodChoice {
  return method === undefined ? defaultMethod(kind) : { method }
}

/** The kind of the target over all rows, so that a sample of them cannot change it. */
function kindOfTarget(read: SourceTable, { target, targetKind = 'auto' }: FitRequest): 'class' | 'numeric' | undefined {
  const labels = read.columns.find((column) => column.name === target)?.values
  return labels === undefined ? undefined : targetKindOf(labels, targetKind)
}

/** A number of bins, or a rule for it, by the name that the option has in a method. */
export function binsOption(method: AnyDiscretizer, bins: FitRequest['bins']): Record<string, number | string> {
  if (bins === undefined) return {}
  const { bins: own } = method.options
  if (typeof bins === 'string' && !(own?.rule.accepts(bins) ?? false)) {
    if (own !== undefined) throw new RangeError(`${method.name}: bins must be ${own.rule.words}, got ${bins}`)
    throw new RangeError(
      `${method.name}: takes no rule for the number of bins, got ${bins}; equal-frequency and equal-width take one`,
    )
  }
  if (own !== undefined) return { bins }
  if (Object.hasOwn(method.options, 'maxBins')) return { maxBins: bins }
  throw new RangeError(`${method.name}: takes no number of bins, got ${bins}`)
}

/** Refuses names that are no columns, with the nearest ones. */
export function checkNames(columns: readonly AnyColumn[], request: FitRequest): void {
  const names = columns.map((column) => column.name)
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
function checkRequest(request: FitRequest, chosen: readonly AnyColumn[]): void {
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

/** What is asked for all columns and for single ones, as `fitTable` and `fitSummaries` take it. */
function columnFits(
  columns: readonly AnyColumn[],
  { method, preset }: MethodChoice,
  request: FitRequest,
): { all: ColumnFit; perColumn: Record<string, ColumnFit> } {
  return {
    all: {
      preset,
      ...request.options,
      ...binsOption(method, request.bins),
      method,
      missingPolicy: request.missingPolicy,
    },
    perColumn: Object.fromEntries(columns.map((column) => [column.name, columnFit(column, request)])),
  }
}

/** Method, options and codes of one column: what was asked for it alone goes before what was asked for all. */
function columnFit(column: AnyColumn, request: FitRequest): ColumnFit {
  const { name, kind } = column
  const numeric = kind === 'number' || kind === 'date'
  const codes = [...(request.special ?? []), ...(ownEntry(request.specialOf, name) ?? [])]
  const cuts = ownEntry(request.cutsOf, name)
  return {
    kind: kind satisfies Column['kind'],
    ...(numeric && codes.length > 0 ? { special: codes } : {}),
    ...ownEntry(request.perColumn, name),
    ...(cuts === undefined ? {} : { method: fixed, cuts }),
  }
}
