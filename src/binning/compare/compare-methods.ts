import type { AdvisedRule, BinCountRule } from '../../discretizers/bin-count/bin-count-rules.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import { entropy } from '../../measures/entropy.ts'
import { type ColumnOptions, toNumbers } from '../../summaries/summarize-numbers.ts'
import { dateNumbers, isNumeric, tableColumn, tableRows } from '../../summaries/column-table.ts'
import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import { classNotes } from '../../summaries/target-kind.ts'
import type { Note, Table, Target } from '../../types.ts'
import { check, integer, knownOptions, type OptionNames, show } from '../../util/check.ts'
import type { PoolRun } from '../fit/column-pool.ts'
import { markTable } from '../fit/fit-table.ts'
import { type ComparedColumn, compareColumn, meanByBlock, type NumberValuesOf, splitRows } from './compare-column.ts'
import { chooseEntries, type CompareEntry } from './compare-entries.ts'
import { addUp, type ColumnResult, judge, type MethodResult, surely, type Verdict } from './compare-results.ts'
import { drawSigns, limitOf, noLargest, raiseLargest, scatterOf } from './sure-leads.ts'

/** What methods are compared on, and how. */
export interface CompareOptions {
  /** name of the target column */
  readonly target: string
  /** auto: text, truth values or at most 20 distinct whole numbers are classes, other numbers are numeric; default auto */
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
  /** special and missing codes of single columns, over `codes` */
  readonly codesOf?: Readonly<Record<string, ColumnOptions>> | undefined
  /** asked and told after every method on every column */
  readonly signal?: PoolRun['signal']
  /** told after every method on every column */
  readonly onProgress?: PoolRun['onProgress']
}

/** What methods make of the same columns, the best first. */
export interface Comparison {
  /** what the methods tried to tell */
  readonly target: Target
  /** rows that count */
  readonly rows: number
  /** class target: entropy in bits per row; what `kept` and `heldOut` are shares of */
  readonly entropy: number | null
  /** class target: the class of the most rows, and its share of them */
  readonly majority: { readonly class: string; readonly share: number } | null
  /** numeric target: its variance; `kept` and `heldOut` are shares of it */
  readonly variance: number | null
  /** parts into which the rows were dealt, each held out once */
  readonly folds: number
  /** of the folds and of the intervals */
  readonly seed: number
  /** blocks of rows whose scatter gives the standard errors */
  readonly blocks: number
  /** chance with which all intervals of the methods hold at once, and likewise all those of methods on single columns */
  readonly sure: number
  /** standard errors that these intervals reach to both sides: of the methods, and of methods on single columns */
  readonly reach: { readonly methods: number; readonly columns: number }
  /** names of the columns compared */
  readonly columns: readonly string[]
  /** by `heldOut`, largest first; equals by fewer bins, then as listed */
  readonly methods: readonly MethodResult[]
  /** which method is better, as far as the rows tell */
  readonly verdict: Verdict
  /** what there is to tell, such as columns left out */
  readonly notes: readonly Note[]
}

/** The chance with which intervals hold. */
const SURE = 0.95

/** Methods take as long as there are classes, on every column and fold. */
const MOST_CLASSES = 200

const NAMES: OptionNames<CompareOptions> = {
  target: 1,
  targetKind: 1,
  weights: 1,
  columns: 1,
  methods: 1,
  bins: 1,
  folds: 1,
  seed: 1,
  codes: 1,
  codesOf: 1,
  signal: 1,
  onProgress: 1,
}

/**
 * Compares methods on the number columns of a table: how many bins they make, what the bins tell on the rows they were
 * fitted on, and what they tell on rows held out, with intervals. Every column is summarized once for the whole and once
 * per fold; all methods see the same summaries and the same folds. Cost: one sort per column and fold, and the methods.
 *
 *     const { verdict } = await compareMethods(people, { target: 'bought', methods: ['mdlp', 'equal-width'] })
 *     console.log(verdict.kind, verdict.best) // → none mdlp
 */
export async function compareMethods(table: Table, options: CompareOptions): Promise<Comparison> {
  knownOptions('compareMethods', options, NAMES)
  const { seed = 0, folds = 5 } = options
  const rows = tableRows('compareMethods', table)
  if (rows === 0) throw new DataError('compareMethods: there are no rows, so there is nothing to compare methods on')
  if (options.target === undefined)
    throw new ArgumentError('compareMethods: target must be the name of a column, got none', { code: 'wrong-type' })
  const { target: name, targetKind, weights } = options
  const marks = markTable('compareMethods', table, rows, { target: name, targetKind, weights })
  const target = marks.target!
  const entries = chooseEntries(options.methods, target)
  const { columns, notes } = chooseColumns(table, options)
  check('compareMethods', 'seed', integer(0), seed)
  check('compareMethods', 'folds', integer(2), folds)
  const split = splitRows(marks, folds, seed)
  checkClasses(target, split.rows)
  const signs = drawSigns(split.blocks.count, seed)
  const largest = noLargest()
  const compared: ComparedColumn[] = []
  for (const column of columns) {
    const codes = { ...options.codes, ...options.codesOf?.[column.name] }
    const done = { before: compared.length, all: columns.length }
    const one = await compareColumn(column, entries, split, { ...options, codes, ...done })
    raiseLargest(one.scatter, signs, largest)
    compared.push(one)
  }
  const all = scatterOf(
    entries.map((_, e) => meanByBlock(compared.map(({ told }) => told[e]))),
    split.whole,
    folds,
  )
  const ofAll = noLargest()
  raiseLargest(all, signs, ofAll)
  const reach = {
    methods: limitOf(ofAll, SURE, split.blocks.count),
    columns: limitOf(largest, SURE, split.blocks.count),
  }
  const sureColumns = compared.map(({ results, scatter }) => {
    const sure = surely(results, scatter, reach.columns)
    return results.map((one, e): ColumnResult => ({ ...one, ...sure[e] }))
  })
  const byMethod = entries.map((_, e) => sureColumns.map((results) => results[e]))
  const methods = addUp(entries, byMethod, all, reach.methods)
  return {
    target,
    rows: split.rows,
    ...targetFigures(marks),
    folds,
    seed,
    blocks: split.blocks.count,
    sure: SURE,
    reach,
    columns: columns.map((column) => column.name),
    methods,
    verdict: judge(methods),
    notes: [...marks.notes, ...notes],
  }
}

/** The columns of numbers and dates; categories are the same for every method. */
function chooseColumns(table: Table, options: CompareOptions): { columns: NumberValuesOf[]; notes: Note[] } {
  const names =
    options.columns ?? Object.keys(table).filter((name) => name !== options.target && name !== options.weights)
  if (new Set(names).size < names.length) {
    throw new ArgumentError(`compareMethods: columns must be names that all differ, got ${show(names)}`, {
      code: 'out-of-range',
    })
  }
  const columns: NumberValuesOf[] = []
  const left: string[] = []
  for (const name of names) {
    const given = tableColumn('compareMethods', table, name)
    const values = dateNumbers(given) ?? given
    if (isNumeric(values))
      columns.push({ name, values: toNumbers(values, values.length, { where: 'compareMethods', column: name }) })
    else left.push(name)
  }
  if (columns.length === 0) throw new DataError('compareMethods: there is no column of numbers to compare methods on')
  const message = `columns without numbers are left out, since they are the same for every method: ${left.join(', ')}`
  return { columns, notes: left.length === 0 ? [] : [{ code: 'categories', message }] }
}

/** Refuses classes that no method can tell apart, and so many that the methods would take hours. */
function checkClasses(target: Target, rows: number): void {
  for (const { message } of classNotes(target, rows)) throw new DataError(`compareMethods: ${message}`)
  if (target.kind !== 'class' || target.classes.length <= MOST_CLASSES) return
  throw new DataError(
    `compareMethods: ${target.name} has ${target.classes.length} classes, and methods are compared on at most ` +
      `${MOST_CLASSES}; is it a name or key? Amounts need the target kind numeric`,
  )
}

/** What the figures are to be read against: how uncertain the target is without any column. O(rows). */
function targetFigures(marks: RowMarks): Pick<Comparison, 'entropy' | 'majority' | 'variance'> {
  const { target, codes, numbers, weights, rows } = marks
  if (target?.kind !== 'class') {
    let [weight, mean, squares] = [0, 0, 0]
    for (let row = 0; row < rows; row++) {
      if (rowStanding(row, marks) !== 'counts' || numbers === null) continue
      const w = weights?.[row] ?? 1
      const away = numbers[row] - mean
      weight += w
      mean += (w / weight) * away
      squares += w * away * (numbers[row] - mean)
    }
    return { entropy: null, majority: null, variance: weight > 0 ? squares / weight : 0 }
  }
  const sums = new Float64Array(target.classes.length)
  for (let row = 0; row < rows; row++) {
    const code = codes?.[row] ?? -1
    if (code >= 0) sums[code] += weights?.[row] ?? 1
  }
  const most = sums.indexOf(Math.max(...sums))
  const all = sums.reduce((sum, one) => sum + one, 0)
  return { entropy: entropy(sums), majority: { class: target.classes[most], share: sums[most] / all }, variance: null }
}
