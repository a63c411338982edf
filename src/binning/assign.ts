import { ArgumentError } from '../errors.ts'
import type { LabelValue, LabelValues, NumberValue, NumberValues, Proposal, ValuesGiven } from '../types.ts'
import { nextUp } from '../util/numbers/doubles.ts'
import { show } from '../util/check.ts'
import { labelOf, LABEL_WORDS, readNumbers, refusedValue, valuesOf } from '../util/data-value.ts'
import { assignMany, MANY_VALUES, slotOf } from './assign-many.ts'
import {
  type CategoryBin,
  type CategoryColumn,
  type Column,
  hasCuts,
  type NumberColumn,
  type PolicyName,
  type Unseen,
} from './binning.ts'

/**
 * The slot of a value, or of every value of an array: bins are 0 … k − 1, `missing` is k, special code j is k + 1 + j,
 * unless a policy sends them to a bin.
 *
 * This is where the closed end is defined. Closed on the left: slot = number of cuts ≤ x, so a value equal to a cut
 * belongs to the bin above. Closed on the right: slot = number of cuts < x.
 *
 *     const fitted = fit(ages, { target: bought })
 *     console.log(assign(fitted, 52), assign(fitted, [19, 52, null])) // → 1 Int32Array(3) [ 0, 1, 2 ]
 */
export function assign(column: NumberColumn, value: NumberValue): number
export function assign(column: NumberColumn, values: ValuesGiven<NumberValue>): Int32Array
export function assign(column: CategoryColumn, level: LabelValue): number
export function assign(column: CategoryColumn, levels: ValuesGiven<LabelValue>): Int32Array
export function assign(column: Column, given: unknown): number | Int32Array {
  if (!Array.isArray(column?.bins))
    throw new ArgumentError(`assign: column must be a fitted column, got ${show(column)}`, { code: 'wrong-type' })
  const many = Object(given) === given && !(given instanceof Date)
  const values = many ? valuesOf('assign', 'values', given as NumberValues) : ([given] as NumberValues)
  const slots = hasCuts(column) ? assignNumbers(column, values) : assignLevels(column, values)
  return many ? slots : slots[0]
}

/** What a column with the policy error should hold, in the words of messages. */
const ALLOWED = 'what its policy allows'

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
  /** of levels that were not seen; left out where they count as missing */
  readonly unseen?: Unseen | undefined
}

/**
 * How many slots `assign` can answer: bins, missing, special codes.
 *
 *     console.log(slotCount(column(binning, 'age'))) // → 3
 */
export function slotCount(column: Column): number {
  return column.bins.length + 1 + (hasCuts(column) ? column.special.length : 0)
}

/** The slot that stands for itself or the bin a policy sends it to; −1 for a refused value. */
function policySlot({ policy, bin }: AsidePolicy | Unseen, own: number): number {
  return policy === 'error' ? -1 : (bin ?? own)
}

/** The slots of numbers; a value that a policy refuses is an error that names column and row. */
export function assignNumbers(column: NumberRules, values: NumberValues, where = 'assign'): Int32Array {
  const k = column.cuts.length + 1
  const missing = policySlot(column.missing, k)
  // Slots of the numbers that are not simply between cuts.
  const codes = new Map(column.missing.values.map((code) => [code, missing]))
  column.special.forEach((special, j) => codes.set(special.code, policySlot(special, k + 1 + j)))
  const numbers = readNumbers(values, { where, column: column.name })
  const slots = assignCuts(column, numbers, missing)
  if (codes.size) {
    // Map takes −0 for 0, as we do.
    numbers.forEach((value, row) => (slots[row] = codes.get(value) ?? slots[row]))
  }
  const refused = missing < 0 || codes.size ? slots.indexOf(-1) : -1
  if (refused >= 0) throw refusedValue(values[refused], { where, column: column.name, row: refused, expected: ALLOWED })
  return slots
}

/**
 * The bins of values where nothing but cuts is known, such as from `findCuts`: 0 … k − 1, and k, unless told otherwise,
 * for missing values.
 *
 *     const { age } = findCuts({ age: ages, bought }, { target: 'bought' })
 *     console.log(assignCuts(age!, [19, 52, null])) // → Int32Array(3) [ 0, 1, 2 ]
 *
 * @param missing the slot of missing values; default the number of bins
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
  else for (let row = 0; row < slots.length; row++) slots[row] = slotOf(numbers[row], cuts, missing)
  return slots
}

/** The slots of missing values and of levels that were not seen; −1 where they are refused. */
export function asideSlots({ bins, missing: aside, unseen }: LevelRules): { missing: number; unseen: number } {
  const missing = policySlot(aside, bins.length)
  return { missing, unseen: policySlot(unseen ?? aside, missing) }
}

/** The slots of levels; a level that a policy refuses is an error that names column and row. */
export function assignLevels(column: LevelRules, levels: LabelValues): Int32Array {
  const binOf = new Map<string | null, number>(column.bins.flatMap((bin, i) => bin.levels.map((level) => [level, i])))
  const missing = policySlot(column.missing, column.bins.length)
  const unseen = policySlot(column.unseen ?? column.missing, missing)
  const slots = new Int32Array(levels.length)
  for (let row = 0; row < slots.length; row++) {
    const text = labelOf(levels[row])
    slots[row] = text === undefined ? -1 : (binOf.get(text) ?? (text ? unseen : missing))
    if (slots[row] < 0) {
      throw refusedValue(levels[row], {
        where: 'assign',
        column: column.name,
        row,
        expected: text === undefined ? LABEL_WORDS : ALLOWED,
      })
    }
  }
  return slots
}
