import { encodeSlots } from '../../encoders/encode-field.ts'
import { binCount, type EncoderField } from '../../encoders/encoder.ts'
import { fieldWidth, type SparseRows } from '../../encoders/encoded-rows.ts'

/** What a slot writes: entries whose outputs depend on the number, between outputs that never change. */
interface Line {
  readonly before: string
  /** entries of the row, in the order of their outputs, which are neighbours */
  readonly entries: readonly number[]
  readonly after: string
}

/** Writes the outputs of a field as fields of a line, for slots and, where the form asks for them, numbers. */
export class ColumnEncoder {
  readonly #field: EncoderField
  readonly #delimiter: string
  readonly #lines: readonly Line[]

  constructor(field: EncoderField, slots: number, delimiter: string) {
    this.#field = field
    this.#delimiter = delimiter
    this.#lines = Array.from({ length: slots }, (_, slot) => this.#lineOf(slot))
  }

  /** What is written in each of the rows that have these slots. */
  texts(slots: Int32Array, numbers: Float64Array | null): string[] {
    const field = this.#field
    if (field.form !== 'knots' && field.form !== 'ramps') return Array.from(slots, (slot) => this.#lines[slot].before)
    const { width, weights } = encoded(field, slots, numbers)
    return Array.from(slots, (slot, i) => {
      const { before, entries, after } = this.#lines[slot]
      let text = before
      for (let k = 0; k < entries.length; k++) {
        if (k > 0) text += this.#delimiter
        text += floatText(weights![i * width + entries[k]])
      }
      return text + after
    })
  }

  #lineOf(slot: number): Line {
    const field = this.#field
    const delimiter = this.#delimiter
    const first = field.dropFirst ? 1 : 0
    const changing =
      slot >= binCount(field) ? [] : field.form === 'knots' ? [0, 1] : field.form === 'ramps' ? [slot] : []
    // Any number will do for the outputs that do not change.
    const cells = inFull(encoded(field, Int32Array.of(slot), Float64Array.of(0))).map(floatText)
    const outputs = changing.map((entry) => (field.form === 'knots' ? slot - first + entry : entry))
    const entries = changing.filter((_, k) => outputs[k] >= 0)
    if (entries.length === 0) return { before: cells.join(delimiter), entries, after: '' }
    const start = outputs.find((output) => output >= 0)!
    return {
      before: cells
        .slice(0, start)
        .map((cell) => cell + delimiter)
        .join(''),
      entries,
      after: cells
        .slice(start + entries.length)
        .map((cell) => delimiter + cell)
        .join(''),
    }
  }
}

function encoded(field: EncoderField, slots: Int32Array, numbers: Float64Array | null): SparseRows {
  const { length: rows } = slots
  const width = fieldWidth(field, false)
  const indices = new Uint32Array(rows * width)
  const weights = new Float32Array(rows * width)
  const into = { rows, columns: field.outputs.length, width, indices, weights, pairs: false }
  encodeSlots(field, slots, numbers, { into, entry: 0, output: 0 })
  return into
}

function inFull({ columns, indices, weights }: SparseRows): number[] {
  const row = Array.from({ length: columns }, () => 0)
  indices.forEach((output, at) => (row[output] += weights![at]))
  return row
}

/** Decimals tried one after the other, few first. */
const DECIMALS = [1e6, 1e7, 1e8, 1e9]
/** The same for digits; nine tell all numbers of single precision apart. */
const DIGITS = [6, 7, 8, 9]

/** A number of single precision as the shortest text that reads back as the same one. */
export function floatText(value: number): string {
  if (value === 0) return '0'
  if (value === 1) return '1'
  // Most outputs lie between 0 and 1, where decimals are digits and quicker to find.
  for (const scale of Math.abs(value) < 1 ? DECIMALS : []) {
    const short = Math.round(value * scale) / scale
    if (Math.fround(short) === value) return String(short)
  }
  const short = DIGITS.map((digits) => Number(value.toPrecision(digits))).find((text) => Math.fround(text) === value)
  return String(short ?? value)
}
