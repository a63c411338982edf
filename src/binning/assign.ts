import { DataError } from '../errors.ts'
import type { LabelValues, NumberValues, Proposal } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import { nextUp } from '../util/numbers/doubles.ts'
import { show } from '../util/check.ts'
import { labelOf, notALabel, notANumber, numberOf, readNumbers } from '../util/data-value.ts'
import { assignMany, MANY_VALUES } from './assign-many.ts'
import {
  type CategoryBin,
  type CategoryColumn,
  type Column,
  hasCuts,
  type NumberColumn,
  type PolicyName,
} from './binning.ts'

/** Up to here comparing with every cut is faster than bisection. */
const FEW_CUTS = 16

/**
 * The slot of a value, or of every value of an array: bins are 0 … k − 1, `missing` is k, special code j is k + 1 + j,
 * unless a policy sends them to a bin.
 *
 * This is where the closed end is defined. Closed on the left: slot = number of cuts ≤ x, so a value equal to a cut
 * belongs to the bin above. Closed on the right: slot = number of cuts < x.
 */
export function assign(column: NumberColumn, value: number | null | undefined): number
export function assign(column: NumberColumn, values: NumberValues): Int32Array
export function assign(column: CategoryColumn, level: string | number | boolean | null | undefined): number
export function assign(column: CategoryColumn, levels: Exclude<LabelValues, string>): Int32Array
export function assign(column: Column, given: unknown): number | Int32Array {
  if (!Array.isArray(column?.bins)) throw new TypeError(`assign: column must be a fitted column, got ${show(column)}`)
  const many = typeof given === 'object' && given !== null && typeof (given as ArrayLike<unknown>).length === 'number'
  if (hasCuts(column)) return many ? assignNumbers(column, given as NumberValues) : assignNumber(column, given)
  return many ? assignLevels(column, given as LabelValues) : assignLevels(column, [given as string])[0]
}

/** Which slot a missing value or a special code goes to. */
interface AsidePolicy {
  readonly policy: PolicyName
  readonly bin: number | null
}

/** What of a number column says where its values go. */
export interface NumberRules extends Pick<NumberColumn, 'name' | 'cuts' | 'closed'> {
  readonly missing: AsidePolicy & { readonly values: readonly number[] }
  readonly special: readonly (AsidePolicy & { readonly code: number })[]
}

/** What of a category column says where its levels go. */
export interface LevelRules {
  readonly name: string
  readonly bins: readonly Pick<CategoryBin, 'levels'>[]
  readonly missing: AsidePolicy
}

/** How many slots `assign` can answer: bins, missing, special codes. */
export function slotCount(column: Column): number {
  return column.bins.length + 1 + (hasCuts(column) ? column.special.length : 0)
}

/** The slot that stands for itself or the bin a policy sends it to; −1 for a refused value. */
function policySlot({ policy, bin }: AsidePolicy, own: number): number {
  return policy === 'error' ? -1 : (bin ?? own)
}

/** Slots of the numbers that are not simply between cuts. */
function exceptions(column: NumberRules): { missing: number; codes: Map<number, number> } {
  const k = column.cuts.length + 1
  const missing = policySlot(column.missing, k)
  const codes = new Map(column.missing.values.map((code) => [code, missing]))
  column.special.forEach((special, j) => codes.set(special.code, policySlot(special, k + 1 + j)))
  return { missing, codes }
}

function assignNumber(column: NumberColumn, given: unknown): number {
  if (numberOf(given) === undefined) throw notANumber(given, { where: 'assign', column: column.name })
  return assignNumbers(column, [given as number])[0]
}

/** The slots of numbers; a value that a policy refuses is an error that names column and row. */
export function assignNumbers(column: NumberRules, values: NumberValues, where = 'assign'): Int32Array {
  const { missing, codes } = exceptions(column)
  const numbers = readNumbers(values, { where, column: column.name })
  const slots = assignCuts(column, numbers, missing)
  if (codes.size > 0) {
    for (let row = 0; row < slots.length; row++) {
      const slot = codes.get(numbers[row]) // Map takes −0 for 0, as we do
      if (slot !== undefined) slots[row] = slot
    }
  }
  const refused = missing < 0 || codes.size > 0 ? slots.indexOf(-1) : -1
  if (refused >= 0) throw refusal(column.name, values[refused], refused)
  return slots
}

/**
 * The bins of values where nothing but cuts is known, such as from `findCuts`: 0 … k − 1, and k, unless told otherwise,
 * for missing values.
 */
export function assignCuts(
  { cuts: given, closed, name }: Pick<Proposal, 'cuts' | 'closed'> & { readonly name?: string },
  values: NumberValues,
  missing: number = given.length + 1,
): Int32Array {
  const cuts = Float64Array.from(given)
  const left = closed === 'left'
  const slots = new Int32Array(values.length)
  if (values instanceof Float64Array && values.length >= MANY_VALUES && cuts.length > 0) {
    // Above a cut is at or above the next double.
    assignMany(values, left ? cuts : cuts.map(nextUp), missing, slots)
    return slots
  }
  const few = cuts.length <= FEW_CUTS
  const numbers = readNumbers(values, { where: 'assign', column: name })
  for (let row = 0; row < slots.length; row++) {
    const value = numbers[row]
    if (Number.isNaN(value)) slots[row] = missing
    else if (few) {
      let slot = 0
      if (left) for (let i = 0; i < cuts.length; i++) slot += value >= cuts[i] ? 1 : 0
      else for (let i = 0; i < cuts.length; i++) slot += value > cuts[i] ? 1 : 0
      slots[row] = slot
    } else slots[row] = left ? bisectRight(cuts, value) : bisectLeft(cuts, value)
  }
  return slots
}

/** The slots of levels; a level that a policy refuses is an error that names column and row. */
export function assignLevels(column: LevelRules, levels: LabelValues): Int32Array {
  const slotOf = new Map(column.bins.flatMap((bin, i) => bin.levels.map((level) => [level, i])))
  const missing = policySlot(column.missing, column.bins.length)
  const slots = new Int32Array(levels.length)
  for (let row = 0; row < slots.length; row++) {
    const text = labelOf(levels[row])
    if (text === undefined) throw notALabel(levels[row], { where: 'assign', column: column.name, row })
    slots[row] = (text === null ? undefined : slotOf.get(text)) ?? missing
    if (slots[row] < 0) throw refusal(column.name, levels[row], row)
  }
  return slots
}

function refusal(column: string, value: unknown, row: number): DataError {
  const message = `assign: ${column} has ${show(value)} at row ${row}, and its policy is error`
  return new DataError(message, { column, row })
}
