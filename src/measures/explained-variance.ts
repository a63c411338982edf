import { variance } from './conditional-variance.ts'

/** Σw, Σwy and Σwy² of a part of the rows. */
export type NumberPart = readonly [weight: number, sum: number, sumSquares: number]

/**
 * The share of the variance of a number that the parts explain (η², the squared correlation ratio): the variance of their
 * means over that of all rows. From 0 to 1; 0 where the number does not vary. O(parts).
 *
 *     // Rents of 1, 2, 3 in one bin and 7, 8, 9 in the other, each as [rows, Σy, Σy²]:
 *     console.log(explainedVariance([[3, 6, 14], [3, 24, 194]]).toFixed(3)) // → 0.931
 *
 * @param parts per part Σw, Σwy and Σwy²
 */
export function explainedVariance(parts: readonly NumberPart[]): number {
  const all = [0, 1, 2].map((i) => parts.reduce((sum, part) => sum + part[i], 0))
  const mean = all[1] / all[0]
  let between = 0
  for (const [weight, sum] of parts) {
    if (weight === 0) continue
    const away = sum / weight - mean
    between += (weight / all[0]) * away * away
  }
  const share = between / variance(all[0], all[1], all[2])
  return share >= 0 ? Math.min(1, share) : 0
}
