import type { SparseRows } from '../encoders/encoded-rows.ts'
import { ArgumentError, DataError } from '../errors.ts'
import { resolveOptions, isOptions } from '../util/check.ts'
import { chunksOf, type RowSource } from './row-chunks.ts'
import { scoreRows, sigmoid } from './kernels.ts'
import { minimize } from './lbfgs.ts'
import { Best } from './best-step.ts'
import {
  type LogisticOptions,
  logisticOptions,
  type Trained,
  type TrainingHooks,
  type TrainingStep,
} from './logistic-options.ts'
import { type Pass, passOver } from './logistic-objective.ts'
import { trainInBatches } from './mini-batch.ts'
import { throwIfAborted } from '../util/stop-signal.ts'
import { calledAs } from '../util/called-as.ts'

/** A fitted logistic regression: the score of a row is intercept + Σ weights · outputs. */
export interface LogisticFit extends Trained {
  /** one per output of the encoder */
  readonly weights: Float64Array
  /** the score of a row without any output; 0 where none was wanted */
  readonly intercept: number
  /** the options it was trained with, defaults filled in */
  readonly options: LogisticOptions
}

/**
 * Learns the weights of a logistic regression on encoded rows, by L-BFGS or in mini-batches, with an L2 penalty. The loss
 * is Σ log loss + l2/2 · Σ weights². Rows may come in chunks that are never in memory together. Only + − × ÷ and our own
 * exp and ln are used, in a fixed order: the same rows give the same bits on every runtime. O(entries) a pass.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const { converged, weights } = await trainLogistic({ rows: encodeSparse(encoder, people), labels })
 *     console.log(converged, weights.length) // → true 3
 *
 * @param source encoded rows with labels: all at once, in parts, or a function that gives the parts again for each pass
 */
export async function trainLogistic(
  source: RowSource,
  given: Partial<LogisticOptions> & TrainingHooks = {},
): Promise<LogisticFit> {
  return calledAs('trainLogistic', async () => {
    isOptions('trainLogistic', given)
    const { onStep, signal, ...rest } = given
    const options = resolveOptions<LogisticOptions>('logistic', logisticOptions, rest)
    const { columns, width } = await firstOf(source)
    const tell = async (step: TrainingStep): Promise<void> => {
      throwIfAborted('logistic', signal)
      await onStep?.(step)
    }
    const parameters = new Float64Array(columns + 1)
    const found =
      options.solver === 'lbfgs'
        ? await trainByLbfgs(source, { parameters, width }, options, tell)
        : await trainInBatches(source, parameters, options, tell)
    return { weights: parameters.slice(0, columns), intercept: parameters[columns] + 0, options, ...found }
  })
}

async function firstOf(source: RowSource): Promise<SparseRows> {
  for await (const { rows } of chunksOf(source)) return rows
  throw new DataError('logistic: there are no rows to learn from')
}

async function trainByLbfgs(
  source: RowSource,
  { parameters, width }: { readonly parameters: Float64Array; readonly width: number },
  options: LogisticOptions,
  tell: (step: TrainingStep) => Promise<void>,
): Promise<Trained> {
  const { l2, holdOut, patience, intercept, tolerance, maxIterations } = options
  const columns = parameters.length - 1
  const squares = new Float64Array(columns + 1)
  const first = await passOver(source, parameters, { holdOut, columns, squares })
  if (first.weight === 0) throw new DataError('logistic: there are no rows with a weight above 0 to learn from')
  const n = first.weight
  // A bound of the curvature along each weight; a row lights `width` of them at once, which the first step must respect.
  const curvature = squares.map((sum, j) => ((sum / 4 + (j < columns ? l2 : 0)) / n) * ((width + 1) / 4))
  let last: Pass = first
  const objective = async (point: Float64Array, gradient: Float64Array): Promise<number> => {
    last = await passOver(source, point, { holdOut, columns, gradient })
    let penalty = 0
    for (let j = 0; j < columns; j++) {
      penalty += point[j] * point[j]
      gradient[j] = (gradient[j] + l2 * point[j]) / n
    }
    gradient[columns] = intercept ? gradient[columns] / n : 0
    return (last.loss + (l2 / 2) * penalty) / n
  }
  const history: TrainingStep[] = []
  const best = new Best(parameters, patience)
  const result = await minimize(objective, parameters, {
    tolerance,
    maxIterations,
    curvature,
    onStep: async ({ iteration, point }) => {
      const heldLoss = last.heldWeight > 0 ? last.heldLoss / last.heldWeight : null
      const step = { step: iteration, loss: last.loss / last.weight, heldLoss }
      history.push(step)
      await tell(step)
      return heldLoss === null || best.isWorthGoingOn(heldLoss, point)
    },
  })
  best.restore(parameters)
  return { rows: first.rows, converged: result.converged, passes: result.evaluations + 1, history }
}

/**
 * The probabilities of the event, one per row. O(entries).
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const trained = await trainLogistic({ rows: encodeSparse(encoder, people), labels })
 *     const chances = predictEncoded(trained, encodeSparse(encoder, { age: [20, 60] }))
 *     console.log(Array.from(chances, (chance) => chance.toFixed(2))) // → [ '0.14', '0.92' ]
 *
 * @param rows as `encodeSparse` gives them
 */
export function predictEncoded(fit: Pick<LogisticFit, 'weights' | 'intercept'>, rows: SparseRows): Float64Array {
  return calledAs('predictEncoded', () => {
    const { weights, intercept } = fit
    if (rows.columns !== weights.length) {
      throw new ArgumentError(
        `logistic: rows must have ${weights.length} outputs like the model, got ${rows.columns}`,
        { code: 'length-mismatch' },
      )
    }
    const parameters = new Float64Array(weights.length + 1)
    parameters.set(weights)
    parameters[weights.length] = intercept
    const scores = new Float64Array(rows.rows)
    scoreRows(rows, { start: 0, end: rows.rows, order: null }, parameters, scores)
    for (let row = 0; row < scores.length; row++) scores[row] = sigmoid(scores[row])
    return scores
  })
}
