import type { LabelValues, NumberValues } from '../types.ts'
import { binCount, type EncoderField } from './encoder.ts'
import { fieldWidth, type SparseRows } from './encoded-rows.ts'
import { slotsOf, standIns } from './field-source.ts'

/** Where the entries of a field go: the rows, the first of its entries in a row, and the number of its first output. */
export interface FieldEntries {
  readonly into: SparseRows
  readonly entry: number
  readonly output: number
}

/** Largest finite number of single precision. */
export const LARGEST = 3.4028234663852886e38

/** Writes the entries of a field, for every value of its column. O(values), times k for `steps` and `ramps`. */
export function encodeField(field: EncoderField, values: NumberValues | LabelValues, entries: FieldEntries): void {
  const numbered = field.form === 'knots' || field.form === 'ramps'
  encodeSlots(field, slotsOf(field, values), numbered ? (values as NumberValues) : null, entries)
}

/** A field to write, the slots of its values, and the numbers that `knots` and `ramps` need. */
interface FieldRows extends FieldEntries {
  readonly field: EncoderField
  readonly slots: Int32Array
  readonly numbers: Float64Array
}

/** The same for values whose slots are known; `knots` and `ramps` need the numbers too. */
export function encodeSlots(
  field: EncoderField,
  slots: Int32Array,
  values: NumberValues | null,
  entries: FieldEntries,
): void {
  if (field.outputs.length === 0) return
  if (field.form === 'value') return writeValues(field, slots, entries)
  if (field.form === 'one-hot') return writeOnes(field, slots, entries)
  if (field.form === 'steps') return writeSteps(field, slots, entries)
  const rows = { field, slots, numbers: standIns(field, values!), ...entries }
  return field.form === 'ramps' ? writeRamps(rows) : writeKnots(rows)
}

function writeValues({ values }: EncoderField, slots: Int32Array, { into, entry, output }: FieldEntries): void {
  const { width, indices, weights } = into
  const table = Float32Array.from(values!)
  for (let row = 0, at = entry; row < slots.length; row++, at += width) {
    indices[at] = output
    weights![at] = table[slots[row]]
  }
}

/** By slot, the output it lights; those without one have the weight 0. */
function lights(field: EncoderField, output: number): { outputs: Int32Array; lit: Float32Array } {
  const first = field.dropFirst ? 1 : 0
  const bins = Array.from({ length: binCount(field) }, (_, i) => i - first)
  const own = [...bins, ...field.asides]
  return {
    outputs: Int32Array.from(own, (at) => output + Math.max(0, at)),
    lit: Float32Array.from(own, (at) => (at < 0 ? 0 : 1)),
  }
}

function writeOnes(field: EncoderField, slots: Int32Array, { into, entry, output }: FieldEntries): void {
  const { width, indices, weights, pairs } = into
  const { outputs, lit } = lights(field, output)
  for (let row = 0, at = entry; row < slots.length; row++, at += width) {
    indices[at] = outputs[slots[row]]
    if (weights !== null) weights[at] = pairs ? 0 : lit[slots[row]]
  }
}

function writeSteps(field: EncoderField, slots: Int32Array, { into, entry, output }: FieldEntries): void {
  const { width, indices, weights } = into
  const bins = binCount(field)
  const own = fieldWidth(field, false)
  const { outputs, lit } = lights(field, output)
  for (let row = 0, at = entry; row < slots.length; row++, at += width) {
    const slot = slots[row]
    const below = slot < bins ? slot : 0
    for (let j = 0; j < own; j++) {
      indices[at + j] = output + (bins > 1 ? j : 0)
      weights![at + j] = j < below ? 1 : 0
    }
    if (slot >= bins) {
      indices[at] = outputs[slot]
      weights![at] = lit[slot]
    }
  }
}

/** The k + 1 ends of the k bins of a field. */
function edgesOf(field: EncoderField): Float64Array {
  const [min, max] = field.ends!
  return Float64Array.from([min, ...(field as { readonly cuts: readonly number[] }).cuts, max])
}

/** Where a value lies between two ends, from 0 to 1; both are halved first where a difference would overflow. 0 without a width. */
export function passed(value: number, from: number, to: number): number {
  if (!(to > from)) return 0
  const [gone, width] = [value - from, to - from]
  // Always halving would make nothing of the width between the smallest numbers.
  return Number.isFinite(gone) && width < Infinity ? gone / width : (value / 2 - from / 2) / (to / 2 - from / 2)
}

function writeRamps({ field, slots, numbers, into, entry, output }: FieldRows): void {
  const { width, indices, weights } = into
  const edges = edgesOf(field)
  const bins = edges.length - 1
  const { outputs, lit } = lights(field, output)
  const [start, end] = [edges[0], edges[bins]]
  for (let row = 0, at = entry; row < slots.length; row++, at += width) {
    const slot = slots[row]
    for (let j = 0; j < bins; j++) {
      indices[at + j] = output + j
      weights![at + j] = j < slot && slot < bins ? 1 : 0
    }
    if (slot >= bins) {
      indices[at] = outputs[slot]
      weights![at] = lit[slot]
      continue
    }
    const given = numbers[row]
    const value = given === Infinity ? end : given === -Infinity ? start : given
    const [from, to] = [edges[slot], edges[slot + 1]]
    weights![at + slot] =
      to > from ? Math.max(-LARGEST, Math.min(LARGEST, passed(value, from, to))) : value < to ? 0 : 1
  }
}

/** An entry for the lower end of the bin of a value and one for the upper, or in pairs one that stands for both. */
function writeKnots({ field, slots, numbers, into, entry, output }: FieldRows): void {
  const { width, indices, weights, pairs } = into
  const edges = edgesOf(field)
  const bins = edges.length - 1
  const { outputs, lit } = lights(field, output)
  const first = field.dropFirst ? 1 : 0
  for (let row = 0, at = entry; row < slots.length; row++, at += width) {
    const slot = slots[row]
    const upper = slot < bins ? clamped(passed(numbers[row], edges[slot], edges[slot + 1])) : 0
    indices[at] = outputs[slot]
    if (pairs) weights![at] = upper
    else {
      indices[at + 1] = slot < bins ? output + slot + 1 - first : outputs[slot]
      weights![at] = (1 - upper) * lit[slot]
      weights![at + 1] = upper
    }
  }
}

function clamped(share: number): number {
  return share < 0 ? 0 : share < 1 ? share : 1
}
