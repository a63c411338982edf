import type { ReferenceWanted } from './binning/reference.ts'
import type { Column, Policy } from './binning/binning.ts'
import type { CompareOptions } from './binning/compare/compare-methods.ts'
import type { ColumnFit } from './binning/fit/column-fit.ts'
import type { FitTableOptions } from './binning/fit/table-options.ts'
import type { AdvisedRule, BinCountRule } from './discretizers/bin-count/bin-count-rules.ts'
import { defaultMethod } from './discretizers/default-method.ts'
import type { AnyDiscretizer } from './discretizers/discretizer.ts'
import { fixed } from './discretizers/methods/fixed.ts'
import type { Engine, EngineColumn, TargetRequest } from './engines/engine.ts'
import { ArgumentError, DataError } from './errors.ts'
import {
  chooseColumns,
  type Chosen,
  type ColumnsRequest,
  looksLikeId,
  wantedColumns,
} from './sources/choose-columns.ts'
import { type SampleRequest, sampleRows } from './sources/sample-rows.ts'
import type { SourceColumn, SourceTable } from './sources/source.ts'
import { targetKindOf } from './summaries/target-kind.ts'
import type { SummaryTable } from './summaries/summary-table.ts'
import type { Note, Target } from './types.ts'
import { ownEntry, isOptions, knownOptions, type OptionNames } from './util/check.ts'
import { suggest } from './util/suggest.ts'

/** What a fit of a whole table is asked for. Names are those of columns. */
export interface FitRequest extends TargetRequest, ColumnsRequest, SampleRequest {
  /** the class that rates and weight of evidence speak of; default the second of two */
  readonly event?: string | undefined
  /** only these columns; a column named here is binned even if it looks like an id */
  readonly columns?: readonly string[] | undefined
  /** the method for every number column; default by the kind of target */
  readonly method?: AnyDiscretizer | undefined
  /** number of bins, or the most a method may make; or a rule for the number */
  readonly bins?: number | BinCountRule | AdvisedRule | undefined
  /** options of the method and those every method takes */
  readonly options?: Readonly<Record<string, unknown>> | undefined
  /** what becomes of missing values; default a slot of their own */
  readonly missingPolicy?: Policy | undefined
  /** least rows of the cells that are kept for a later look at drift, or none; default 8 */
  readonly reference?: ReferenceWanted | undefined
  /** special codes of every number column, and of single ones */
  readonly special?: readonly number[] | undefined
  /** special codes of single columns */
  readonly specialOf?: Readonly<Record<string, readonly number[]>> | undefined
  /** the user's own cuts of single columns */
  readonly cutsOf?: Readonly<Record<string, readonly number[]>> | undefined
  /** method and options of single columns */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** bin the columns together and drop those the others make superfluous; only `chi2` can */
  readonly together?: boolean | undefined
  /** where the rows came from, kept in the binning */
  readonly source?: string | undefined
}

/** A column as a request sees it, wherever its values are. */
export type NamedColumn = Pick<SourceColumn, 'name' | 'kind'>

/** A plan says for every column by which method and options it is cut. */
export type FitPlan = FitTableOptions & { readonly columns: readonly string[] }

/**
 * What is asked for these columns as a plan; what contradicts itself, or what the method does not take, is refused. The
 * kind of the target is that over all rows: where rows were drawn, it must not be found again from them.
 */
export function planFit(
  request: FitRequest,
  columns: readonly NamedColumn[],
  { kind, sampled }: { readonly kind: Target['kind'] | undefined; readonly sampled: boolean },
): FitPlan {
  checkRequest(request, columns)
  return {
    target: request.target,
    targetKind: sampled ? kind : request.targetKind,
    event: request.event,
    weights: request.weight,
    columns: columns.map((column) => column.name),
    ...planColumns(request, columns, kind),
    source: request.source,
  }
}

/** What is asked for all columns and for single ones, as `fitTable` and `fitSummaries` take it. */
export function planColumns(
  request: FitRequest,
  columns: readonly NamedColumn[],
  kind: Target['kind'] | undefined,
): { all: ColumnFit; perColumn: Record<string, ColumnFit> } {
  const { method, preset } = request.method === undefined ? defaultMethod(kind) : { method: request.method }
  return {
    all: {
      preset,
      ...request.options,
      ...binsOption(method, request.bins),
      method,
      missingPolicy: request.missingPolicy,
      reference: request.reference,
    },
    perColumn: Object.fromEntries(columns.map((column) => [column.name, planColumn(request, column)])),
  }
}

/** Method, options and codes of one column: what was asked for it alone goes before what was asked for all. */
export function planColumn(request: FitRequest, column: NamedColumn): ColumnFit {
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

/** A number of bins, or a rule for it, by the name that the option has in a method. */
export function binsOption(method: AnyDiscretizer, bins: FitRequest['bins']): Record<string, number | string> {
  if (bins === undefined) return {}
  const { bins: own } = method.options
  if (typeof bins === 'string' && !(own?.rule.accepts(bins) ?? false)) {
    if (own !== undefined)
      throw new ArgumentError(`${method.name}: bins must be ${own.rule.words}, got ${bins}`, { code: 'out-of-range' })
    throw new ArgumentError(
      `${method.name}: takes no rule for the number of bins, got ${bins}; equal-frequency and equal-width take one`,
      { code: 'out-of-range' },
    )
  }
  if (own !== undefined) return { bins }
  if (Object.hasOwn(method.options, 'maxBins')) return { maxBins: bins }
  throw new ArgumentError(`${method.name}: takes no number of bins, got ${bins}`, { code: 'out-of-range' })
}

/** The names of all requests: of a fit, a summary and a comparison. */
const REQUEST_NAMES: OptionNames<FitRequest & SummarizeRequest & CompareRequest> = {
  target: 1,
  targetKind: 1,
  event: 1,
  weight: 1,
  columns: 1,
  exclude: 1,
  sample: 1,
  seed: 1,
  source: 1,
  method: 1,
  bins: 1,
  options: 1,
  perColumn: 1,
  missingPolicy: 1,
  reference: 1,
  together: 1,
  special: 1,
  specialOf: 1,
  cutsOf: 1,
  cells: 1,
  shift: 1,
  methods: 1,
  folds: 1,
}

/** Refuses names that are no columns, with the nearest ones. */
export function checkNames(columns: readonly NamedColumn[], request: FitRequest): void {
  knownOptions<object>('fitSource', request, REQUEST_NAMES)
  const names = columns.map((column) => column.name)
  const asked = [
    request.target,
    request.weight,
    ...(request.columns ?? []),
    ...(request.exclude ?? []),
    ...Object.keys({ ...request.specialOf, ...request.cutsOf, ...request.perColumn }),
  ]
  for (const name of asked) {
    if (name !== undefined) checkName(names, name)
  }
}

/** Refuses a name that is not that of a column, with the nearest ones. */
export function checkName(names: readonly string[], name: string): void {
  if (names.includes(name)) return
  throw new DataError(`unknown column ${JSON.stringify(name)}${suggest(name, names)}`, {
    code: 'unknown-name',
    column: name,
  })
}

/** Refuses requests that contradict each other, or that speak of columns that are not binned. */
export function checkRequest(request: FitRequest, chosen: readonly NamedColumn[]): void {
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

/** Refuses what the summaries do not have, or what needs rows: target and weights are fixed in them. */
export function checkSaved({ columns, created }: SummaryTable, request: FitRequest): void {
  isOptions('fitSaved', request)
  checkRows(created.source.rows, created.source.name ?? undefined)
  const { target } = columns[0].summary
  const own = { target: target?.name ?? undefined, targetKind: target?.kind, weight: created.weights }
  const words = { target: 'target', targetKind: 'kind of target', weight: 'weight' } as const
  for (const what of ['target', 'targetKind', 'weight'] as const) {
    const asked = request[what]
    if (asked === undefined || asked === own[what] || (what === 'targetKind' && asked === 'auto')) continue
    throw new DataError(
      `the ${words[what]} of a summary is fixed: it has ${own[what] ?? 'none'}, got ${asked}; summarize the rows again`,
    )
  }
  if (request.sample !== undefined)
    throw new ArgumentError('fitSaved: sample must not be given, a summary has no rows', { code: 'out-of-range' })
  checkNames(columns, { ...request, target: undefined, weight: undefined })
}

/** The rows and columns of a table in memory that were asked for; requests that cannot be met are refused. */
export function chooseRows(
  read: SourceTable,
  request: FitRequest,
): { sampled: ReturnType<typeof sampleRows>; chosen: Chosen<SourceColumn>; targetKind: FitRequest['targetKind'] } {
  checkNames(read.columns, request)
  const sampled = sampleRows(read, request)
  const { columns, rows } = sampled.table
  const chosen = chooseColumns(columns, request, (column) => looksLikeId(column, rows))
  checkRequest(request, chosen.columns)
  // A sample of the rows must not change the kind of the target.
  const labels = read.columns.find((column) => column.name === request.target)?.values
  const known = sampled.notes.length === 0 || labels === undefined
  return {
    sampled,
    chosen,
    targetKind: known ? request.targetKind : targetKindOf(labels, request.targetKind ?? 'auto'),
  }
}

/** Of no rows there are no bins; a file of column names alone is most often one that was cut off. */
export function checkRows(rows: number, source?: string): void {
  if (rows > 0) return
  const where = source === undefined ? '' : `${source}: `
  throw new DataError(`${where}there are column names and no rows, so there is nothing to bin`)
}

/** How coarse the cells of a summary are wanted; exact when nothing is given. */
export interface SummarizeRequest extends FitRequest {
  /** most cells of a number column */
  readonly cells?: number | undefined
  /** bits of each double that are left out */
  readonly shift?: number | undefined
}

/** A comparison of methods on the rows, columns and special codes of a fit; the seed draws sample and folds. */
export type CompareRequest = Omit<FitRequest, 'bins'> & Pick<CompareOptions, 'target' | 'methods' | 'folds' | 'bins'>

/** Rows and columns as a request chooses them on an engine. */
export interface ChosenOnEngine {
  /** that of the rows drawn; the one of all rows where all are wanted */
  readonly engine: Engine
  readonly chosen: Chosen<EngineColumn>
  /** kind of the target over all rows */
  readonly kind: Target['kind'] | undefined
  /** what there is to tell of the draw; empty where all rows are taken */
  readonly drawn: readonly Note[]
}

/** The rows and columns that a request is about, wherever they are; unknown names are refused. */
export async function chooseOnEngine(whole: Engine, request: FitRequest): Promise<ChosenOnEngine> {
  checkNames(whole.columns, request)
  const kind = await whole.targetKind(request)
  const { engine, notes: drawn } =
    request.sample === undefined ? { engine: whole, notes: [] } : await whole.sample(request)
  const names = request.columns ?? wantedColumns(engine.columns, request).map(({ name }) => name)
  const ids = request.columns === undefined ? await engine.idReasons(names) : new Map<string, string>()
  const chosen = chooseColumns(engine.columns, request, ({ name }) => ids.get(name) ?? null)
  return { engine, chosen, kind, drawn }
}
