import type { Encoder } from '../../encoders/encoder.ts'
import { fieldWidth } from '../../encoders/encoded-rows.ts'
import { random } from '../../util/random.ts'

/** What of a row belongs to one field: so many entries, over so many outputs. */
export interface FieldSpan {
  /** entries of a row that belong to it */
  readonly entries: number
  /** outputs of the encoder that belong to it */
  readonly outputs: number
}

/** One layer: its weights stand from `weights` on, input by input, and its biases from `biases` on. */
export interface LayerShape {
  readonly inputs: number
  readonly outputs: number
  readonly weights: number
  readonly biases: number
}

/** The sizes of a net: an embedding per output, those of a field summed up, fields side by side, then layers. */
export interface NetShape {
  readonly fields: readonly FieldSpan[]
  /** outputs of the encoder, each with an embedding */
  readonly outputs: number
  /** numbers in an embedding */
  readonly size: number
  readonly layers: readonly LayerShape[]
  /** all parameters of layers */
  readonly layerParameters: number
}

/** The parameters of a net. Both are views of `all`. */
export interface Net {
  /** the sizes of its parts */
  readonly shape: NetShape
  /** every parameter in one array, as it is trained */
  readonly all: Float64Array
  /** embedding of output j from `j * size` on */
  readonly embeddings: Float64Array
  /** weights and biases of the layers, where `shape` says */
  readonly layers: Float64Array
}

/**
 * The fields of an encoder as `encodeSparse` writes them without `compact`.
 *
 *     // One column in two bins and a slot for missing: one entry per row, three outputs.
 *     console.log(fieldSpans(makeEncoder(binning, { encoding: oneHot }))) // → [ { entries: 1, outputs: 3 } ]
 */
export function fieldSpans({ fields }: Encoder): FieldSpan[] {
  return fields.map((field) => ({ entries: fieldWidth(field, false), outputs: field.outputs.length }))
}

/** The layout of all parameters. */
export function netShape(fields: readonly FieldSpan[], size: number, hidden: readonly number[]): NetShape {
  let at = 0
  let inputs = fields.length * size
  const layers = [...hidden, 1].map((outputs): LayerShape => {
    const layer = { inputs, outputs, weights: at, biases: at + inputs * outputs }
    at = layer.biases + outputs
    inputs = outputs
    return layer
  })
  const outputs = fields.reduce((sum, field) => sum + field.outputs, 0)
  return { fields, outputs, size, layers, layerParameters: at }
}

/** A net of zeros. */
export function emptyNet(shape: NetShape): Net {
  const embedded = shape.outputs * shape.size
  const all = new Float64Array(embedded + shape.layerParameters)
  return { shape, all, embeddings: all.subarray(0, embedded), layers: all.subarray(embedded) }
}

/** Spread of the numbers in an embedding at first: small, or what rare bins start from is never unlearned. */
const EMBEDDED = 0.05

/**
 * A net of random parameters: normal with a spread of √(2/inputs) in layers, so that signals keep their size through
 * ReLU (He et al. 2015); biases are 0. The same seed gives the same net everywhere. O(parameters).
 */
export function randomNet(shape: NetShape, seed: number): Net {
  const net = emptyNet(shape)
  const { normal } = random(seed)
  for (let j = 0; j < net.embeddings.length; j++) net.embeddings[j] = EMBEDDED * normal()
  for (const { inputs, weights, biases } of shape.layers) {
    const spread = Math.sqrt(2 / inputs)
    for (let j = weights; j < biases; j++) net.layers[j] = spread * normal()
  }
  return net
}
