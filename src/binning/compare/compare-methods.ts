import type { AdvisedRule, BinCountRule } from '../../discretizers/bin-count/bin-count-rules.ts'
import { discretize } from '../../discretizers/discretize.ts'
import { DataError } from '../../errors.ts'
import { entropy } from '../../measures/entropy.ts'
import { type ColumnOptions, summarizeNumbers, toNumbers } from '../../summaries/summarize-numbers.ts'
import { dateNumbers, isNumeric, tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { Note, NumberSummary, Table, Target } from '../../types.ts'
import { check, integer, show } from '../../util/check.ts'
import { chooseEntries, type CompareEntry, entryName } from './compare-entries.ts'
import { addUp, type ColumnResult, type MethodResult } from './compare-results.ts'
import type { PoolRun } from '../fit/column-pool.ts'
import { markTable } from '../fit/fit-table.ts'
import { dealFolds, pickMarks, pickNumbers, rowsOfFold } from '../use/folds.ts'
import { countSlots, learnPrior, tellHeldOut, toldBy } from './held-out.ts'

/** What methods are compared on, and how. */
export interface CompareOptions {
  /** name of the target column */
  readonly target: string
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  /** name of the column of weights */
  readonly weights?: string | undefined
  /** names of the columns; default all others. Those that do not hold numbers or dates are left out */
  readonly columns?: readonly string[] | undefined
  /** names such as `mdlp` or `variance:significant`, or methods with options; default all that fit the target */
  readonly methods?: readonly (string | CompareEntry)[] | undefined
  /** number of bins, or the most, for the methods that take one; or a rule for those that take it */
  readonly bins?: number | BinCountRule | AdvisedRule | undefined
  /** default 5 */
  readonly folds?: number | undefined
  /** of the folds; default 0 */
  readonly seed?: number | undefined
  /** special and missing codes of every column, and of single ones */
  readonly codes?: ColumnOptions | undefined
  readonly codesOf?: Readonly<Record<string, ColumnOptions>> | undefined
  /** asked and told after every method on every column */
  readonly signal?: PoolRun['signal']
  readonly onProgress?: PoolRun['onProgress']
}

/** What methods make of the same columns, the best first. */
export interface Comparison {
  readonly target: Target
  /** rows that count */
  readonly rows: number
  /** class target: entropy in bits per row; what `kept` and `heldOut` are shares of */
  readonly entropy: number | null
  readonly folds: number
  readonly seed: number
  readonly columns: readonly string[]
  /** by `heldOut`, largest first; equals by fewer bins, then as listed */
  readonly methods: readonly MethodResult[]
  readonly notes: readonly Note[]
}

/**
 * Compares methods on the number columns of a table: how many bins they make, what the bins tell on the rows they were
 * fitted on, and what they tell on rows held out. Every column is summarized once for the whole and once per fold; all
 * methods see the same summaries and the same folds. Cost: one sort per column and fold, and the methods.
 */
export async function compareMethods(table: Table, options: CompareOptions): Promise<Comparison> {
  const { seed = 0, folds = 5, signal, onProgress } = options
  const rows = tableRows('compareMethods', table)
  if (options.target === undefined) throw new TypeError('compareMethods: target must be the name of a column, got none')
  const marks = markTable('compareMethods', table, rows, {
    target: options.target,
    targetKind: options.targetKind,
    weights: options.weights,
  })
  const target = marks.target!
  const entries = chooseEntries(options.methods, target)
  const { columns, notes } = chooseColumns(table, options)
  check('compareMethods', 'seed', integer(0), seed)
  check('compareMethods', 'folds', integer(2), folds)
  const foldOf = dealFolds(marks, folds, seed)
  const counting = foldOf.reduce((sum, fold) => sum + (fold < 0 ? 0 : 1), 0)
  if (counting < 2 * folds) {
    throw new DataError(`compareMethods: ${folds} folds need at least ${2 * folds} rows that count, got ${counting}`)
  }
  const parts = Array.from({ length: folds }, (_, fold) => {
    const { inside, outside } = rowsOfFold(foldOf, fold)
    const [learnt, held] = [pickMarks(marks, outside), pickMarks(marks, inside)]
    return { inside, outside, learnt, held, prior: learnPrior(learnt, held) }
  })
  const results: ColumnResult[][] = entries.map(() => [])
  let done = 0
  for (const { name, values } of columns) {
    const codes = { ...options.codes, ...options.codesOf?.[name] }
    const whole = summarizeNumbers(values, marks, codes)
    // Fold by fold, so that only one pair of summaries is held; each method picks up where it was.
    const fitted = entries.map((entry) => fitWhole(name, whole, entry, options.bins))
    const told: Told[][] = entries.map(() => [])
    for (const part of parts) {
      const learnt = summarizeNumbers(pickNumbers(values, part.outside), part.learnt, codes)
      const held = summarizeNumbers(pickNumbers(values, part.inside), part.held, codes)
      for (const [e, entry] of entries.entries()) {
        if (signal?.aborted === true) throw signal.reason ?? new Error('compareMethods: stopped')
        const { cuts, closed } = cutsOf(name, learnt, entry, options.bins)
        told[e].push(tellHeldOut(countSlots(learnt, cuts, closed), countSlots(held, cuts, closed), part.prior))
        if (part === parts.at(-1))
          await onProgress?.(++done, columns.length * entries.length, `${entryName(entry)} on ${name}`)
      }
    }
    for (const [e, result] of fitted.entries()) results[e].push({ ...result, ...foldsTold(told[e]) })
  }
  return {
    target,
    rows: counting,
    entropy: target.kind === 'class' ? entropy(classWeights(marks, target.classes.length)) : null,
    folds,
    seed,
    columns: columns.map(({ name }) => name),
    methods: addUp(entries, results),
    notes: [...marks.notes, ...notes],
  }
}

type Told = ReturnType<typeof tellHeldOut>

/** Held-out information over all folds, every row once, and in each of them. */
function foldsTold(told: readonly Told[]): Pick<ColumnResult, 'heldOut' | 'heldOutFolds'> {
  const share = (sum: number, whole: number): number => (whole > 0 && Number.isFinite(sum / whole) ? sum / whole : 0)
  const total = (pick: (one: Told) => number): number => told.reduce((sum, one) => sum + pick(one), 0)
  return {
    heldOut: share(
      total(({ sum }) => sum),
      total(({ whole }) => whole),
    ),
    heldOutFolds: told.map(({ sum, whole }) => share(sum, whole)),
  }
}

function fitWhole(
  column: string,
  summary: NumberSummary,
  entry: CompareEntry,
  bins: CompareOptions['bins'],
): Pick<ColumnResult, 'column' | 'bins' | 'kept' | 'seconds'> {
  const start = now()
  const { cuts, closed } = cutsOf(column, summary, entry, bins)
  const seconds = (now() - start) / 1000
  return { column, bins: cuts.length + 1, kept: toldBy(countSlots(summary, cuts, closed)), seconds }
}

function cutsOf(
  column: string,
  summary: NumberSummary,
  { method, preset, options }: CompareEntry,
  bins: CompareOptions['bins'],
): Pick<ReturnType<typeof discretize>, 'cuts' | 'closed'> {
  // A rule is not a limit: only methods that take this very rule get it.
  const takes = ['bins', 'maxBins'].find((name) =>
    typeof bins === 'string' ? method.options[name]?.rule.accepts(bins) : Object.hasOwn(method.options, name),
  )
  const number = bins === undefined || takes === undefined ? {} : { [takes]: bins }
  try {
    return discretize(summary, { ...number, ...options, preset, method })
  } catch (error) {
    if (!(error instanceof DataError) || error.column !== null) throw error
    throw new DataError(`column ${column}: ${error.message}`, { column, row: error.row })
  }
}

interface NumberValuesOf {
  readonly name: string
  readonly values: Float64Array
}

/** The columns of numbers and dates; categories are the same for every method. */
function chooseColumns(table: Table, options: CompareOptions): { columns: NumberValuesOf[]; notes: Note[] } {
  const names =
    options.columns ?? Object.keys(table).filter((name) => name !== options.target && name !== options.weights)
  if (new Set(names).size < names.length) {
    throw new RangeError(`compareMethods: columns must be names that all differ, got ${show(names)}`)
  }
  const columns: NumberValuesOf[] = []
  const left: string[] = []
  for (const name of names) {
    const given = tableColumn('compareMethods', table, name)
    const values = dateNumbers(given) ?? given
    if (isNumeric(values)) columns.push({ name, values: toNumbers(values, values.length) })
    else left.push(name)
  }
  if (columns.length === 0) throw new DataError('compareMethods: there is no column of numbers to compare methods on')
  const message = `columns without numbers are left out, since they are the same for every method: ${left.join(', ')}`
  return { columns, notes: left.length === 0 ? [] : [{ code: 'categories', message }] }
}

function classWeights({ codes, weights, rows }: RowMarks, classes: number): Float64Array {
  const sums = new Float64Array(classes)
  for (let row = 0; row < rows; row++) {
    const code = codes?.[row] ?? -1
    if (code >= 0) sums[code] += weights?.[row] ?? 1
  }
  return sums
}

/** Milliseconds, as finely as the runtime tells. */
function now(): number {
  const { performance } = globalThis as { performance?: { now(): number } }
  return performance?.now() ?? Date.now()
}
