import { DataError } from '../../errors.ts'
import { resolveOptions, isOptions } from '../../util/check.ts'
import { random } from '../../util/random.ts'
import { Best } from '../best-step.ts'
import { checkChunk, type LabelledRows, dealRows } from '../row-chunks.ts'
import type { Trained, TrainingHooks, TrainingStep } from '../logistic-options.ts'
import { logLoss } from '../metrics.ts'
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
 * when to stop, and the best epoch is kept. Rows must be encoded without `compact`. O(rows · parameters of layers) an epoch.
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
  source: LabelledRows,
  fields: readonly FieldSpan[],
  given: Partial<NeuralOptions> & TrainingHooks = {},
): Promise<NeuralFit> {
  return calledAs('trainNeural', async () => {
    isOptions('trainNeural', given)
    const { onStep, signal, ...rest } = given
    const options = resolveOptions<NeuralOptions>('neural', neuralOptions, rest)
    checkChunk(source, undefined, 'neural')
    const { size, hidden, seed, epochs, holdOut, patience } = options
    const shape = netShape(fields, size, hidden)
    const { learned, held } = dealt(source, holdOut)
    if (learned.length === 0) throw new DataError('neural: there are no rows with a weight above 0 to learn from')
    const net = randomNet(shape, seed)
    const makeEngine = options.engine === 'jax' ? jaxEngine : plainEngine
    const learner = new Learner(net, source, await makeEngine(shape.layers, options.batch), options)
    const best = new Best(net.all, patience)
    const { integer } = random(seed + 1)
    const history: TrainingStep[] = []
    for (let epoch = 1; epoch <= epochs; epoch++) {
      shuffle(learned, integer)
      const loss = await learner.epoch(learned)
      const heldLoss = held.length === 0 ? null : lossOn(net, source, held)
      history.push({ step: epoch, loss, heldLoss })
      throwIfAborted('neural', signal)
      await onStep?.({ step: epoch, loss, heldLoss })
      if (heldLoss !== null && !best.isWorthGoingOn(heldLoss, net.all)) break
    }
    best.restore(net.all)
    // What is saved in single precision predicts the same.
    for (let j = 0; j < net.all.length; j++) net.all[j] = Math.fround(net.all[j])
    return { net, options, rows: source.rows.rows, converged: false, passes: history.length, history }
  })
}

/** The rows to learn from and those kept back, without rows of no weight. */
function dealt({ rows, weights }: LabelledRows, holdOut: number): { learned: Uint32Array; held: Uint32Array } {
  const [learned, kept]: [number[], number[]] = [[], []]
  for (const { start, end, held } of dealRows(rows.rows, holdOut)) {
    for (let row = start; row < end; row++) if (weights == null || weights[row] > 0) (held ? kept : learned).push(row)
  }
  return { learned: Uint32Array.from(learned), held: Uint32Array.from(kept) }
}

function shuffle(order: Uint32Array, integer: (n: number) => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = integer(i + 1)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
}

function lossOn(net: Net, { rows, labels, weights }: LabelledRows, chosen: Uint32Array): number {
  const of = (list: ArrayLike<number>): Float64Array => Float64Array.from(chosen, (row) => list[row])
  return logLoss({
    labels: of(labels),
    scores: predictNet(net, rows, chosen),
    weights: weights == null ? null : of(weights),
  })
}

/** Moves a net step by step. */
class Learner {
  readonly #net: Net
  readonly #source: LabelledRows
  readonly #engine: LayerEngine
  readonly #batch: number
  readonly #lookup: Lookup
  readonly #adam: Adam
  readonly #embedded: EmbeddingGradient
  readonly #gradient: { readonly layers: Float64Array; readonly inputs: Float64Array }
  readonly #inputs: Float64Array
  readonly #labels: Float64Array
  readonly #weights: Float64Array

  constructor(net: Net, source: LabelledRows, engine: LayerEngine, { batch, rate }: NeuralOptions) {
    this.#net = net
    this.#source = source
    this.#engine = engine
    this.#batch = batch
    this.#lookup = lookupOf(source.rows, net.shape)
    this.#adam = new Adam(net.all, rate)
    this.#embedded = new EmbeddingGradient(net.shape.outputs, net.shape.size)
    const numbers = batch * this.#lookup.inputs
    this.#gradient = { layers: new Float64Array(net.shape.layerParameters), inputs: new Float64Array(numbers) }
    this.#inputs = new Float64Array(numbers)
    this.#labels = new Float64Array(batch)
    this.#weights = new Float64Array(batch)
  }

  /** Learns from rows in the order given; their mean loss, each as it was met. */
  async epoch(order: Uint32Array): Promise<number> {
    let [loss, weight] = [0, 0]
    for (let start = 0; start < order.length; start += this.#batch) {
      const chosen = order.subarray(start, start + this.#batch)
      const worth = this.#readRows(chosen)
      loss += worth * (await this.#step(chosen))
      weight += worth
    }
    return loss / weight
  }

  /** Labels and weights of some rows; the weights made to add up to 1. Their sum before that. */
  #readRows(chosen: Uint32Array): number {
    const { labels, weights } = this.#source
    let worth = 0
    for (let i = 0; i < chosen.length; i++) {
      this.#labels[i] = labels[chosen[i]]
      this.#weights[i] = weights == null ? 1 : weights[chosen[i]]
      worth += this.#weights[i]
    }
    for (let i = 0; i < chosen.length; i++) this.#weights[i] /= worth
    return worth
  }

  async #step(chosen: Uint32Array): Promise<number> {
    const { embeddings, layers, shape } = this.#net
    const [gradient, embedded, adam] = [this.#gradient, this.#embedded, this.#adam]
    lookUp(this.#lookup, chosen, embeddings, this.#inputs)
    const batch = { rows: chosen.length, inputs: this.#inputs, labels: this.#labels, weights: this.#weights }
    const loss = await this.#engine(layers, batch, gradient)
    addBack(this.#lookup, chosen, gradient.inputs, embedded)
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
