import { fTail } from './distributions/f-distribution.ts'

/** A mean over folds with the interval it lies in. */
export interface FoldEstimate {
  /** of the folds */
  readonly mean: number
  /** lower end of the 95 % interval */
  readonly from: number
  /** upper end of the 95 % interval */
  readonly to: number
}

/**
 * The mean of what k folds gave, with a 95 % interval. The folds share most of their training rows, so that their spread
 * alone says too little: the variance is that of the folds times 1/k + 1/(k − 1), and the interval that of Student's t with
 * k − 1 degrees of freedom (Nadeau and Bengio 2003). A single fold has no interval: both ends are NaN.
 */
export function foldEstimate(values: readonly number[]): FoldEstimate {
  const k = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / k
  if (k < 2) return { mean, from: Number.NaN, to: Number.NaN }
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (k - 1)
  const half = studentLimit(k - 1) * Math.sqrt(variance * (1 / k + 1 / (k - 1)))
  return { mean, from: mean - half, to: mean + half }
}

/** Quantile 0.975 of Student's t, by halving. */
function studentLimit(degrees: number): number {
  let [low, high] = [1, 16]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (fTail(middle * middle, 1, degrees) > 0.05) low = middle
    else high = middle
  }
  return high
}
