import { assign, assignNumbers, slotCount } from '../../binning/assign.ts'
import { assignMany, MANY_VALUES, stepTables } from '../../binning/assign-many.ts'
import { type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { assignCounted, type CountedRows, slotsBySteps } from '../../summaries/fast/bucket-slots.ts'
import type { LabelValues, NumberValues } from '../../types.ts'
import { nextUp } from '../../util/numbers/doubles.ts'

/** The slot of every row, as `assign` numbers them; in bytes where they are few, which are read faster. */
export type RowSlots = Int32Array | Uint8Array

/** Slots that a byte holds, with some room: a fast loop marks rows with the largest. */
const BYTE_SLOTS = 250

/** The slot of every row of a column; faster where it is known where each row was counted. O(rows). */
export function slotsOfRows(column: Column, values: NumberValues | LabelValues, counted?: CountedRows): RowSlots {
  if (!hasCuts(column)) return assign(column, values as readonly string[])
  if (values instanceof Float64Array && isPlain(column) && values.length >= MANY_VALUES)
    return byteSlots(column, values, counted)
  return assignNumbers(column, values as NumberValues, 'explain')
}

/** Whether slots follow from the cuts alone. */
function isPlain(column: NumberColumn): boolean {
  const { missing, special } = column
  if (missing.policy !== 'own' || missing.values.length > 0 || special.length > 0) return false
  return slotCount(column) <= BYTE_SLOTS
}

function byteSlots({ cuts, closed }: NumberColumn, values: Float64Array, counted?: CountedRows): Uint8Array {
  // Above a cut is at or above the next double.
  const least = Float64Array.from(closed === 'left' ? cuts : cuts.map(nextUp))
  const gone = cuts.length + 1
  if (counted !== undefined) return assignCounted(counted, least, gone)
  const slots = new Uint8Array(values.length)
  const plain = !mayHaveNaN(values)
  if (least.length === 0) {
    if (!plain) for (let row = 0; row < slots.length; row++) if (Number.isNaN(values[row])) slots[row] = gone
    return slots
  }
  // The fast loop is not made for NaN.
  const done = plain ? slotsBySteps(values, stepTables(values, least), slots) : 0
  if (done < values.length) assignMany(values.subarray(done), least, gone, slots.subarray(done))
  return slots
}

/** Whether a value may be NaN: then so is a sum, as it may be of infinities. Four sums, which need not wait for each other. */
function mayHaveNaN(values: Float64Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = values.length - (values.length % 4)
  for (let row = 0; row < whole; row += 4) {
    a += values[row]
    b += values[row + 1]
    c += values[row + 2]
    d += values[row + 3]
  }
  for (let row = whole; row < values.length; row++) a += values[row]
  return Number.isNaN(a + b + c + d)
}
