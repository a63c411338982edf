import { exp } from '../../util/numbers/exp.ts'
import { log1p } from '../../util/numbers/log2.ts'
import { sigmoid } from '../kernels.ts'
import type { Batch, LayerEngine, MakeEngine } from './net-batch.ts'
import type { LayerShape } from './net.ts'

/** Scratch memory for what each layer gives for a batch. */
export function layerScratch(layers: readonly LayerShape[], capacity: number): Float64Array[] {
  return layers.map(({ outputs }) => new Float64Array(capacity * outputs))
}

/** The scores of a batch: ReLU after each layer but the last. `scratch` takes what layers give; the last are the scores. */
export function scoreBatch(
  layers: readonly LayerShape[],
  parameters: Float64Array,
  { inputs, rows }: Pick<Batch, 'inputs' | 'rows'>,
  scratch: readonly Float64Array[],
): Float64Array {
  layers.forEach((layer, l) => {
    const [from, to] = [l === 0 ? inputs : scratch[l - 1], scratch[l]]
    runLayer(layer, parameters, rows, { from, to })
    if (l < layers.length - 1) for (let j = 0; j < rows * layer.outputs; j++) if (to[j] < 0) to[j] = 0
  })
  return scratch[layers.length - 1]
}

/** Inputs that are 0, as ReLU leaves many, are passed over; four others go together, since outputs are then held less often. */
function runLayer(
  { inputs, outputs, weights, biases }: LayerShape,
  parameters: Float64Array,
  rows: number,
  { from, to }: { readonly from: Float64Array; readonly to: Float64Array },
): void {
  const lit = new Uint32Array(inputs)
  for (let row = 0; row < rows; row++) {
    const out = row * outputs
    const own = row * inputs
    for (let o = 0; o < outputs; o++) to[out + o] = parameters[biases + o]
    let count = 0
    for (let i = 0; i < inputs; i++) if (from[own + i] !== 0) lit[count++] = i
    let k = 0
    for (; k + 3 < count; k += 4) {
      const [a, b, c, d] = [lit[k], lit[k + 1], lit[k + 2], lit[k + 3]]
      const [xa, xb, xc, xd] = [from[own + a], from[own + b], from[own + c], from[own + d]]
      const [wa, wb, wc, wd] = [
        weights + a * outputs,
        weights + b * outputs,
        weights + c * outputs,
        weights + d * outputs,
      ]
      // From left to right as one by one, so that the bits are the same.
      for (let o = 0; o < outputs; o++) {
        to[out + o] =
          to[out + o] +
          xa * parameters[wa + o] +
          xb * parameters[wb + o] +
          xc * parameters[wc + o] +
          xd * parameters[wd + o]
      }
    }
    for (; k < count; k++) {
      const x = from[own + lit[k]]
      const at = weights + lit[k] * outputs
      for (let o = 0; o < outputs; o++) to[out + o] += x * parameters[at + o]
    }
  }
}

/** Layers in plain loops of double precision: what the faster engine is checked against. O(rows · parameters) a step. */
export const plainEngine: MakeEngine = async (layers, capacity) => {
  const scratch = layerScratch(layers, capacity)
  const slopes = layerScratch(layers, capacity)
  const engine: LayerEngine = async (parameters, batch, gradient) => {
    const scores = scoreBatch(layers, parameters, batch, scratch)
    const loss = lossOf(scores, batch, slopes[layers.length - 1])
    gradient.layers.fill(0)
    for (let l = layers.length - 1; l >= 0; l--) {
      const passed = { rows: batch.rows, from: l === 0 ? batch.inputs : scratch[l - 1], slopes: slopes[l], relu: l > 0 }
      const into = { gradient: gradient.layers, slopes: l === 0 ? gradient.inputs : slopes[l - 1] }
      runBack(layers[l], parameters, passed, into)
    }
    return loss
  }
  return engine
}

/** Σ weight · log loss; its slopes by score go to `slopes`. */
function lossOf(scores: Float64Array, { rows, labels, weights }: Batch, slopes: Float64Array): number {
  let loss = 0
  for (let row = 0; row < rows; row++) {
    const score = scores[row]
    loss += weights[row] * ((score > 0 ? score : 0) - score * labels[row] + log1p(exp(score < 0 ? score : -score)))
    slopes[row] = weights[row] * (sigmoid(score) - labels[row])
  }
  return loss
}

/** A batch that passed a layer: its inputs, whether they come from a ReLU, and the slopes of the loss by its outputs. */
interface Passed {
  readonly rows: number
  readonly from: Float64Array
  readonly relu: boolean
  readonly slopes: Float64Array
}

/** The way back through a layer: adds to the gradient of its parameters and writes the slopes of its inputs. */
function runBack(
  { inputs, outputs, weights, biases }: LayerShape,
  parameters: Float64Array,
  { rows, from, relu, slopes }: Passed,
  { gradient, slopes: below }: { readonly gradient: Float64Array; readonly slopes: Float64Array },
): void {
  for (let row = 0; row < rows; row++) {
    const out = row * outputs
    for (let o = 0; o < outputs; o++) gradient[biases + o] += slopes[out + o]
    for (let i = 0; i < inputs; i++) {
      const x = from[row * inputs + i]
      const at = weights + i * outputs
      // What ReLU made 0 has no slope, nor does it move the weights.
      if (relu && x === 0) {
        below[row * inputs + i] = 0
        continue
      }
      let slope = 0
      for (let o = 0; o < outputs; o++) {
        gradient[at + o] += x * slopes[out + o]
        slope += parameters[at + o] * slopes[out + o]
      }
      below[row * inputs + i] = slope
    }
  }
}
