import { ArgumentError, DataError } from '../errors.ts'
import type { Scored } from '../measures/predictions/scored.ts'
import { ln } from '../util/numbers/log2.ts'
import { sortedOrder } from '../util/sort.ts'

export type { Scored } from '../measures/predictions/scored.ts'

/**
 * Area under the ROC curve: the chance that a row of the event scores higher than one of the rest, where equal scores
 * count half. NaN without both. O(rows).
 *
 *     // Of the pairs of a rainy and a dry day, the rainy one has the higher forecast in all:
 *     console.log(auc({ labels: [1, 0, 1], scores: [0.9, 0.2, 0.3] })) // → 1
 */
export function auc({ labels, scores, weights }: Scored): number {
  checkLengths('auc', labels, scores)
  const values = Float64Array.from(scores, (score) => score + 0)
  const bad = values.findIndex(Number.isNaN)
  if (bad >= 0) throw new DataError(`auc: scores must be numbers, got NaN at row ${bad}`, { row: bad })
  const order = sortedOrder(values)
  let [events, rest, won] = [0, 0, 0]
  for (let i = 0; i < order.length;) {
    let [tiedEvents, tiedRest] = [0, 0]
    const score = values[order[i]]
    for (; i < order.length && values[order[i]] === score; i++) {
      const weight = weights == null ? 1 : weights[order[i]]
      tiedEvents += weight * labels[order[i]]
      tiedRest += weight * (1 - labels[order[i]])
    }
    won += tiedEvents * (rest + tiedRest / 2)
    events += tiedEvents
    rest += tiedRest
  }
  return won / (events * rest)
}

/** Probabilities closer than this to 0 or 1 are moved there, so that one wrong certainty does not make the loss infinite. */
const CLOSEST = 1e-15

/**
 * Mean of −ln(probability of what was the case). 0 is best; ln 2 is a coin. O(rows).
 *
 *     console.log(logLoss({ labels: [1, 0, 1], scores: [0.9, 0.2, 0.3] }).toFixed(2)) // → 0.51
 */
export function logLoss({ labels, scores, weights }: Scored): number {
  checkLengths('logLoss', labels, scores)
  return meanOf(labels.length, weights, (row) => lossOfRow(labels[row], scores[row]))
}

/** The log loss of one row. */
export function lossOfRow(label: number, score: number): number {
  const p = Math.min(1 - CLOSEST, Math.max(CLOSEST, score))
  return -(label * ln(p) + (1 - label) * ln(1 - p))
}

/**
 * Share of rows whose probability lies on the side of their label; ½ itself counts as the event. O(rows).
 *
 *     console.log(accuracy({ labels: [1, 0, 1], scores: [0.9, 0.2, 0.3] }).toFixed(2)) // → 0.67
 */
export function accuracy({ labels, scores, weights }: Scored): number {
  checkLengths('accuracy', labels, scores)
  return meanOf(labels.length, weights, (row) => (scores[row] >= 0.5 ? labels[row] : 1 - labels[row]))
}

/**
 * Mean square of probability − label (Brier score). O(rows).
 *
 *     // Three forecasts of rain: two good ones, one bad.
 *     console.log(brierScore({ labels: [1, 0, 1], scores: [0.9, 0.2, 0.3] }).toFixed(2)) // → 0.18
 */
export function brierScore({ labels, scores, weights }: Scored): number {
  checkLengths('brierScore', labels, scores)
  return meanOf(labels.length, weights, (row) => (scores[row] - labels[row]) * (scores[row] - labels[row]))
}

function meanOf(rows: number, weights: Scored['weights'], term: (row: number) => number): number {
  let [sum, weight] = [0, 0]
  for (let row = 0; row < rows; row++) {
    const worth = weights == null ? 1 : weights[row]
    sum += worth * term(row)
    weight += worth
  }
  return sum / weight
}

function checkLengths(where: string, labels: ArrayLike<number>, scores: ArrayLike<number>): void {
  if (labels.length === scores.length) return
  throw new ArgumentError(`${where}: scores must be one per label (${labels.length}), got ${scores.length}`, {
    code: 'length-mismatch',
  })
}
