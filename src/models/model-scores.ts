import type { Table } from '../types.ts'
import { calibration } from './calibration.ts'
import { accuracy, auc, brierScore, logLoss, type Scored } from './metrics.ts'
import { eventLabels, type LogisticModel, predict } from './logistic-model.ts'
import { knownOptions } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { calledAs } from '../util/called-as.ts'

/** How well a model does on some rows. */
export interface ModelScores {
  /** rows with a label */
  readonly rows: number
  /** null where only one class occurs */
  readonly auc: number | null
  /** mean −ln of the probability given to what came; 0 is perfect */
  readonly logLoss: number
  /** share of the rows predicted right at a probability of one half */
  readonly accuracy: number
  /** mean square of probability − label; 0 is perfect */
  readonly brier: number
  /** mean distance between what was said and what came, over ten groups of rows */
  readonly calibrationError: number
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
  const area = auc(scored)
  return {
    rows: scored.labels.length,
    auc: Number.isNaN(area) ? null : area,
    logLoss: logLoss(scored),
    accuracy: accuracy(scored),
    brier: brierScore(scored),
    calibrationError: calibration(scored).error,
  }
}
