import { type Column, hasCuts } from '../binning/binning.ts'
import { hypergeometricTail } from '../measures/distributions/hypergeometric.ts'
import type { GoalCount, RangeForm, RelevanceRule } from './findings.ts'

/** The chance of a false finding that is accepted. */
export const LEVEL = 0.05

/** A range as slots of a column. */
export interface SlotRange {
  readonly form: RangeForm['form']
  readonly slots: readonly number[]
}

/** Rows per class over all rows that count. */
export interface Totals {
  readonly all: number
  readonly classes: Float64Array
}

/** A column's counts, at slot · classes + class, with the totals they belong to. */
export interface Counts {
  readonly column: Column
  readonly counts: Float64Array
  readonly totals: Totals
}

export interface RangeOptions {
  readonly goal: number
  /** `above`: the goal is more frequent than overall, by however little */
  readonly rule: RelevanceRule | 'above'
  /** least rows of a range */
  readonly enough: number
  /** whether bins and levels are looked at; missing and special values always are */
  readonly sharp: boolean
  /** level of the test that missing and special values have to pass */
  readonly asideLevel: number
}

/**
 * The ranges of a column that are relevant to a goal class (Menzies 2016): bins in which the rule holds, neighbours fused
 * into one range; levels in which it holds, all of a column in one range; and missing values and special codes, each for
 * itself. Where nothing of the column itself is relevant, having any value may be. O(slots · classes).
 */
export function relevantRanges(given: Counts, options: RangeOptions): SlotRange[] {
  const { column } = given
  const bins = column.bins.length
  const own = !options.sharp ? [] : hasCuts(column) ? intervals(given, options) : levels(given, options)
  const asides: SlotRange[] = [
    { form: 'missing', slots: [bins] },
    ...(hasCuts(column) ? column.special.map((_, i): SlotRange => ({ form: 'special', slots: [bins + 1 + i] })) : []),
  ]
  const relevantAsides = asides.filter((range) => asideHolds(given, range, options))
  const ranges = [...own, ...relevantAsides].filter((range) => rowsIn(given, range.slots) >= options.enough)
  if (own.length > 0 || rowsIn(given, [bins]) === 0) return ranges
  const known = Array.from({ length: given.counts.length / classCount(given) }, (_, slot) => slot)
  const having: SlotRange = { form: 'given', slots: known.filter((slot) => slot !== bins) }
  return rowsIn(given, having.slots) >= options.enough && asideHolds(given, having, options)
    ? [...ranges, having]
    : ranges
}

/** Rows of a range and how many are of the goal class. */
export function countGoal(
  { counts, totals }: Omit<Counts, 'column'>,
  slots: readonly number[],
  goal: number,
): GoalCount {
  const width = totals.classes.length
  let rows = 0
  let goalRows = 0
  for (const slot of slots) {
    for (let c = 0; c < width; c++) rows += counts[slot * width + c]
    goalRows += counts[slot * width + goal]
  }
  return { rows, goalRows, rate: rows === 0 ? 0 : goalRows / rows }
}

/** Chance of at least as many rows of the goal in so many rows drawn without looking: Fisher's exact test, one-sided. */
export function chanceOf({ rows, goalRows }: GoalCount, totals: Totals, goal: number): number {
  return hypergeometricTail(goalRows, { all: totals.all, marked: totals.classes[goal], drawn: rows })
}

/** The rows of a table of counts that has one entry per slot and class. */
export function totalsOf(counts: Float64Array, width: number): Totals {
  const classes = new Float64Array(width)
  for (let at = 0; at < counts.length; at++) classes[at % width] += counts[at]
  return { all: classes.reduce((sum, count) => sum + count, 0), classes }
}

const classCount = ({ totals }: Counts): number => totals.classes.length

function rowsIn(given: Counts, slots: readonly number[]): number {
  return countGoal(given, slots, 0).rows
}

function intervals(given: Counts, options: RangeOptions): SlotRange[] {
  const bins = given.column.bins.length
  const runs: number[][] = []
  let open = false
  let empty: number[] = []
  for (let slot = 0; slot < bins; slot++) {
    // A bin without rows says nothing: it joins what is relevant on both of its sides.
    if (rowsIn(given, [slot]) === 0) {
      empty.push(slot)
      continue
    }
    const relevant = holds(given, [slot], options)
    if (relevant && open) runs[runs.length - 1].push(...empty, slot)
    else if (relevant) runs.push([slot])
    open = relevant
    empty = []
  }
  return runs.map((slots) => ({ form: 'interval', slots }))
}

function levels(given: Counts, options: RangeOptions): SlotRange[] {
  const slots = given.column.bins
    .map((_, slot) => slot)
    .filter((slot) => rowsIn(given, [slot]) >= options.enough && holds(given, [slot], options))
  return slots.length === 0 ? [] : [{ form: 'levels', slots }]
}

function asideHolds(given: Counts, { slots }: SlotRange, options: RangeOptions): boolean {
  const { goal, asideLevel } = options
  return holds(given, slots, options) && chanceOf(countGoal(given, slots, goal), given.totals, goal) <= asideLevel
}

/** Whether a rule holds for slots taken together. */
function holds(given: Counts, slots: readonly number[], { goal, rule }: RangeOptions): boolean {
  const { totals } = given
  const counted = countGoal(given, slots, goal)
  if (!(counted.goalRows * totals.all > totals.classes[goal] * counted.rows)) return false
  if (rule === 'above') return true
  if (rule === 'lift') return chanceOf(counted, totals, goal) <= LEVEL
  return totals.classes.every(
    (_, other) => other === goal || countGoal(given, slots, other).goalRows < counted.goalRows,
  )
}
