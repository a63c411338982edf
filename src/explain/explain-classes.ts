import type { PoolRun } from '../binning/fit/column-pool.ts'
import type { ColumnFit } from '../binning/fit/fit-column.ts'
import { columnOptions } from '../binning/fit/fit-table.ts'
import { DataError } from '../errors.ts'
import { tableColumn } from '../summaries/column-table.ts'
import type { Note, Table } from '../types.ts'
import { check, integer, oneOf, orNull, real, show } from '../util/check.ts'
import { matchingRange, testRanges, type TestedRange } from './check-ranges.ts'
import { DEFAULT_METHOD } from './cut-column.ts'
import { type ClassMarks, type ColumnEvidence, columnEvidence, slotsOfRows, splitRows } from './evidence.ts'
import { foldAlike, type RangeWithRows } from './fold-alike.ts'
import { foundRange } from './found-range.ts'
import { splitHalves } from './hold-out.ts'
import { LEVEL, relevantRanges, type Totals, totalsOf } from './relevant-ranges.ts'
import { asideSlots, sharpColumns } from './sharp-columns.ts'
import type { ClassRanges, FoundRange, RelevanceRule, Tried } from './findings.ts'

/** What every explanation takes. */
export type ExplainOptions = PoolRun & {
  /** names of the columns to look at; default all that are not the target */
  readonly columns?: readonly string[] | undefined
  /** method, its options and special codes, for every column and for single ones; default `mdlp` */
  readonly all?: ColumnFit | undefined
  readonly perColumn?: Readonly<Record<string, ColumnFit>> | undefined
  /** the rule that makes a range relevant; auto: most-frequent, and lift where that finds little. Default auto */
  readonly rule?: 'auto' | RelevanceRule | undefined
  /** ranges narrower than so many standard deviations of their column are fused with a neighbour; default 0.3 */
  readonly tiny?: number | undefined
  /** least rows of a range; null, the default, is the square root of the number of rows */
  readonly enough?: number | null | undefined
  /** seed of the halves; default 0 */
  readonly seed?: number | undefined
  /** where the rows came from */
  readonly source?: string | undefined
}

/** Rows with their classes, which of the classes are goals, and the columns to look at. */
export interface ClassRequest {
  readonly marks: ClassMarks
  readonly classes: readonly string[]
  readonly goals: readonly number[]
  readonly columns: readonly string[]
  /** whether ranges that hold nearly the same rows are told once */
  readonly fold: boolean
  /** what rows without a class are called: "without a class" */
  readonly unclassed: string
}

export interface ClassesExplained {
  readonly classes: readonly ClassRanges[]
  readonly tried: Tried
  readonly notes: readonly Note[]
}

/** Fewer rows than this leave halves that can hardly confirm anything. */
const FEW_ROWS = 40
/** With fewer ranges in which the goal is most frequent, those in which it is more frequent than overall are told too. */
const FEW_RANGES = 3

/** Finds and checks the relevant ranges of every goal class. The cost of two fits of every column. */
export async function explainClasses(
  table: Table,
  request: ClassRequest,
  options: ExplainOptions,
): Promise<ClassesExplained> {
  const { marks, classes, goals, columns } = request
  const { all = {}, perColumn = {}, tiny = 0.3, seed = 0 } = options
  checkOptions(table, columns, options)
  const width = classes.length
  const rows = splitRows(marks, width, splitHalves(marks.codes, width, seed))
  const totals = classTotals(marks.codes, width)
  const foundOn = classTotals(rows.foundMarks.codes, width).all
  const enough = options.enough ?? Math.sqrt(totals.all)
  const enoughOfHalf = options.enough == null ? Math.sqrt(foundOn) : options.enough / 2
  const fits = columns.map((name) => columnOptions(all, perColumn[name]))
  const evidence: ColumnEvidence[] = []
  for (const [i, name] of columns.entries()) {
    if (options.signal?.aborted === true) throw options.signal.reason ?? new Error('explain: stopped')
    evidence.push(columnEvidence(name, table[name], rows, { fit: fits[i], tiny, enough: enoughOfHalf }))
    await options.onProgress?.(i + 1, columns.length, name)
  }
  const tested = testRanges(evidence, goals, width, enoughOfHalf)
  const sharp = sharpColumns(evidence, totals, enough)
  const find = rangeFinder(table, evidence, { tests: testsByGoal(tested, width), totals, sharp, enough })
  const methods = new Set(fits.map((fit) => (fit.method ?? DEFAULT_METHOD).name))
  return {
    classes: goals.map((goal) => {
      const { confirmed, others } = chooseRanges(options.rule ?? 'auto', (rule) => find(goal, rule))
      return {
        class: classes[goal],
        rows: totals.classes[goal],
        share: totals.classes[goal] / totals.all,
        ranges: request.fold ? foldAlike(confirmed, marks.codes) : confirmed.map(({ found }) => found),
        unconfirmed: others,
      }
    }),
    tried: {
      method: methods.size === 0 ? DEFAULT_METHOD.name : methods.size === 1 ? [...methods][0] : 'several',
      rows: totals.all,
      foundOn,
      heldOut: totals.all - foundOn,
      tests: tested.length,
      sharp: columns.filter((_, i) => sharp[i]),
      blunt: columns.filter((_, i) => !sharp[i]),
      seed,
      tiny,
      enough,
    },
    notes: rowNotes(request, totals.all),
  }
}

/** What ranges are judged by: their tests on the held-out half, the classes of all rows, and which columns are sharp. */
interface Judgement {
  readonly tests: ReadonlyMap<number, readonly TestedRange[]>
  readonly totals: Totals
  readonly sharp: readonly boolean[]
  readonly enough: number
}

/** Finds the ranges of all columns that are relevant to a goal, the clearest first. */
function rangeFinder(
  table: Table,
  evidence: readonly ColumnEvidence[],
  { tests, totals, sharp, enough }: Judgement,
): (goal: number, rule: RelevanceRule) => RangeWithRows[] {
  const width = totals.classes.length
  const asideLevel = LEVEL / Math.max(1, asideSlots(evidence, width))
  return (goal, rule) =>
    evidence
      .flatMap((one, at) => {
        const { column, counts } = one
        const candidates = tests.get(at * width + goal) ?? []
        const options = { goal, rule, enough, sharp: sharp[at], asideLevel }
        return relevantRanges({ column, counts, totals }, options).map((range) => ({
          found: foundRange(one, range, { goal, rule, totals, match: matchingRange(range, one, width, candidates) }),
          slots: range.slots,
          slotsOfRows: () => slotsOfRows(column, table[column.name]),
        }))
      })
      .toSorted((a, b) => b.found.score - a.found.score)
}

function checkOptions(table: Table, columns: readonly string[], options: ExplainOptions): void {
  const { rule, tiny, seed, enough, perColumn = {} } = options
  for (const name of [...columns, ...Object.keys(perColumn)]) tableColumn('explain', table, name)
  if (columns.length === 0) throw new DataError('explain: there is no column left to look at')
  if (new Set(columns).size < columns.length) {
    throw new RangeError(`explain: columns must be names that all differ, got ${show(columns)}`)
  }
  if (rule !== undefined) check('explain', 'rule', oneOf('auto', 'most-frequent', 'lift'), rule)
  if (tiny !== undefined) check('explain', 'tiny', real({ min: 0 }), tiny)
  if (seed !== undefined) check('explain', 'seed', integer(0), seed)
  if (enough !== undefined) check('explain', 'enough', orNull(real({ min: 0 })), enough)
}

interface Chosen {
  readonly confirmed: readonly RangeWithRows[]
  readonly others: readonly FoundRange[]
}

/**
 * What the rule that was asked for finds. `auto` looks where the goal is most frequent; if that is in few ranges or none
 * of them is confirmed, also where it is more frequent than overall, in columns without a confirmed range.
 */
function chooseRanges(asked: 'auto' | RelevanceRule, find: (rule: RelevanceRule) => RangeWithRows[]): Chosen {
  const isConfirmed = ({ found: { verdict } }: RangeWithRows): boolean => verdict === 'holds' || verdict === 'weaker'
  const ranges = find(asked === 'auto' ? 'most-frequent' : asked)
  if (asked === 'auto' && (ranges.length < FEW_RANGES || !ranges.some(isConfirmed))) {
    const told = new Set(ranges.filter(isConfirmed).map(({ found }) => found.column))
    const known = new Set(ranges.map(({ found }) => `${found.text} ${found.column}`))
    const more = find('lift').filter(({ found }) => !told.has(found.column))
    ranges.push(...more.filter(({ found }) => !known.has(`${found.text} ${found.column}`)))
  }
  return {
    confirmed: ranges.filter(isConfirmed),
    others: ranges.filter((range) => !isConfirmed(range)).map(({ found }) => found),
  }
}

/** The tests of each column and goal, at column · classes + goal. */
function testsByGoal(tested: readonly TestedRange[], width: number): Map<number, TestedRange[]> {
  const found = new Map<number, TestedRange[]>()
  for (const test of tested) {
    const key = test.at * width + test.goal
    const tests = found.get(key)
    if (tests === undefined) found.set(key, [test])
    else tests.push(test)
  }
  return found
}

function classTotals(codes: Int32Array, width: number): Totals {
  const counts = new Float64Array(width)
  for (const code of codes) if (code >= 0) counts[code]++
  return totalsOf(counts, width)
}

function rowNotes({ marks: { codes, notes }, unclassed }: ClassRequest, all: number): Note[] {
  const unlabelled = codes.length - all
  const few = `only ${all} rows: halves so small can confirm little, and the check is weak`
  return [
    ...notes,
    ...(unlabelled > 0 ? [{ code: 'unlabelled', message: `${unlabelled} rows ${unclassed} left out` }] : []),
    ...(all < FEW_ROWS ? [{ code: 'few-rows', message: few }] : []),
  ]
}
