import type { ColumnView } from './column-view.ts'
import type { TargetMoments } from './target-moments.ts'

/** A numeric target cell by cell; means are distances to the centre of the moments. */
export interface SpreadCells {
  readonly size: number
  readonly weights: Float64Array
  readonly means: Float64Array
  /** Σw(y − mean)² within each cell */
  readonly squares: Float64Array
}

/** Weight, mean and Σw(y − mean)² of a numeric target in a stretch of cells. */
export interface Spread {
  readonly weight: number
  readonly mean: number
  readonly squares: number
}

/** What is weighed over the sides of a cut: the variance of the target, or its standard deviation. */
export type SpreadCriterion = 'variance' | 'deviation'

/** A spread this small against the values themselves is what rounding leaves of none. */
const ROUNDING = 4 * Number.EPSILON

/** The weight, mean and spread of each cell; weights are those of the view, which add up exactly. O(cells). */
export function spreadCells({ weights }: ColumnView, { size, ...moments }: TargetMoments): SpreadCells {
  const means = new Float64Array(size)
  const squares = new Float64Array(size)
  for (let cell = 0; cell < size; cell++) {
    means[cell] = moments.sums[cell] / moments.weights[cell]
    const within = moments.squares[cell] - moments.sums[cell] * means[cell]
    squares[cell] = within > ROUNDING * moments.squares[cell] ? within : 0
  }
  return { size, weights, means, squares }
}

/** The spread of the cells from … to − 1, in two passes from the first mean on: never negative, and 0 for a constant. */
export function spreadOf({ weights, means, squares }: SpreadCells, from: number, to: number): Spread {
  const first = means[from]
  let weight = 0
  let sum = 0
  let largest = 0
  for (let cell = from; cell < to; cell++) {
    weight += weights[cell]
    sum += weights[cell] * (means[cell] - first)
    largest = Math.max(largest, Math.abs(means[cell]))
  }
  const shift = sum / weight
  let total = 0
  for (let cell = from; cell < to; cell++) {
    const off = means[cell] - first - shift
    total += squares[cell] + weights[cell] * off * off
  }
  const least = ROUNDING * largest
  return { weight, mean: first + shift, squares: total > weight * least * least ? total : 0 }
}

/** Two spreads as one. */
export function joinSpreads(a: Spread, b: Spread): Spread {
  const weight = a.weight + b.weight
  const off = b.mean - a.mean
  return {
    weight,
    mean: a.mean + off * (b.weight / weight),
    squares: a.squares + b.squares + off * (a.weight / weight) * b.weight * off,
  }
}

/** Σw times the variance or the deviation: what cuts lower. */
export function disorder({ weight, squares }: Spread, criterion: SpreadCriterion): number {
  return criterion === 'variance' ? squares : Math.sqrt(weight) * Math.sqrt(squares)
}
