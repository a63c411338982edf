import { DataError } from '../../errors.ts'
import { resolveOptions, isOptions } from '../../util/check.ts'
import { random } from '../../util/random.ts'
import { Best } from '../best-step.ts'
import { chunksOf, type LabelledRows, dealRows, type RowSource } from '../row-chunks.ts'
import type { Trained, TrainingHooks, TrainingStep } from '../logistic-options.ts'
import { lossOfRow } from '../metrics.ts'
import { Adam } from './adam.ts'
import type { LayerEngine } from './net-batch.ts'
import { jaxEngine } from './jax-engine.ts'
import { addBack, EmbeddingGradient, lookUp, type Lookup, lookupOf } from './lookup-layer.ts'
import { type FieldSpan, type Net, netShape, randomNet } from './net.ts'
import { type NeuralOptions, neuralOptions } from './neural-options.ts'
import { plainEngine } from './plain-engine.ts'
import { predictNet } from './predict-net.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'
import { calledAs } from '../../util/called-as.ts'

type Signal = TrainingHooks['signal']

/** A fitted net. */
export interface NeuralFit extends Trained {
  /** the net of the best epoch */
  readonly net: Net
  /** the options it was trained with, defaults filled in */
  readonly options: NeuralOptions
}

/**
 * Learns a net on encoded rows: an embedding per output of the encoder, those of a column summed by their weights,
 * columns side by side, then hidden layers with ReLU and one chance at the end. Adam in mini-batches; rows kept back say
 * when to stop, and the best epoch is kept. Rows must be encoded without `compact`; they may come in chunks that are never
 * in memory together: rows are then shuffled within their chunk, and chunks taken as they come. A single chunk gives the
 * bits of the same rows given at once. O(rows · parameters of layers) an epoch.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const small = { engine: 'plain', size: 2, hidden: [4], epochs: 5 } as const
 *     const rows = encodeSparse(encoder, people)
 *     const { history } = await trainNeural({ rows, labels }, fieldSpans(encoder), small)
 *     console.log(history.at(-1)!.loss < history[0]!.loss) // → true
 *
 * @param fields as `fieldSpans` gives them of the encoder
 */
export async function trainNeural(
  source: RowSource,
  fields: readonly FieldSpan[],
  given: Partial<NeuralOptions> & TrainingHooks = {},
): Promise<NeuralFit> {
  return calledAs('trainNeural', async () => {
    isOptions('trainNeural', given)
    const { onStep, signal, ...rest } = given
    const options = resolveOptions<NeuralOptions>('neural', neuralOptions, rest)
    const { size, hidden, seed, epochs, holdOut, patience } = options
    const shape = netShape(fields, size, hidden)
    const net = randomNet(shape, seed)
    const makeEngine = options.engine === 'jax' ? jaxEngine : plainEngine
    const learner = new Learner(net, await makeEngine(shape.layers, options.batch), options, signal)
    const best = new Best(net.all, patience)
    const { integer } = random(seed + 1)
    const history: TrainingStep[] = []
    let rows = 0
    for (let epoch = 1; epoch <= epochs; epoch++) {
      const pass = await learner.epoch(source, integer)
      const heldLoss = pass.held === 0 ? null : await lossOn(net, source, holdOut, signal)
      rows = pass.rows
      const step = { step: epoch, loss: pass.loss, heldLoss }
      history.push(step)
      throwIfAborted('neural', signal)
      await onStep?.(step)
      if (heldLoss !== null && !best.isWorthGoingOn(heldLoss, net.all)) break
    }
    best.restore(net.all)
    // What is saved in single precision predicts the same.
    for (let j = 0; j < net.all.length; j++) net.all[j] = Math.fround(net.all[j])
    return { net, options, rows, converged: false, passes: history.length, history }
  })
}

/** The rows to learn from and those kept back, without rows of no weight. O(rows). */
function dealt({ rows, weights }: LabelledRows, holdOut: number): { learned: Uint32Array; held: Uint32Array } {
  const [learned, kept] = [new Uint32Array(rows.rows), new Uint32Array(rows.rows)]
  let [toLearn, toHold] = [0, 0]
  for (const { start, end, held } of dealRows(rows.rows, holdOut)) {
    for (let row = start; row < end; row++) {
      if (weights != null && !(weights[row] > 0)) continue
      if (held) kept[toHold++] = row
      else learned[toLearn++] = row
    }
  }
  return { learned: learned.subarray(0, toLearn), held: kept.subarray(0, toHold) }
}

function shuffle(order: Uint32Array, integer: (n: number) => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = integer(i + 1)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
}

/** The mean loss of all rows kept back, a chunk at a time: only the rows of one chunk are in memory. */
async function lossOn(net: Net, source: RowSource, holdOut: number, signal: Signal): Promise<number> {
  let [loss, weight] = [0, 0]
  for await (const chunk of chunksOf(source, net.shape.outputs, 'neural')) {
    throwIfAborted('neural', signal)
    const { held } = dealt(chunk, holdOut)
    const scores = predictNet(net, chunk.rows, held)
    for (let i = 0; i < held.length; i++) {
      const worth = chunk.weights == null ? 1 : chunk.weights[held[i]]
      loss += worth * lossOfRow(chunk.labels[held[i]], scores[i])
      weight += worth
    }
  }
  return loss / weight
}

/** What one pass over the rows gives; `held` are the rows kept back. */
interface Epoch {
  readonly loss: number
  readonly rows: number
  readonly held: number
}

/** Moves a net step by step. */
class Learner {
  readonly #net: Net
  readonly #engine: LayerEngine
  readonly #options: NeuralOptions
  readonly #signal: Signal
  readonly #adam: Adam
  readonly #embedded: EmbeddingGradient
  readonly #gradient: { readonly layers: Float64Array; readonly inputs: Float64Array }
  readonly #inputs: Float64Array
  readonly #labels: Float64Array
  readonly #weights: Float64Array
  #first: Uint32Array | null = null

  constructor(net: Net, engine: LayerEngine, options: NeuralOptions, signal: Signal) {
    const { shape } = net
    const { batch, rate } = options
    this.#net = net
    this.#engine = engine
    this.#options = options
    this.#signal = signal
    this.#adam = new Adam(net.all, rate)
    this.#embedded = new EmbeddingGradient(shape.outputs, shape.size)
    const numbers = batch * shape.fields.length * shape.size
    this.#gradient = { layers: new Float64Array(shape.layerParameters), inputs: new Float64Array(numbers) }
    this.#inputs = new Float64Array(numbers)
    this.#labels = new Float64Array(batch)
    this.#weights = new Float64Array(batch)
  }

  /** Learns from all rows once; tells the mean loss of those learned from, each as it was met. */
  async epoch(source: RowSource, integer: (n: number) => number): Promise<Epoch> {
    const { batch, holdOut } = this.#options
    let [loss, weight, rows, kept] = [0, 0, 0, 0]
    for await (const chunk of chunksOf(source, undefined, 'neural')) {
      const lookup = lookupOf(chunk.rows, this.#net.shape)
      const { learned, held } = dealt(chunk, holdOut)
      const order = rows === 0 ? this.#goneOn(learned) : learned
      shuffle(order, integer)
      for (let start = 0; start < order.length; start += batch) {
        throwIfAborted('neural', this.#signal)
        const chosen = order.subarray(start, start + batch)
        const worth = this.#readRows(chunk, chosen)
        loss += worth * (await this.#step(lookup, chosen))
        weight += worth
      }
      rows += chunk.rows.rows
      kept += held.length
    }
    if (weight === 0) throw new DataError('neural: there are no rows with a weight above 0 to learn from')
    return { loss: loss / weight, rows, held: kept }
  }

  /** The rows of the first chunk as the epoch before left them: where all rows are one chunk, each epoch shuffles on. */
  #goneOn(learned: Uint32Array): Uint32Array {
    if (this.#first?.length !== learned.length) this.#first = learned
    return this.#first
  }

  /** Labels and weights of some rows; the weights made to add up to 1. Their sum before that. */
  #readRows({ labels, weights }: LabelledRows, chosen: Uint32Array): number {
    let worth = 0
    for (let i = 0; i < chosen.length; i++) {
      this.#labels[i] = labels[chosen[i]]
      this.#weights[i] = weights == null ? 1 : weights[chosen[i]]
      worth += this.#weights[i]
    }
    for (let i = 0; i < chosen.length; i++) this.#weights[i] /= worth
    return worth
  }

  async #step(lookup: Lookup, chosen: Uint32Array): Promise<number> {
    const { embeddings, layers, shape } = this.#net
    const [gradient, embedded, adam] = [this.#gradient, this.#embedded, this.#adam]
    lookUp(lookup, chosen, embeddings, this.#inputs)
    const batch = { rows: chosen.length, inputs: this.#inputs, labels: this.#labels, weights: this.#weights }
    const loss = await this.#engine(layers, batch, gradient)
    addBack(lookup, chosen, gradient.inputs, embedded)
    adam.next()
    adam.move(embeddings.length, layers.length, gradient.layers, 0)
    for (let i = 0; i < embedded.count; i++) {
      const at = embedded.touched[i] * shape.size
      adam.move(at, shape.size, embedded.values, at)
    }
    embedded.clear()
    return loss
  }
}
