import type { SparseRows } from '../encoders/encoded-rows.ts'
import { addOnes, addPairs, addPlain } from './gradient-loops.ts'
import { scoreOnes, scorePairs, scorePlain } from './score-loops.ts'
import { hasWeights, type RowSpan } from './row-span.ts'
import { exp } from '../util/numbers/exp.ts'
import { ln, log1p } from '../util/numbers/log2.ts'

/** The linear score of each row of a span: intercept + Σ weight · parameter. O(entries). */
export function scoreRows(rows: SparseRows, span: RowSpan, parameters: Float64Array, scores: Float64Array): void {
  if (!hasWeights(rows)) scoreOnes(rows, span, parameters, scores)
  else if (rows.pairs) scorePairs(rows, span, parameters, scores)
  else scorePlain(rows, span, parameters, scores)
}

/** Adds to the gradient what each row of a span says, given the derivative of its loss by its score. O(entries). */
export function addGradient(rows: SparseRows, span: RowSpan, slopes: Float64Array, gradient: Float64Array): void {
  if (!hasWeights(rows)) addOnes(rows, span, slopes, gradient)
  else if (rows.pairs) addPairs(rows, span, slopes, gradient)
  else addPlain(rows, span, slopes, gradient)
  let sum = 0
  for (let i = 0; i < span.end - span.start; i++) sum += slopes[i]
  gradient[rows.columns] += sum
}

/** Adds the squares of all entries to `squares`, which says how much each output is in use. O(entries). */
export function addSquares(
  rows: SparseRows,
  span: RowSpan,
  rowWeights: Float64Array | null,
  squares: Float64Array,
): void {
  const { width, columns, indices, weights, pairs } = rows
  for (let i = span.start; i < span.end; i++) {
    const row = span.order === null ? i : span.order[i]
    const worth = rowWeights === null ? 1 : rowWeights[row]
    for (let at = row * width; at < (row + 1) * width; at++) {
      const weight = weights === null ? 1 : weights[at]
      const own = pairs ? 1 - weight : weight
      squares[indices[at]] += worth * own * own
      if (pairs) squares[indices[at] + 1] += worth * weight * weight
    }
    squares[columns] += worth
  }
}

/** The probability that belongs to a score: 1 / (1 + e^−score), without overflow. */
export function sigmoid(score: number): number {
  const e = exp(score < 0 ? score : -score)
  return score < 0 ? e / (1 + e) : 1 / (1 + e)
}

/** Factors of at most 2 that a product takes before its logarithm is due. */
const FACTORS = 512

/**
 * Turns scores into slopes (probability − label, times the row's weight) and gives the sum of the log losses. Without row
 * weights a product of many factors 1 + e^−|score| takes one logarithm; that is most of what a row costs besides entries.
 */
export function lossAndSlopes(
  scores: Float64Array,
  labels: ArrayLike<number>,
  rowWeights: Float64Array | null,
  span: RowSpan,
): number {
  const { start, end, order } = span
  let loss = 0
  let product = 1
  for (let i = start; i < end; i++) {
    const row = order === null ? i : order[i]
    const score = scores[i - start]
    const label = labels[row]
    const e = exp(score < 0 ? score : -score)
    const probability = (score < 0 ? e : 1) / (1 + e)
    const linear = (score > 0 ? score : 0) - score * label
    if (rowWeights === null) {
      loss += linear
      product *= 1 + e
      if ((i - start) % FACTORS === FACTORS - 1) {
        loss += ln(product)
        product = 1
      }
      scores[i - start] = probability - label
    } else {
      loss += rowWeights[row] * (linear + log1p(e))
      scores[i - start] = rowWeights[row] * (probability - label)
    }
  }
  return loss + ln(product)
}
