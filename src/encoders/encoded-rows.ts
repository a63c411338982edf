import { binCount, type Encoder, type EncoderField } from './encoder.ts'

/** Encoded rows in full: output j of row i is `values[i * columns + j]`. */
export interface DenseRows {
  /** how many rows there are */
  readonly rows: number
  /** outputs of the encoder */
  readonly columns: number
  /** row after row: output j of row i stands at `i * columns + j` */
  readonly values: Float32Array
}

/**
 * Encoded rows by their entries: row i has `width` of them, from `i * width` on. Entry e adds `weights[e]` to output
 * `indices[e]`; one of weight 0 only fills up the row.
 *
 * Two short forms take less memory. Where `weights` is null, every weight is 1. With `pairs`, an entry stands for two:
 * 1 − weight to its output and weight to the next one. Models take all three.
 */
export interface SparseRows {
  /** how many rows there are */
  readonly rows: number
  /** outputs of the encoder */
  readonly columns: number
  /** entries of each row */
  readonly width: number
  /** the output of each entry */
  readonly indices: Uint16Array | Uint32Array
  /** what each entry adds to its output; null where all add 1 */
  readonly weights: Float32Array | null
  /** whether an entry stands for two neighbouring outputs */
  readonly pairs: boolean
}

/** Entries that a row of the field takes. */
export function fieldWidth(field: EncoderField, pairs: boolean): number {
  if (field.outputs.length === 0) return 0
  if (field.form === 'knots') return pairs ? 1 : 2
  if (field.form === 'steps') return Math.max(1, binCount(field) - 1)
  return field.form === 'ramps' ? binCount(field) : 1
}

/** Which short form all fields allow. */
export function shortForm({ fields }: Encoder): 'ones' | 'pairs' | null {
  const whole = (field: EncoderField): boolean => !field.dropFirst && lightsAlways(field)
  if (fields.every((field) => field.form === 'one-hot' && whole(field))) return 'ones'
  const pairs = fields.every((field) => (field.form === 'one-hot' || field.form === 'knots') && whole(field))
  return pairs ? 'pairs' : null
}

/** Whether every value lights an output: no slot of its own without one. */
function lightsAlways(field: EncoderField): boolean {
  const rules = 'special' in field ? [field.missing, ...field.special] : [field.missing]
  return rules.every(({ policy }, i) => policy !== 'own' || field.asides[i] >= 0)
}
