import type { DataError } from '../errors.ts'
import type { LabelValues, NumberValues, Proposal } from '../types.ts'
import { bisectRight } from '../util/bisect.ts'
import { nextUp } from '../util/numbers/doubles.ts'
import { show } from '../util/check.ts'
import { labelOf, LABEL_WORDS, readNumbers, refusedValue } from '../util/data-value.ts'
import { assignMany, MANY_VALUES } from './assign-many.ts'
import {
  type CategoryBin,
  type CategoryColumn,
  type Column,
  hasCuts,
  type NumberColumn,
  type PolicyName,
} from './binning.ts'

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
  const many = typeof given === 'object' && typeof (given as ArrayLike<unknown> | null)?.length === 'number'
  const values = (many ? given : [given]) as NumberValues
  const slots = hasCuts(column) ? assignNumbers(column, values) : assignLevels(column, values)
  return many ? slots : slots[0]
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
  { cuts: given, closed }: Pick<Proposal, 'cuts' | 'closed'>,
  values: NumberValues,
  missing: number = given.length + 1,
): Int32Array {
  // Above a cut is at or above the next double.
  const cuts = Float64Array.from(closed === 'left' ? given : given.map(nextUp))
  const numbers = readNumbers(values, { where: 'assign' })
  const slots = new Int32Array(numbers.length)
  if (numbers.length >= MANY_VALUES && cuts.length > 0) assignMany(numbers, cuts, missing, slots)
  else numbers.forEach((value, row) => (slots[row] = Number.isNaN(value) ? missing : bisectRight(cuts, value)))
  return slots
}

/** The slots of levels; a level that a policy refuses is an error that names column and row. */
export function assignLevels(column: LevelRules, levels: LabelValues): Int32Array {
  const slotOf = new Map(column.bins.flatMap((bin, i) => bin.levels.map((level) => [level, i])))
  const missing = policySlot(column.missing, column.bins.length)
  const slots = new Int32Array(levels.length)
  for (let row = 0; row < slots.length; row++) {
    const text = labelOf(levels[row])
    if (text === undefined)
      throw refusedValue(levels[row], { where: 'assign', column: column.name, row, expected: LABEL_WORDS })
    slots[row] = (text === null ? undefined : slotOf.get(text)) ?? missing
    if (slots[row] < 0) throw refusal(column.name, levels[row], row)
  }
  return slots
}

function refusal(column: string, value: unknown, row: number): DataError {
  return refusedValue(value, { where: 'assign', column, row, expected: 'what its policy allows' })
}
