import { dateNumbers } from '../../summaries/column-table.ts'
import type { LabelValues, NumberValues, Table } from '../../types.ts'
import { mayRepeat } from './may-repeat.ts'

/** Rows that are copies of each other are one unit. */
export interface RowUnits {
  /** number of units */
  readonly count: number
  /** the unit of every row; −1 for rows that do not count */
  readonly unitOf: Int32Array
  /** rows that repeat an earlier row of their unit */
  readonly repeated: number
}

/** Fewer different rows than this repeat by chance in any larger table. */
const FEWEST_DIFFERENT = 20
/** With so many different rows, that all occur an even number of times, or three or four times as often, is no chance. */
const FEWEST_MULTIPLES = 8
/** Part of the repeating rows that may have the same values with another target, if the others are to be copies. */
const MIXED = 0.1

/**
 * Which rows are copies: equal in every column that is looked at and in the target. Copies must not stand on both sides
 * of a check, nor count as evidence more than once. Columns of few values repeat by chance, though, and such rows
 * must not be taken for copies. They give themselves away: the same values then occur with different targets.
 *
 * 1. Where every different row occurs a multiple of k times, the table was copied k times: k equal rows are one unit.
 * 2. Where at most a tenth of the rows that repeat in all columns do so with different targets, equal rows are one unit.
 * 3. Otherwise, and where there are only few different rows, every row is a unit: null.
 *
 * O(rows · columns), less where columns have many values.
 */
export function rowUnits(
  table: Table,
  columns: readonly string[],
  outcome: Int32Array | Float64Array,
  counts: (row: number) => boolean,
): RowUnits | null {
  const rows = outcome.length
  const counted = new Uint32Array(rows)
  let all = 0
  for (let row = 0; row < rows; row++) if (counts(row)) counted[all++] = row
  let open = mayRepeat(
    counted.subarray(0, all),
    columns.map((name) => table[name]),
  )
  if (open.length === 0) return null
  let groups = new Int32Array(rows)
  for (const name of columns) {
    ;({ groups, open } = refine(groups, open, table[name]))
    if (open.length === 0) return null
  }
  const sameColumns = groups
  const { sizes, groups: equal, mixed } = withOutcome(sameColumns, open, outcome)
  const different = all - open.length + sizes.length
  const times = open.length < all ? 1 : sizes.reduce(greatestDivisor, 0)
  if (times > 1 && different >= FEWEST_MULTIPLES) return toUnits(rows, counts, equal, { open, times })
  if (different < FEWEST_DIFFERENT || mixed > MIXED * open.length) return null
  return toUnits(rows, counts, equal, { open, times: Infinity })
}

/** Splits groups by the values of one more column, and leaves out rows that are now alone. */
function refine(
  groups: Int32Array,
  open: readonly number[],
  given: NumberValues | LabelValues,
): { groups: Int32Array<ArrayBuffer>; open: number[] } {
  const values = dateNumbers(given) ?? given
  const codes = new Map<unknown, number>()
  const finer = new Map<number, number>()
  const sizes: number[] = []
  const next = new Int32Array(groups.length).fill(-1)
  // Group and code make one number below 2⁵³, as there are fewer than 2²⁶ of each in any table that fits in memory.
  for (const row of open) {
    const value = values[row] ?? Number.NaN
    let code = codes.get(value)
    if (code === undefined) codes.set(value, (code = codes.size))
    const key = groups[row] * 2 ** 26 + code
    let group = finer.get(key)
    if (group === undefined) finer.set(key, (group = sizes.push(0) - 1))
    sizes[group]++
    next[row] = group
  }
  return { groups: next, open: open.filter((row) => sizes[next[row]] > 1) }
}

/** Splits groups by the outcome too; and how many rows are in groups that have more than one outcome. */
function withOutcome(
  groups: Int32Array,
  open: readonly number[],
  outcome: Int32Array | Float64Array,
): { groups: Int32Array; sizes: number[]; mixed: number } {
  const equal = new Int32Array(groups.length).fill(-1)
  const sizes: number[] = []
  const groupOf = new Map<number, Map<number, number>>()
  for (const row of open) {
    let byOutcome = groupOf.get(groups[row])
    if (byOutcome === undefined) groupOf.set(groups[row], (byOutcome = new Map()))
    let group = byOutcome.get(outcome[row])
    if (group === undefined) byOutcome.set(outcome[row], (group = sizes.push(0) - 1))
    sizes[group]++
    equal[row] = group
  }
  let mixed = 0
  for (const byOutcome of groupOf.values()) {
    if (byOutcome.size > 1) for (const group of byOutcome.values()) mixed += sizes[group]
  }
  return { groups: equal, sizes, mixed }
}

/** Numbers the units: up to `times` equal rows are one; rows that equal no other are their own. */
function toUnits(
  rows: number,
  counts: (row: number) => boolean,
  equal: Int32Array,
  { open, times }: { readonly open: readonly number[]; readonly times: number },
): RowUnits | null {
  const unitOf = new Int32Array(rows).fill(-1)
  const started = new Map<number, { unit: number; left: number }>()
  const repeats = new Uint8Array(rows)
  for (const row of open) repeats[row] = 1
  let count = 0
  let repeated = 0
  for (let row = 0; row < rows; row++) {
    if (!counts(row)) continue
    const same = repeats[row] === 1 ? started.get(equal[row]) : undefined
    if (same !== undefined && same.left > 0) {
      unitOf[row] = same.unit
      same.left--
      repeated++
      continue
    }
    unitOf[row] = count++
    if (repeats[row] === 1) started.set(equal[row], { unit: unitOf[row], left: times - 1 })
  }
  return repeated === 0 ? null : { count, unitOf, repeated }
}

function greatestDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}
