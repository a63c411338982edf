import { DataError } from '../errors.ts'
import { random } from '../util/random.ts'
import { Best } from './best-step.ts'
import { chunksOf, type LabelledRows, type RowSource, dealRows } from './row-chunks.ts'
import { addGradient, lossAndSlopes, scoreRows } from './kernels.ts'
import type { RowSpan } from './row-span.ts'
import type { LogisticOptions, Trained, TrainingStep } from './logistic-options.ts'
import { passOver } from './logistic-objective.ts'

/** Keeps the first steps along a weight from being as long as those after many rows. */
const START = 1e-8

/**
 * Learns in mini-batches: each step moves every weight against the gradient of some rows, less far the more that weight
 * was moved before (AdaGrad; Duchi, Hazan and Singer 2011). What is kept is the mean of the weights over an epoch, which
 * is much nearer to the least loss than where a single step ends. Rows of a chunk are taken in random order; chunks in the
 * order they come.
 */
export async function trainInBatches(
  source: RowSource,
  parameters: Float64Array,
  options: LogisticOptions,
  tell: (step: TrainingStep) => Promise<void>,
): Promise<Trained> {
  const { holdOut, epochs, patience, seed } = options
  const columns = parameters.length - 1
  const learner = new Learner(parameters, options)
  const best = new Best(parameters, patience)
  const generator = random(seed)
  const history: TrainingStep[] = []
  let passes = 0
  let rows = 0
  for (let epoch = 1; epoch <= epochs; epoch++) {
    learner.startEpoch()
    rows = 0
    for await (const chunk of chunksOf(source, columns)) {
      rows += chunk.rows.rows
      learner.learn(chunk, shuffled(chunk.rows.rows, holdOut, generator.integer))
    }
    passes++
    const loss = learner.endEpoch()
    let heldLoss: number | null = null
    if (holdOut > 0) {
      const pass = await passOver(source, learner.mean, { holdOut, columns })
      passes++
      // Of few rows none may be held out.
      if (pass.heldWeight > 0) heldLoss = pass.heldLoss / pass.heldWeight
    }
    const step = { step: epoch, loss, heldLoss }
    history.push(step)
    await tell(step)
    if (heldLoss !== null && !best.isWorthGoingOn(heldLoss, learner.mean)) break
  }
  parameters.set(learner.mean)
  best.restore(parameters)
  return { rows, converged: false, passes, history }
}

/** The rows to learn from in a random order. O(rows). */
function shuffled(rows: number, holdOut: number, integer: (n: number) => number): Uint32Array {
  const order = new Uint32Array(rows)
  let kept = 0
  for (const { start, end, held } of dealRows(rows, holdOut)) {
    if (!held) for (let row = start; row < end; row++) order[kept++] = row
  }
  for (let i = kept - 1; i > 0; i--) {
    const j = integer(i + 1)
    const row = order[i]
    order[i] = order[j]
    order[j] = row
  }
  return order.subarray(0, kept)
}

/** The weights while they are learned, and their mean over an epoch. */
class Learner {
  /** mean of the parameters over the epoch that ended last */
  readonly mean: Float64Array
  readonly #parameters: Float64Array
  readonly #options: LogisticOptions
  readonly #gradient: Float64Array
  readonly #moved: Float64Array
  readonly #sum: Float64Array
  #scores = new Float64Array(0)
  /** weight of the rows in the epoch before, which is that of all; while it is not known, of those so far */
  #all = 0
  #weight = 0
  #loss = 0
  #steps = 0

  constructor(parameters: Float64Array, options: LogisticOptions) {
    this.#parameters = parameters.slice()
    this.#options = options
    this.#gradient = new Float64Array(parameters.length)
    this.#moved = new Float64Array(parameters.length).fill(START)
    this.#sum = new Float64Array(parameters.length)
    this.mean = parameters.slice()
  }

  startEpoch(): void {
    this.#sum.fill(0)
    this.#weight = 0
    this.#loss = 0
    this.#steps = 0
  }

  /** Ends an epoch; the mean loss of its rows, each as it was met. */
  endEpoch(): number {
    if (this.#weight === 0) throw new DataError('logistic: there are no rows with a weight above 0 to learn from')
    for (let j = 0; j < this.#sum.length; j++) this.mean[j] = this.#sum[j] / this.#steps
    this.#all = this.#weight
    return this.#loss / this.#weight
  }

  learn(chunk: LabelledRows, order: Uint32Array): void {
    // A step costs as much as there are weights, so many weights ask for more rows at a time.
    const { columns, width } = chunk.rows
    const batch = Math.max(this.#options.batch, Math.ceil(columns / Math.max(1, 4 * width)))
    if (this.#scores.length < batch) this.#scores = new Float64Array(batch)
    for (let start = 0; start < order.length; start += batch) {
      this.#step(chunk, { start, end: Math.min(order.length, start + batch), order })
    }
  }

  #step({ rows, labels, weights = null }: LabelledRows, span: RowSpan): void {
    const { l2, rate, intercept } = this.#options
    const parameters = this.#parameters
    const [gradient, moved, sum] = [this.#gradient, this.#moved, this.#sum]
    const columns = parameters.length - 1
    gradient.fill(0)
    scoreRows(rows, span, parameters, this.#scores)
    this.#loss += lossAndSlopes(this.#scores, labels, weights, span)
    addGradient(rows, span, this.#scores, gradient)
    let weight = 0
    for (let i = span.start; i < span.end; i++) weight += weights === null ? 1 : weights[span.order![i]]
    // Rows without a label say nothing: no step was made that the mean of an epoch could count.
    if (weight === 0) return
    this.#weight += weight
    this.#steps++
    const share = l2 / Math.max(this.#all, this.#weight)
    if (!intercept) gradient[columns] = 0
    for (let j = 0; j <= columns; j++) {
      const g = gradient[j] / weight + (j < columns ? share * parameters[j] : 0)
      moved[j] += g * g
      parameters[j] -= (rate * g) / Math.sqrt(moved[j])
      sum[j] += parameters[j]
    }
  }
}
