import { cutBetween } from '../discretizers/cut-between.ts'
import { toNumbers } from '../summaries/exact.ts'
import type { Closed, LabelValues, NumberValues } from '../types.ts'
import { sortedOrder } from '../util/sort.ts'
import type { GrowRows } from './grow-rows.ts'
import { isNumbers, slotsOf } from './tree-columns.ts'
import type { TreeColumn, TreeNumbers } from './tree.ts'

/**
 * A column of numbers as a search for one cut sees it: values that no cut may part have one code, codes rise with the
 * values, and the code after the last one means missing. `order` has the rows by code; the rows of a node are one stretch
 * of it, which is rearranged as the tree grows.
 */
export interface CutFeature {
  readonly kind: 'cuts'
  readonly column: number
  readonly closed: Closed
  readonly codes: Uint32Array
  readonly size: number
  readonly order: Uint32Array
  readonly hasMissing: boolean
  /** smallest and largest value of each code */
  readonly low: Float64Array
  readonly high: Float64Array
  /** whether a cut lies just above the code below it, or midway to the next value at the node */
  readonly once: boolean
}

/** A column with one branch per bin or group: a code per branch, and one more for what is missing. */
export interface GroupFeature {
  readonly kind: 'groups'
  readonly column: number
  readonly codes: Uint32Array
  readonly size: number
}

export type Feature = CutFeature | GroupFeature

/** The cut that parts neighbouring codes at a node. */
export function cutOf({ low, high, once, closed }: CutFeature, below: number, above: number): number {
  return cutBetween(high[below], low[once ? below + 1 : above], closed)
}

/** One branch per bin, special code or group. O(rows). */
export function groupFeature(
  index: number,
  column: TreeColumn,
  values: NumberValues | LabelValues,
  rows: GrowRows,
): GroupFeature {
  const slots = slotsOf(column, values)
  const bins = column.labels.length
  const size = bins + (isNumbers(column) ? column.special.length : 0)
  const codes = new Uint32Array(rows.count)
  for (let i = 0; i < rows.count; i++) {
    const slot = slots[rows.rowIds[i]]
    codes[i] = slot < bins ? slot : slot === bins ? size : slot - 1
  }
  return { kind: 'groups', column: index, codes, size }
}

/**
 * All cuts of a column. Cuts found once lie between neighbouring values unless both hold one and the same class, as the
 * method `binary` makes them. −∞ and +∞ count with the lowest and highest finite value. Sorts once, O(rows).
 */
export function cutFeature(
  index: number,
  column: TreeNumbers,
  given: NumberValues,
  rows: GrowRows,
  once: boolean,
): CutFeature {
  const numbers = toNumbers(given, given.length)
  const aside = new Set([...column.missing, ...column.special])
  const values = new Float64Array(rows.count)
  const known = new Uint32Array(rows.count)
  const infinite: number[] = []
  const codes = new Uint32Array(rows.count)
  const MISSING = 0xffffffff
  let finite = 0
  for (let i = 0; i < rows.count; i++) {
    const x = numbers[rows.rowIds[i]] + 0 // −0 + 0 is 0
    codes[i] = MISSING
    if (Number.isNaN(x) || (aside.size > 0 && aside.has(x))) continue
    if (x === Infinity || x === -Infinity) infinite.push(i)
    else {
      values[finite] = x
      known[finite++] = i
    }
  }
  const sorted = sortedOrder(values.subarray(0, finite))
  const low = new Float64Array(finite)
  let size = 0
  let last = Number.NaN
  for (const at of sorted) {
    if (values[at] !== last) low[size++] = last = values[at]
    codes[known[at]] = size - 1
  }
  for (const i of infinite) codes[i] = numbers[rows.rowIds[i]] > 0 ? Math.max(0, size - 1) : 0
  if (size === 0 && infinite.length > 0) size = 1
  const ranks = { size, low: low.slice(0, size), high: low.slice(0, size) }
  const joined = once ? joinRuns(ranks, codes, rows) : ranks
  for (let i = 0; i < rows.count; i++) if (codes[i] === MISSING) codes[i] = joined.size
  const order = orderByCode(codes, joined.size)
  const hasMissing = finite + infinite.length < rows.count
  return { kind: 'cuts', column: index, closed: column.closed, codes, order, hasMissing, once, ...joined }
}

interface Ranks {
  readonly size: number
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Gives neighbouring values that hold one and the same class one code. Codes are changed in place. */
function joinRuns({ size, low, high }: Ranks, codes: Uint32Array, rows: GrowRows): Ranks {
  const MIXED = rows.classCount
  const only = new Uint32Array(size).fill(MIXED + 1)
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]
    if (code >= size) continue
    const label = rows.classes[i]
    only[code] = only[code] > MIXED || only[code] === label ? label : MIXED
  }
  const blockOf = new Uint32Array(size)
  let blocks = 0
  for (let code = 0; code < size; code++) {
    if (code === 0 || only[code] === MIXED || only[code] !== only[code - 1]) low[blocks++] = low[code]
    high[blocks - 1] = high[code]
    blockOf[code] = blocks - 1
  }
  for (let i = 0; i < codes.length; i++) if (codes[i] < size) codes[i] = blockOf[codes[i]]
  return { size: blocks, low: low.slice(0, blocks), high: high.slice(0, blocks) }
}

/** The rows by code, rows of one code in their order. O(rows + codes). */
function orderByCode(codes: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 2)
  for (let i = 0; i < codes.length; i++) starts[codes[i] + 1]++
  for (let code = 1; code < starts.length; code++) starts[code] += starts[code - 1]
  const order = new Uint32Array(codes.length)
  for (let i = 0; i < codes.length; i++) order[starts[codes[i]]++] = i
  return order
}
