import type { PoolRun } from '../binning/fit/column-pool.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { columnOptions } from '../binning/fit/fit-table.ts'
import { defaultMethod } from '../discretizers/default-method.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { tableColumn } from '../summaries/column-table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { Note, Table } from '../types.ts'
import { check, integer, oneOf, orNull, real, show, type OptionNames } from '../util/check.ts'
import type { Goal, Tally } from './check/judge.ts'
import { columnEvidence, type EvidenceOptions, type RowsEvidence } from './evidence.ts'
import { slotsOfRows } from './check/row-slots.ts'
import { joinRanges } from './join-ranges.ts'
import { type GoalRanges, judgeEvidence } from './judge-evidence.ts'
import type { RelevanceRule, Tried } from './findings.ts'
import { type DealtRows, dealRows } from './deal-rows.ts'
import { throwIfAborted } from '../util/stop-signal.ts'

/** What every explanation takes. */
export type ExplainOptions = PoolRun & {
  /** names of the columns to look at; default all that are neither the target nor the weights */
  readonly columns?: readonly string[] | undefined
  /** name of the column of weights: how much each row stands for */
  readonly weights?: string | undefined
  /** method, its options and special codes, for every column and for single ones; default by the kind of target */
  readonly all?: ColumnFit | undefined
  /** the same for single columns, over what `all` says */
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** the rule that makes a range relevant; auto: most-frequent, and lift where that finds little. Default auto */
  readonly rule?: 'auto' | RelevanceRule | undefined
  /** most ranges that are looked for together: 1, 2 or 3. Default 2 for a class or a number, 1 for groups and clusters */
  readonly depth?: number | undefined
  /** ranges narrower than so many times the spread of their column are fused with a neighbour; default 0.3 */
  readonly tiny?: number | undefined
  /** least rows of a range; null, the default, is the square root of the number of rows */
  readonly enough?: number | null | undefined
  /** seed of the halves; default 0 */
  readonly seed?: number | undefined
  /** where the rows came from */
  readonly source?: string | undefined
}

/** The names of what every explanation takes, but for the rule, which a number does not have. */
export const EXPLAIN_NAMES: OptionNames<Omit<ExplainOptions, 'rule'>> = {
  signal: 1,
  onProgress: 1,
  columns: 1,
  weights: 1,
  all: 1,
  perColumn: 1,
  depth: 1,
  tiny: 1,
  enough: 1,
  seed: 1,
  source: 1,
}

/** Rows with their target, the goals to explain, and the columns to look at. */
export interface RowsRequest<Count extends { readonly rows: number }, Facts> {
  readonly marks: RowMarks
  /** the goals, once it is known how much each row counts */
  readonly goals: (rows: DealtRows) => readonly Goal<Count, Facts>[]
  readonly columns: readonly string[]
  /** whether ranges that hold nearly the same rows are told once */
  readonly fold: boolean
  /** what rows without a target are called: "without a class" */
  readonly unclassed: string
  readonly depth: number
  /** whether equal rows may be copies of each other; not so where the target was made from the columns */
  readonly copies: boolean
}

export interface RowsExplained<Count, Facts> {
  readonly goals: readonly GoalRanges<Count, Facts>[]
  /** the tally of all rows */
  readonly all: Tally
  readonly tried: Tried
  readonly notes: readonly Note[]
}

/** Fewer rows than this leave halves that can hardly confirm anything. */
const FEW_ROWS = 40
/** Copies that are not worth a note, as a part of all rows. */
const FEW_COPIES = 0.05

/** Finds and checks the relevant ranges of every goal. The cost of two fits of every column. */
export async function explainRows<Count extends { readonly rows: number }, Facts>(
  table: Table,
  request: RowsRequest<Count, Facts>,
  options: ExplainOptions,
): Promise<RowsExplained<Count, Facts>> {
  const { columns, marks } = request
  const { all = {}, perColumn = {}, tiny = 0.3, seed = 0 } = options
  checkOptions(table, columns, options)
  const depth = Math.min(options.depth ?? request.depth, columns.length)
  const rows = dealRows(table, columns, marks, { seed, copies: request.copies })
  const { size, foundOn, effective, tally } = rows
  const enough = options.enough ?? Math.sqrt(size)
  const enoughOfHalf = options.enough == null ? Math.sqrt(foundOn) : options.enough / 2
  const fits = columns.map((name) => columnOptions(all, perColumn[name]))
  const together = depth >= 2 && columns.length >= 2
  const given = { fits, tiny, together, enough: enoughOfHalf * (effective / size) }
  const evidence = await evidenceOf(table, columns, rows, { ...given, run: options })
  const goals = request.goals(rows)
  const joined = joinRanges(evidence, rows, { goals, depth, enough: enoughOfHalf })
  const judged = judgeEvidence(evidence, {
    judges: goals.map(({ judge }) => judge),
    channels: tally.channels,
    joined,
    alike: rows.alike,
    rule: options.rule ?? 'auto',
    enough,
    enoughOfHalf,
    rows: request.fold
      ? { halves: rows.halves, slotsOf: ({ column }) => slotsOfRows(column, table[column.name]) }
      : null,
  })
  return {
    goals: judged.goals,
    all: judged.all,
    tried: {
      method: methodName(fits, marks.target?.kind),
      rows: size,
      foundOn,
      heldOut: size - foundOn,
      different: rows.different,
      effective,
      weights: options.weights ?? null,
      tests: judged.tests,
      depth,
      sharp: columns.filter((_, i) => judged.sharp[i]),
      blunt: columns.filter((_, i) => !judged.sharp[i]),
      seed,
      tiny,
      enough,
    },
    notes: [...marks.notes, ...rowNotes(request.unclassed, rows)],
  }
}

/** The evidence of every column, one after the other; a signal is looked at between them. */
async function evidenceOf(
  table: Table,
  columns: readonly string[],
  rows: DealtRows,
  { fits, run, ...rest }: Omit<EvidenceOptions, 'fit'> & { fits: readonly ColumnFit[]; run: PoolRun },
): Promise<RowsEvidence[]> {
  const evidence: RowsEvidence[] = []
  for (const [i, name] of columns.entries()) {
    throwIfAborted('explain', run.signal)
    evidence.push(columnEvidence(name, table[name], rows, { fit: fits[i], ...rest }))
    await run.onProgress?.(i + 1, columns.length, name)
  }
  return evidence
}

export function methodName(fits: readonly ColumnFit[], kind: 'class' | 'numeric' | undefined): string {
  const usual = defaultMethod(kind).method.name
  const methods = [...new Set(fits.map((fit) => fit.method?.name ?? usual))]
  return methods.length === 1 ? methods[0] : 'several'
}

function checkOptions(table: Table, columns: readonly string[], options: ExplainOptions): void {
  const { rule, tiny, seed, enough, depth, perColumn = {} } = options
  for (const name of [...columns, ...Object.keys(perColumn)]) tableColumn('explain', table, name)
  if (columns.length === 0) throw new DataError('explain: there is no column left to look at')
  if (new Set(columns).size < columns.length) {
    throw new ArgumentError(`explain: columns must be names that all differ, got ${show(columns)}`, {
      code: 'out-of-range',
    })
  }
  if (rule !== undefined) check('explain', 'rule', oneOf('auto', 'most-frequent', 'lift'), rule)
  if (depth !== undefined) check('explain', 'depth', integer(1, 3), depth)
  if (tiny !== undefined) check('explain', 'tiny', real({ min: 0 }), tiny)
  if (seed !== undefined) check('explain', 'seed', integer(0), seed)
  if (enough !== undefined) check('explain', 'enough', orNull(real({ min: 0 })), enough)
}

const rowsText = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`

function rowNotes(unclassed: string, { unlabelled, weightless, size, different, repeated }: DealtRows): Note[] {
  const few = `only ${rowsText(different)}: halves so small can confirm little, and the check is weak`
  const copies =
    `${repeated} of ${size} rows equal an earlier one in every column looked at and in the target; ` +
    'copies stay in one half and count once in the check'
  return [
    ...(unlabelled > 0 ? [{ code: 'unlabelled', message: `${rowsText(unlabelled)} ${unclassed} left out` }] : []),
    ...(weightless > 0 ? [{ code: 'weightless', message: `${rowsText(weightless)} of weight 0 left out` }] : []),
    ...(repeated > size * FEW_COPIES ? [{ code: 'repeated', message: copies }] : []),
    ...(different < FEW_ROWS ? [{ code: 'few-rows', message: few }] : []),
  ]
}
