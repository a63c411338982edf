import { log2 } from '../util/numbers/log2.ts'

/** Distances between two distributions over the same bins, given as counts or shares. All are 0 for equal shares. */

/**
 * Jensen-Shannon divergence in bits, from 0 to 1: mean divergence of each from the average of both. Lin 1991.
 *
 *     console.log(jensenShannon([0.5, 0.5, 0], [0, 0.5, 0.5])) // → 0.5
 *
 * @param p shares or counts per bin; they are scaled to sum to 1
 * @param q the same bins on the other side
 */
export function jensenShannon(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [a, b] = [shares(p), shares(q)]
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    const both = a[i] + b[i]
    if (a[i] > 0) sum += (a[i] * log2((2 * a[i]) / both)) / 2
    if (b[i] > 0) sum += (b[i] * log2((2 * b[i]) / both)) / 2
  }
  return Math.min(1, Math.max(0, sum))
}

/**
 * Hellinger distance, from 0 to 1: √(1 − Σ √(p·q)), computed without cancelling.
 *
 *     // The same three bins before and now, as shares:
 *     console.log(hellinger([0.5, 0.3, 0.2], [0.2, 0.3, 0.5]).toFixed(3)) // → 0.260
 *
 * @param p shares or counts per bin; they are scaled to sum to 1
 * @param q the same bins on the other side
 */
export function hellinger(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [a, b] = [shares(p), shares(q)]
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    const difference = Math.sqrt(a[i]) - Math.sqrt(b[i])
    sum += difference * difference
  }
  return Math.min(1, Math.sqrt(sum / 2))
}

/**
 * Kolmogorov-Smirnov distance, from 0 to 1: the largest gap between the two cumulative shares over ordered bins.
 *
 *     // A third of the rows moved from the first bin to the last.
 *     console.log(kolmogorovSmirnov([10, 10, 10], [0, 10, 20]).toFixed(3)) // → 0.333
 *
 * @param p shares or counts per bin, in the order of the values
 * @param q the same bins on the other side
 */
export function kolmogorovSmirnov(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [a, b] = [shares(p), shares(q)]
  let gap = 0
  let largest = 0
  for (let i = 0; i < a.length; i++) {
    gap += a[i] - b[i]
    largest = Math.max(largest, Math.abs(gap))
  }
  return Math.min(1, largest)
}

function shares(counts: ArrayLike<number>): Float64Array {
  const result = Float64Array.from(counts)
  const total = result.reduce((sum, count) => sum + count, 0)
  return total === 0 ? result : result.map((count) => count / total)
}
