import type { Array as JaxArray } from '@jax-js/jax'
import { optionalPackage } from '../../util/optional-package.ts'
import type { LayerEngine, MakeEngine } from './net-batch.ts'
import type { LayerShape } from './net.ts'

/**
 * Layers in single precision by jax-js, which compiles them to WebAssembly. The package is loaded when this is first
 * called. A batch is filled up with rows of weight 0, since another number of rows would be compiled again. Every step
 * waits for its numbers: work that piles up is slow.
 */
export const jaxEngine: MakeEngine = async (layers, capacity) => {
  const { defaultDevice, init, jit, nn, numpy, valueAndGrad } = await loadJax()
  // Without a name it asks for what Node does not have.
  await init('wasm')
  defaultDevice('wasm')

  // An array is spent by its first use; `.ref` is one use more.
  const loss = (tensors: JaxArray[], inputs: JaxArray, labels: JaxArray, weights: JaxArray): JaxArray => {
    const last = layers.length - 1
    let signal = inputs
    layers.forEach((_, l) => {
      const sum = numpy.matmul(signal, tensors[2 * l]).add(tensors[2 * l + 1])
      signal = l < last ? nn.relu(sum) : sum
    })
    const scores = signal.reshape([capacity])
    const linear = numpy.maximum(scores.ref, 0).sub(scores.ref.mul(labels))
    const curved = numpy.log1p(numpy.exp(numpy.absolute(scores).mul(-1)))
    return linear.add(curved).mul(weights).sum()
  }
  const gradientOf = jit(valueAndGrad(loss, { argnums: [0, 1] }))
  const width = layers[0].inputs
  const filled = { inputs: new Float32Array(capacity * width), labels: new Float32Array(capacity), weights: new Float32Array(capacity) } // prettier-ignore

  const engine: LayerEngine = async (parameters, { rows, inputs, labels, weights }, gradient) => {
    fill(filled.inputs, inputs, rows * width)
    fill(filled.labels, labels, rows)
    fill(filled.weights, weights, rows)
    const tensors = layers.flatMap(({ inputs: n, outputs, weights: w, biases }) => [
      numpy.array(Float32Array.from(parameters.subarray(w, biases))).reshape([n, outputs]),
      numpy.array(Float32Array.from(parameters.subarray(biases, biases + outputs))),
    ])
    const [value, [byTensor, byInput]] = gradientOf(
      tensors,
      numpy.array(filled.inputs.slice()).reshape([capacity, width]),
      numpy.array(filled.labels.slice()),
      numpy.array(filled.weights.slice()),
    )
    for (const [t, at] of starts(layers).entries()) gradient.layers.set(await byTensor[t].data(), at)
    gradient.inputs.set((await byInput.data()).subarray(0, rows * width))
    return (await value.data())[0]
  }
  return engine
}

async function loadJax(): Promise<typeof import('@jax-js/jax')> {
  return optionalPackage('@jax-js/jax', 'training a net', () => import('@jax-js/jax'))
}

/** Where weights and biases of each layer stand. */
function starts(layers: readonly LayerShape[]): number[] {
  return layers.flatMap(({ weights, biases }) => [weights, biases])
}

function fill(into: Float32Array, from: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) into[i] = from[i]
  into.fill(0, count)
}
