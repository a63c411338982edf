import { shareInterval } from '../measures/distributions/share-interval.ts'
import { type Estimate, judgeScores } from '../measures/predictions/judge-scores.ts'
import type { Table } from '../types.ts'
import { calibration, type CalibrationGroup } from './calibration.ts'
import { accuracy, brierScore, lossOfRow, type Scored } from './metrics.ts'
import { eventLabels, type LogisticModel, predict } from './logistic-model.ts'
import { knownOptions } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { calledAs } from '../util/called-as.ts'

/** How well a model does on some rows. */
export interface ModelScores {
  /** rows with a label */
  readonly rows: number
  /** share of the event */
  readonly rate: number
  /** share of the commoner of event and rest: the accuracy of saying it every time */
  readonly majority: number
  /** chance that a row of the event has a higher probability than another; null where only one class occurs */
  readonly auc: number | null
  /** 2 · AUC − 1; null likewise */
  readonly gini: number | null
  /** the largest distance between the shares of both sides up to a probability; null likewise */
  readonly ks: number | null
  /** mean −ln of the probability given to what came; 0 is perfect */
  readonly logLoss: number
  /** share of the rows predicted right at a probability of one half */
  readonly accuracy: number
  /** mean square of probability − label; 0 is perfect */
  readonly brier: number
  /** mean distance between what was said and what came, over ten groups of rows */
  readonly calibrationError: number
  /** what was said and what came, in those groups */
  readonly calibration: readonly CalibrationGroup[]
  /** 95 % intervals of some of them */
  readonly intervals: {
    readonly auc: Estimate | null
    readonly gini: Estimate | null
    readonly ks: Estimate | null
    readonly accuracy: Estimate
    readonly logLoss: Estimate
  }
}

/**
 * Scores a model on the rows of a table that have a label; null where none has. O(rows · entries).
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     const scores = scoreModel(model, people, { target: 'bought' })
 *     console.log(scores?.accuracy.toFixed(2), scores?.auc?.toFixed(2)) // → 0.91 0.89
 */
export function scoreModel(model: LogisticModel, table: Table, columns: ScoreColumns): ModelScores | null {
  return calledAs('scoreModel', () => {
    knownOptions('scoreModel', columns, { target: 1, weights: 1 })
    return scoreSaid(model, predict(model, table), table, columns)
  })
}

/** Names of the columns of true classes and of weights. */
export interface ScoreColumns {
  readonly target: string
  readonly weights?: string | undefined
}

/** The same for what any model said of the rows: the chance of its event. O(rows). */
export function scoreSaid(
  model: Pick<LogisticModel, 'target'>,
  said: ArrayLike<number>,
  table: Table,
  columns: ScoreColumns,
): ModelScores | null {
  const labels = eventLabels(model, table[columns.target])
  const weights =
    columns.weights === undefined
      ? null
      : readNumbers(table[columns.weights], { where: 'scoreModel', column: columns.weights })
  const known = [...labels.keys()].filter((row) => !Number.isNaN(labels[row]) && weights?.[row] !== 0)
  if (known.length === 0) return null
  const scored = {
    labels: known.map((row) => labels[row]),
    scores: known.map((row) => said[row]),
    weights: weights === null ? null : known.map((row) => weights[row] || 0),
  }
  return scoresOf(scored)
}

/** All scores of some rows with a label. O(rows). */
export function scoresOf(scored: Scored): ModelScores {
  const { auc, gini, ks, weight, events } = judgeScores(scored, 'event')
  const rate = events / weight
  const right = accuracy(scored)
  const loss = meanLoss(scored)
  const { groups, error } = calibration(scored)
  const { low, high } = shareInterval(right * loss.size, loss.size)
  return {
    rows: scored.labels.length,
    rate,
    majority: Math.max(rate, 1 - rate),
    auc: auc?.value ?? null,
    gini: gini?.value ?? null,
    ks: ks?.value ?? null,
    logLoss: loss.value,
    accuracy: right,
    brier: brierScore(scored),
    calibrationError: error,
    calibration: groups,
    intervals: {
      auc,
      gini,
      ks,
      accuracy: { value: right, low, high },
      logLoss: { value: loss.value, low: Math.max(0, loss.value - loss.half), high: loss.value + loss.half },
    },
  }
}

/** Standard errors to both sides of a mean. */
const WIDTH = 1.959963984540054

/** The log loss, half the width of its interval, and how many rows without weights would tell as much. */
function meanLoss({ labels, scores, weights }: Scored): { value: number; half: number; size: number } {
  let [sum, weight, squares] = [0, 0, 0]
  const losses = Float64Array.from(labels, (label, row) => lossOfRow(label, scores[row]))
  for (let row = 0; row < losses.length; row++) {
    const worth = weights == null ? 1 : weights[row]
    sum += worth * losses[row]
    weight += worth
    squares += worth * worth
  }
  const value = sum / weight
  const size = (weight * weight) / squares
  let spread = 0
  for (let row = 0; row < losses.length; row++)
    spread += (weights == null ? 1 : weights[row]) * (losses[row] - value) * (losses[row] - value)
  // One row alone has no spread.
  return { value, half: size > 1 ? WIDTH * Math.sqrt(spread / weight / (size - 1)) : 0, size }
}
