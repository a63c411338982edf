import { cutBetween } from '../../discretizers/column-view.ts'
import type { NumberValues } from '../../types.ts'
import { numberOf, readNumbers } from '../../util/data-value.ts'
import { sortedOrder } from '../../util/sort.ts'
import type { RowOrder } from '../../wasm/row-order.ts'
import type { TreeNumbers } from '../tree.ts'
import type { CutFeature } from './features.ts'
import { beginsRun, classOf, type GrowRows, packRow, rowOf } from './grow-rows.ts'
import { SortedList } from './sorted-list.ts'

/** Rows in the order of their values, how many of them have one, and the smallest and largest value of each run. */
interface OrderedRuns {
  readonly entries: Uint32Array
  readonly known: number
  readonly low: Float64Array
  readonly high: Float64Array
}

/**
 * All cuts of a column. Cuts found once lie between neighbouring values unless both hold one and the same class, as the
 * method `binary` makes them. −∞ and +∞ count with the lowest and highest finite value. Sorts once, O(rows); faster where
 * `order`, made for the same rows, does it.
 */
export function cutFeature(
  column: TreeNumbers,
  given: NumberValues,
  rows: GrowRows,
  { index, once, order }: { readonly index: number; readonly once: boolean; readonly order: RowOrder | null },
): CutFeature {
  const values = order?.values ?? rows.scratch.doubles('values', rows.count)
  pickValues(column, given, rows, values)
  const { entries: sorted, known, low, high } = order?.order(once) ?? orderRuns(values, rows, once)
  const entries = rows.fast?.take() ?? new Uint32Array(rows.count)
  entries.set(sorted)
  const absent = known === rows.count ? null : new Uint8Array(rows.count)
  if (absent !== null) for (let i = known; i < entries.length; i++) absent[rowOf(rows, entries[i])] = 1
  const { closed } = column
  const starts = new SortedList(low.slice())
  return { kind: 'cuts', column: index, closed, entries, absent, low: starts, high: high.slice(), once, given }
}

/** Writes the values of the rows that count, NaN for those that are missing or special. */
function pickValues(column: TreeNumbers, given: NumberValues, { count, rowIds }: GrowRows, values: Float64Array): void {
  const numbers = readNumbers(given, { where: 'growTree', column: column.name })
  if (numbers.length === count) values.set(numbers)
  else for (let i = 0; i < count; i++) values[i] = numbers[rowIds[i]]
  const aside = new Set([...column.missing, ...column.special])
  if (aside.size > 0) for (let i = 0; i < count; i++) if (aside.has(values[i])) values[i] = Number.NaN
}

/** The plain way of `RowOrder`. */
export function orderRuns(values: Float64Array, rows: GrowRows, joins: boolean): OrderedRuns {
  const { scratch, count } = rows
  const finite = scratch.doubles('finite', count)
  const own = scratch.words('own', count)
  const [lowest, highest, missing]: number[][] = [[], [], []]
  let size = 0
  for (let i = 0; i < count; i++) {
    const x = values[i] + 0 // −0 + 0 is 0
    if (x - x === 0) {
      finite[size] = x
      own[size++] = i
    } else if (x === -Infinity) lowest.push(i)
    else if (x === Infinity) highest.push(i)
    else missing.push(i)
  }
  const entries = scratch.words('entries', count)
  const known = lowest.length + size + highest.length
  const append = (list: readonly number[], from: number): void => {
    for (const [i, row] of list.entries()) entries[from + i] = packRow(rows, row)
  }
  append(lowest, 0)
  append(highest, lowest.length + size)
  append(missing, known)
  const order = sortedOrder(finite.subarray(0, size))
  const low = scratch.doubles('low', size)
  let runs = 0
  for (let i = 0; i < size; i++) {
    const value = finite[order[i]]
    const begins = i > 0 && value !== low[runs - 1]
    if (i === 0 || begins) low[runs++] = value
    entries[lowest.length + i] = packRow(rows, own[order[i]]) | (begins ? 1 << rows.bits : 0)
  }
  const high = scratch.doubles('high', runs)
  high.set(low.subarray(0, runs))
  if (joins) runs = joinRuns(low, high, entries.subarray(0, known), rows)
  return { entries, known, low: low.subarray(0, runs), high: high.subarray(0, runs) }
}

/** Makes one run of neighbouring values that hold one and the same class, and answers how many runs are left. */
function joinRuns(low: Float64Array, high: Float64Array, entries: Uint32Array, rows: GrowRows): number {
  const MIXED = -1
  const size = high.length
  let [runs, before, i] = [0, MIXED, 0]
  for (let value = 0; value < size; value++) {
    const from = i
    let only = classOf(rows, entries[i])
    do if (classOf(rows, entries[i]) !== only) only = MIXED
    while (++i < entries.length && beginsRun(rows, entries[i]) === 0)
    if (value === 0 || only === MIXED || only !== before) low[runs++] = low[value]
    else entries[from] &= ~(1 << rows.bits)
    high[runs - 1] = high[value]
    before = only
  }
  return runs
}

/** The cut that parts the rows of a node at a place in their order, where a run begins. O(log rows). */
export function cutAt(feature: CutFeature, at: number, rows: GrowRows): number {
  const { entries, low, high, once, closed } = feature
  const below = runOf(feature, entries[at - 1], rows)
  const above = once ? below + 1 : runOf(feature, entries[at], rows)
  return cutBetween(high[below], low.values[above], closed)
}

/** The run of the column that a row with a value is in. */
function runOf({ given, low }: CutFeature, entry: number, rows: GrowRows): number {
  const value = numberOf(given[rows.rowIds[rowOf(rows, entry)]])!
  return Math.max(0, low.atMost(value) - 1)
}
