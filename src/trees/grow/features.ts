import type { Closed, LabelValues, NumberValues } from '../../types.ts'
import type { GrowRows } from './grow-rows.ts'
import { isNumbers, slotsOf } from '../tree-columns.ts'
import type { TreeColumn } from '../tree.ts'
import type { SortedList } from './sorted-list.ts'

/**
 * A column of numbers as a search for one cut sees it: `entries` has the rows in the order of their values, those without
 * one last. The rows of a node are one part of them, which is rearranged as the tree grows. An entry is a row with its class
 * (see `packRow`), so that a search reads straight on and never jumps, and says where a run begins: values that no cut may
 * part are one run.
 */
export interface CutFeature {
  readonly kind: 'cuts'
  readonly column: number
  readonly closed: Closed
  readonly entries: Uint32Array
  /** for every row 1 where it has no value; null where all have one */
  readonly absent: Uint8Array | null
  /** smallest and largest value of each run of the whole column */
  readonly low: SortedList
  readonly high: Float64Array
  /** whether a cut lies just above the run below it, or midway to the next value at the node */
  readonly once: boolean
  /** the column as it was given */
  readonly given: NumberValues
}

/** A column with one branch per bin or group: a code per branch, and one more for what is missing. */
export interface GroupFeature {
  readonly kind: 'groups'
  readonly column: number
  readonly codes: Uint32Array
  readonly size: number
}

export type Feature = CutFeature | GroupFeature

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
