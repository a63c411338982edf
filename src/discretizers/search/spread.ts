import { productError } from '../../util/numbers/exact-sum.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { TargetSums } from './target-sums.ts'

/** Weight, mean and Σw(y − mean)² of a numeric target in a part of cells; the mean is a distance to the centre of the sums. */
export interface Spread {
  readonly weight: number
  readonly mean: number
  readonly squares: number
}

/** What is weighed over the sides of a cut: the variance of the target, or its standard deviation. */
export type SpreadCriterion = 'variance' | 'deviation'

/** Squares this small against those of all cells up to a part are what rounding leaves of none. */
const ROUNDING = powerOfTwo(-101)

/**
 * The spread of the cells from … to − 1, by the differences of running sums; 0 squares for a constant. Differences of pairs of
 * doubles keep about 100 bits, so that a small part beside a large one keeps its digits. O(1).
 */
export function spreadOf({ weights, sums, squares }: TargetSums, from: number, to: number): Spread {
  const w = weights.hi[to] - weights.hi[from]
  const wLow = lostBy(weights.hi[to], weights.hi[from], w) + (weights.lo[to] - weights.lo[from])
  const s = sums.hi[to] - sums.hi[from]
  const sLow = lostBy(sums.hi[to], sums.hi[from], s) + (sums.lo[to] - sums.lo[from])
  const q = squares.hi[to] - squares.hi[from]
  const qLow = lostBy(squares.hi[to], squares.hi[from], q) + (squares.lo[to] - squares.lo[from])
  const weight = w + wLow
  const mean = (s + sLow) / weight
  // Rounding the mean leaves a little of Σw(y − mean), which is 0 for the mean itself.
  const wMean = mean * w
  const left = s - wMean + (sLow - (productError(mean, w, wMean) + mean * wLow))
  // Σw(y − mean)² = Σwy² − mean · (Σwy + Σw(y − mean))
  const sMean = mean * s
  const around = q - sMean + (qLow - (productError(mean, s, sMean) + mean * (sLow + left)))
  const exact = around - left * (left / weight)
  const noise = ROUNDING * squares.hi[to] + ROUNDING * mean * mean * weights.hi[to]
  return { weight, mean, squares: exact > noise ? exact : 0 }
}

/** Σw(y − mean) of the cells from … to − 1. O(1). */
export function offMean({ weights, sums }: TargetSums, from: number, to: number, mean: number): number {
  const w = weights.hi[to] - weights.hi[from]
  const wLow = lostBy(weights.hi[to], weights.hi[from], w) + (weights.lo[to] - weights.lo[from])
  const s = sums.hi[to] - sums.hi[from]
  const sLow = lostBy(sums.hi[to], sums.hi[from], s) + (sums.lo[to] - sums.lo[from])
  const wMean = mean * w
  return s - wMean + (sLow - (productError(mean, w, wMean) + mean * wLow))
}

/** What rounding lost in a − b (Knuth 1969). */
function lostBy(a: number, b: number, difference: number): number {
  const back = a - difference
  return a - (difference + back) + (back - b)
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
