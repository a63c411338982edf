import { type Column, hasCuts } from '../binning/binning.ts'
import { type Judge, sumSlots, type Tally } from './check/judge.ts'
import type { RangeForm, RelevanceRule } from './findings.ts'

/** The chance of a false finding that is accepted. */
export const LEVEL = 0.05

/** A range as slots of a column. */
export interface SlotRange {
  readonly form: RangeForm['form']
  readonly slots: readonly number[]
}

/** A column with a tally and the number of rows of each slot, and the tally of all rows. */
export interface Counts {
  readonly column: Column
  readonly counts: Float64Array
  readonly rows: Float64Array
  readonly all: Tally
}

export interface RangeOptions {
  readonly judge: Judge
  /** `above`: the goal leads, by however little */
  readonly rule: RelevanceRule | 'above'
  /** least rows of a range */
  readonly enough: number
  /** whether bins and levels are looked at; missing and special values always are */
  readonly sharp: boolean
  /** level of the test that missing and special values have to pass */
  readonly asideLevel: number
}

/**
 * The ranges of a column that are relevant to a goal (Menzies 2016): bins in which the rule holds, neighbours fused into
 * one range; levels in which it holds, all of a column in one range; and missing values and special codes, each for
 * itself. Where nothing of the column itself is relevant, having any value may be. O(slots · channels).
 */
export function relevantRanges(given: Counts, options: RangeOptions): SlotRange[] {
  const { column, rows } = given
  const bins = column.bins.length
  const own = !options.sharp ? [] : hasCuts(column) ? intervals(given, options) : levels(given, options)
  const asides: SlotRange[] = [
    { form: 'missing', slots: [bins] },
    ...(hasCuts(column) ? column.special.map((_, i): SlotRange => ({ form: 'special', slots: [bins + 1 + i] })) : []),
  ]
  const relevantAsides = asides.filter((range) => asideHolds(given, range, options))
  const ranges = [...own, ...relevantAsides].filter((range) => rowsIn(given, range.slots) >= options.enough)
  if (own.length > 0 || rows[bins] === 0) return ranges
  const known = Array.from(rows.keys())
  const having: SlotRange = { form: 'given', slots: known.filter((slot) => slot !== bins) }
  return rowsIn(given, having.slots) >= options.enough && asideHolds(given, having, options)
    ? [...ranges, having]
    : ranges
}

/** The tally of a range. */
export function insideOf({ counts, all }: Pick<Counts, 'counts' | 'all'>, slots: readonly number[]): Tally {
  return sumSlots(counts, slots, all.length)
}

function rowsIn({ rows }: Counts, slots: readonly number[]): number {
  return slots.reduce((sum, slot) => sum + rows[slot], 0)
}

function intervals(given: Counts, options: RangeOptions): SlotRange[] {
  const bins = given.column.bins.length
  const runs: number[][] = []
  let open = false
  let empty: number[] = []
  for (let slot = 0; slot < bins; slot++) {
    // A bin without rows says nothing: it joins what is relevant on both of its sides.
    if (given.rows[slot] === 0) {
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
    .filter((slot) => given.rows[slot] >= options.enough && holds(given, [slot], options))
  return slots.length === 0 ? [] : [{ form: 'levels', slots }]
}

function asideHolds(given: Counts, { slots }: SlotRange, options: RangeOptions): boolean {
  const { judge, asideLevel } = options
  return holds(given, slots, options) && judge.chance(insideOf(given, slots), given.all) <= asideLevel
}

/** Whether a rule holds for slots taken together. */
function holds(given: Counts, slots: readonly number[], { judge, rule }: RangeOptions): boolean {
  const inside = insideOf(given, slots)
  if (!(judge.lead(inside, given.all) > 0)) return false
  if (rule === 'above') return true
  return rule === 'lift' ? judge.chance(inside, given.all) <= LEVEL : judge.mostFrequent(inside)
}
