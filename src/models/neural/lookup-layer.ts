import { ArgumentError } from '../../errors.ts'
import type { SparseRows } from '../../encoders/encoded-rows.ts'
import type { NetShape } from './net.ts'

/** Entries whose embeddings make the inputs of a row; `field` says which field an entry belongs to. */
export interface Lookup {
  readonly rows: SparseRows
  readonly size: number
  /** numbers per row */
  readonly inputs: number
  readonly field: Uint32Array
}

/** Checks that rows are those of a net. */
export function lookupOf(rows: SparseRows, { fields, outputs, size }: NetShape): Lookup {
  const width = fields.reduce((sum, field) => sum + field.entries, 0)
  if (rows.pairs)
    throw new ArgumentError('neural: rows must be encoded without compact, got pairs', { code: 'wrong-type' })
  if (rows.columns !== outputs || rows.width !== width) {
    throw new ArgumentError(
      `neural: rows must have ${width} entries of ${outputs} outputs like the net, got ${rows.width} of ${rows.columns}`,
      { code: 'length-mismatch' },
    )
  }
  const field = Uint32Array.from(fields.flatMap(({ entries }, f) => Array<number>(entries).fill(f)))
  return { rows, size, inputs: fields.length * size, field }
}

/**
 * Looks up the inputs of some rows: of each field, the sum of the embeddings of its entries times their weights. With
 * one-hot rows that is the embedding of the bin, with local linear ones α·e_a + β·e_b. O(entries · size).
 */
export function lookUp(
  { rows, size, inputs, field }: Lookup,
  chosen: ArrayLike<number>,
  embeddings: Float64Array,
  into: Float64Array,
): void {
  const { width, indices, weights } = rows
  into.fill(0, 0, chosen.length * inputs)
  for (let i = 0; i < chosen.length; i++) {
    for (let e = 0, at = chosen[i] * width; e < width; e++, at++) {
      const weight = weights === null ? 1 : weights[at]
      if (weight === 0) continue
      const from = indices[at] * size
      const to = i * inputs + field[e] * size
      for (let k = 0; k < size; k++) into[to + k] += weight * embeddings[from + k]
    }
  }
}

/** The gradient of the embeddings in one step, and the outputs it is not 0 for, each once. */
export class EmbeddingGradient {
  readonly values: Float64Array
  readonly touched: Uint32Array
  count = 0
  readonly #seen: Uint8Array
  readonly #size: number

  constructor(outputs: number, size: number) {
    this.values = new Float64Array(outputs * size)
    this.touched = new Uint32Array(outputs)
    this.#seen = new Uint8Array(outputs)
    this.#size = size
  }

  touch(output: number): void {
    if (this.#seen[output] === 1) return
    this.#seen[output] = 1
    this.touched[this.count++] = output
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) {
      const output = this.touched[i]
      this.#seen[output] = 0
      this.values.fill(0, output * this.#size, (output + 1) * this.#size)
    }
    this.count = 0
  }
}

/** The way back: adds the gradient of inputs to that of the embeddings they came from. O(entries · size). */
export function addBack(
  { rows, size, inputs, field }: Lookup,
  chosen: ArrayLike<number>,
  slopes: Float64Array,
  into: EmbeddingGradient,
): void {
  const { values } = into
  const { width, indices, weights } = rows
  for (let i = 0; i < chosen.length; i++) {
    for (let e = 0, at = chosen[i] * width; e < width; e++, at++) {
      const weight = weights === null ? 1 : weights[at]
      if (weight === 0) continue
      into.touch(indices[at])
      const to = indices[at] * size
      const from = i * inputs + field[e] * size
      for (let k = 0; k < size; k++) values[to + k] += weight * slopes[from + k]
    }
  }
}
