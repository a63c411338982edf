import { cutBetween } from '../../discretizers/column-view.ts'
import type { Closed, LabelValues, NumberValues } from '../../types.ts'
import { readNumbers } from '../../util/data-value.ts'
import { sortedOrder } from '../../util/sort.ts'
import { classOf, type GrowRows, packRow } from './grow-rows.ts'
import { isNumbers, slotsOf } from '../tree-columns.ts'
import type { TreeColumn, TreeNumbers } from '../tree.ts'

/**
 * A column of numbers as a search for one cut sees it: values that no cut may part have one code, codes rise with the
 * values, and the code after the last one means missing. `entries` and `codes` have the rows in the order of their codes;
 * the rows of a node are one part of them, which is rearranged as the tree grows. An entry is a row with its class
 * (see `packRow`), so that a search reads straight on and never jumps.
 */
export interface CutFeature {
  readonly kind: 'cuts'
  readonly column: number
  readonly closed: Closed
  readonly entries: Uint32Array
  readonly codes: Uint32Array
  readonly size: number
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
  const slots = slotsOf('growTree', column, values)
  const bins = column.labels.length
  const size = bins + (isNumbers(column) ? column.special.length : 0)
  const codes = new Uint32Array(rows.count)
  for (let i = 0; i < rows.count; i++) {
    const slot = slots[rows.rowIds[i]]
    codes[i] = slot < bins ? slot : slot === bins ? size : slot - 1
  }
  return { kind: 'groups', column: index, codes, size }
}

/** Rows of a column, by weight: those with a known value, and those that are alone in their branch. */
export interface Alone {
  readonly known: number
  readonly alone: number
}

/** Whether most rows would be alone in their branch, which tells them apart and tells nothing: null if not. O(rows). */
export function mostlyAlone({ codes, size }: GroupFeature, { weights, unit }: GrowRows): Alone | null {
  const counts = new Float64Array(size + 1)
  for (let i = 0; i < codes.length; i++) counts[codes[i]] += weights === null ? 1 : weights[i] / unit
  let [alone, known] = [0, 0]
  for (let code = 0; code < size; code++) {
    known += counts[code]
    if (Math.round(counts[code]) <= 1) alone += counts[code]
  }
  return alone * 2 > known ? { known: Math.round(known), alone: Math.round(alone) } : null
}

/**
 * All cuts of a column. Cuts found once lie between neighbouring values unless both hold one and the same class, as the
 * method `binary` makes them. −∞ and +∞ count with the lowest and highest finite value. Sorts once, O(rows).
 */
export function cutFeature(
  column: TreeNumbers,
  given: NumberValues,
  rows: GrowRows,
  { index, once }: { readonly index: number; readonly once: boolean },
): CutFeature {
  const numbers = readNumbers(given, { where: 'growTree', column: column.name })
  const aside = new Set([...column.missing, ...column.special])
  const values = new Float64Array(rows.count)
  const own = new Uint32Array(rows.count)
  const [lowest, highest, missing]: number[][] = [[], [], []]
  let finite = 0
  for (let i = 0; i < rows.count; i++) {
    const x = numbers[rows.rowIds[i]] + 0 // −0 + 0 is 0
    if (Number.isNaN(x) || (aside.size > 0 && aside.has(x))) missing.push(i)
    else if (x === -Infinity) lowest.push(i)
    else if (x === Infinity) highest.push(i)
    else {
      values[finite] = x
      own[finite++] = i
    }
  }
  const entries = new Uint32Array(rows.count)
  const codes = new Uint32Array(rows.count)
  const append = (list: readonly number[], from: number, code: number): void => {
    for (const [i, row] of list.entries()) {
      entries[from + i] = packRow(rows, row)
      codes[from + i] = code
    }
  }
  const known = finite === rows.count ? null : own.subarray(0, finite)
  const low = rankRows(values.subarray(0, finite), known, rows, {
    entries: entries.subarray(lowest.length),
    codes: codes.subarray(lowest.length),
  })
  append(lowest, 0, 0)
  append(highest, lowest.length + finite, Math.max(0, low.length - 1))
  const at = lowest.length + finite + highest.length
  const size = Math.max(low.length, at > 0 ? 1 : 0)
  const ranks = { size, low, high: low.slice() }
  const joined = once ? joinRuns(ranks, entries, codes.subarray(0, at), rows) : ranks
  append(missing, at, joined.size)
  const hasMissing = missing.length > 0
  return { kind: 'cuts', column: index, closed: column.closed, entries, codes, hasMissing, once, ...joined }
}

/** Puts rows and the ranks of their values in order; the distinct values. `known`: the rows; null where they are all. */
function rankRows(
  values: Float64Array,
  known: Uint32Array | null,
  rows: GrowRows,
  { entries, codes }: Pick<CutFeature, 'entries' | 'codes'>,
): Float64Array {
  const { bits, classes } = rows
  const order = sortedOrder(values)
  const low = new Float64Array(values.length)
  let size = 0
  let last = Number.NaN
  for (let i = 0; i < order.length; i++) {
    const from = order[i]
    const value = values[from]
    if (value !== last) {
      last = value
      low[size++] = value
    }
    const row = known === null ? from : known[from]
    entries[i] = bits === 0 ? row : (row << bits) | classes[row]
    codes[i] = size - 1
  }
  return low.slice(0, size)
}

interface Ranks {
  readonly size: number
  readonly low: Float64Array
  readonly high: Float64Array
}

/** Gives neighbouring values that hold one and the same class one code. Codes, in rising order, are changed in place. */
function joinRuns({ size, low, high }: Ranks, entries: Uint32Array, codes: Uint32Array, rows: GrowRows): Ranks {
  const MIXED = -1
  let [blocks, before, i] = [0, MIXED, 0]
  for (let code = 0; code < size; code++) {
    const from = i
    let only = classOf(rows, entries[i])
    for (; i < codes.length && codes[i] === code; i++) if (classOf(rows, entries[i]) !== only) only = MIXED
    if (code === 0 || only === MIXED || only !== before) low[blocks++] = low[code]
    high[blocks - 1] = high[code]
    codes.fill(blocks - 1, from, i)
    before = only
  }
  return { size: blocks, low: low.slice(0, blocks), high: high.slice(0, blocks) }
}
