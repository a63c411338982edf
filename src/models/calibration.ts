import { sortedOrder } from '../util/sort.ts'
import type { Scored } from './metrics.ts'

/** Rows of about the same probability: what was said of them, and what came. */
export interface CalibrationGroup {
  /** smallest probability in it */
  readonly from: number
  /** largest probability in it */
  readonly to: number
  /** rows in it, whatever their weight */
  readonly rows: number
  /** Σw of its rows */
  readonly weight: number
  /** mean probability */
  readonly said: number
  /** share of the event */
  readonly came: number
}

/** How far probabilities can be taken at their word. */
export interface Calibration {
  /** groups of rows from the lowest probability to the highest */
  readonly groups: readonly CalibrationGroup[]
  /** mean distance between what was said and what came, over the groups by weight (expected calibration error) */
  readonly error: number
  /** the largest such distance */
  readonly worst: number
}

/**
 * Sorts rows by probability into `groups` groups of about one size and compares the mean probability of each with its
 * share of events. Equal probabilities stay together, so there may be fewer groups. O(rows).
 *
 *     // Of ten rows with a forecast of 0.8, five came true: said 0.8, came 0.5.
 *     const labels = Array.from({ length: 10 }, (_, row) => row % 2)
 *     const { groups, error } = calibration({ labels, scores: labels.map(() => 0.8) })
 *     console.log(groups.length, error.toFixed(2)) // → 1 0.30
 *
 * @param groups most groups; default 10
 */
export function calibration({ labels, scores, weights }: Scored, groups = 10): Calibration {
  const values = Float64Array.from(scores, (score) => score + 0)
  // Rows without weight are left out: a group of them would have no mean.
  const order = sortedOrder(values).filter((row) => weights == null || weights[row] !== 0)
  const found: CalibrationGroup[] = []
  for (let i = 0; i < order.length;) {
    const start = i
    // The first goal not yet reached: ties may have gone beyond some.
    const goal = Math.ceil(((Math.floor((start * groups) / order.length) + 1) * order.length) / groups)
    let [weight, said, came] = [0, 0, 0]
    while (i < order.length && (i < goal || values[order[i]] === values[order[i - 1]])) {
      const row = order[i++]
      const worth = weights == null ? 1 : weights[row]
      weight += worth
      said += worth * values[row]
      came += worth * labels[row]
    }
    const [from, to] = [values[order[start]], values[order[i - 1]]]
    found.push({ from, to, rows: i - start, weight, said: said / weight, came: came / weight })
  }
  const total = found.reduce((sum, { weight }) => sum + weight, 0)
  const gaps = found.map(({ said, came }) => Math.abs(said - came))
  return {
    groups: found,
    error: gaps.reduce((sum, gap, i) => sum + (gap * found[i].weight) / total, 0),
    worst: Math.max(0, ...gaps),
  }
}
