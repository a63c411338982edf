import { exp } from '../../util/numbers/exp.ts'

/**
 * Probability that the Kolmogorov-Smirnov distance of two samples of n and m rows from one continuous population is at
 * least `distance`: the limit for many rows, with Stephens' correction for few (1970). Ties make the true one smaller.
 */
export function kolmogorovTail(distance: number, n: number, m: number): number {
  if (n <= 0 || m <= 0) return 1
  const root = Math.sqrt((n * m) / (n + m))
  const x = (root + 0.12 + 0.11 / root) * distance
  // Below this the series needs many terms, and all of it is 1 to ten digits.
  if (x < 0.3) return 1
  let sum = 0
  for (let k = 1; k <= 20; k++) {
    const term = exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
    if (term < 1e-17) break
  }
  return Math.min(1, Math.max(0, 2 * sum))
}
