import { encodeSlots } from '../encoders/encode-field.ts'
import type { EncoderField } from '../encoders/encoder.ts'
import { fieldWidth, type SparseRows } from '../encoders/rows.ts'

/** Writes the outputs of a field as fields of a line, for slots and, where the form asks for them, numbers. */
export class ColumnEncoder {
  readonly field: EncoderField
  /** by slot, what is written; null where it depends on the number too */
  readonly #bySlot: readonly string[] | null
  readonly #delimiter: string

  constructor(field: EncoderField, slots: number, delimiter: string) {
    this.field = field
    this.#delimiter = delimiter
    const numbered = field.form === 'knots' || field.form === 'ramps'
    this.#bySlot = numbered
      ? null
      : this.#encoded(
          Int32Array.from({ length: slots }, (_, slot) => slot),
          null,
        )
  }

  /** What is written in each of the rows that have these slots. */
  texts(slots: Int32Array, numbers: Float64Array | null): string[] {
    const bySlot = this.#bySlot
    return bySlot === null ? this.#encoded(slots, numbers) : Array.from(slots, (slot) => bySlot[slot])
  }

  #encoded(slots: Int32Array, numbers: Float64Array | null): string[] {
    const rows = slots.length
    const { length: columns } = this.field.outputs
    const width = fieldWidth(this.field, false)
    const indices = new Uint32Array(rows * width)
    const weights = new Float32Array(rows * width)
    const sparse: SparseRows = { rows, columns, width, indices, weights, pairs: false }
    encodeSlots(this.field, slots, numbers, { entry: 0, output: 0 }, sparse)
    const row = new Float64Array(columns)
    return Array.from(slots, (_, i) => {
      row.fill(0)
      for (let at = i * width; at < (i + 1) * width; at++) row[indices[at]] += weights[at]
      return Array.from(row, floatText).join(this.#delimiter)
    })
  }
}

/** Decimals tried one after the other, few first. */
const DECIMALS = [1e6, 1e7, 1e8, 1e9]

/** A number of single precision as a short text that reads back as the same one. */
export function floatText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  for (const scale of DECIMALS) {
    const short = Math.round(value * scale) / scale
    if (Math.fround(short) === value) return String(short)
  }
  // Nine digits tell all numbers of single precision apart.
  return String(Number(value.toPrecision(9)))
}
