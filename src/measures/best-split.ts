import { exp } from '../util/numbers/exp.ts'
import { ln } from '../util/numbers/log2.ts'
import { chiSquareQuantileOfTail } from './distributions/chi-square-distribution.ts'

/** Where the best of several splits was looked for: how many candidates, and the share of rows left of the first and last. */
export interface SplitPlaces {
  /** how many candidates there were */
  readonly places: number
  /** share of the rows left of the first candidate */
  readonly first: number
  /** share of the rows left of the last candidate */
  readonly last: number
}

/**
 * What the best of many splits of one sorted column must exceed to be significant at level alpha, in units of z²: for a
 * numeric target (N − 1) · (sum of squares between the sides) / (sum of squares in all). A single split has the limit of
 * χ² with one degree of freedom. The best of many has the lower of two: Bonferroni's, which tests at alpha / places,
 * and that of Miller and Siegmund (1982, "Maximally selected chi square statistics"), who know that neighbouring ones say
 * nearly the same: P(best z ≥ b) ≈ φ(b)·((b − 1/b)·ln(t₂(1 − t₁) / (t₁(1 − t₂))) + 4/b) over shares from t₁ to t₂. O(1).
 *
 *     // The best of 20 cuts between the 10th and the 90th percentile must clear more than a single cut would.
 *     const limit = bestSplitLimit(0.05, { places: 20, first: 0.1, last: 0.9 })
 *     console.log(limit.toFixed(2), chiSquareQuantileOfTail(0.05, 1).toFixed(2)) // → 9.14 3.84
 *
 * @param alpha the chance of a false split that is allowed, such as 0.05
 */
export function bestSplitLimit(alpha: number, { places, first, last }: SplitPlaces): number {
  const oneByOne = chiSquareQuantileOfTail(alpha / Math.max(1, places), 1)
  const span = ln((last / first) * ((1 - first) / (1 - last)))
  const chance = (b: number): number => (exp((-b * b) / 2) / ROOT_2_PI) * ((b - 1 / b) * span + 4 / b)
  // From 1 on the chance rises at most once before it falls, so there is one b at which it falls through alpha.
  let low = 1
  let high = FARTHEST
  if (!(chance(low) > alpha)) return oneByOne
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (chance(middle) > alpha) low = middle
    else high = middle
  }
  return Math.min(oneByOne, high * high)
}

const ROOT_2_PI = 2.5066282746310002
/** A normal variable is never farther off: the chance is below the smallest double. */
const FARTHEST = 40
const HALVINGS = 60
