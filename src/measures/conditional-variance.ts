/**
 * Variance of the rows behind Σw, Σwy and Σwy² (divided by Σw, not by Σw − 1). Never negative.
 *
 *     import { variance } from 'kerf/measures'
 *
 *     // Rents of 1, 2 and 3, as rows, Σy and Σy²:
 *     console.log(variance(3, 6, 14).toFixed(3)) // → 0.667
 */
export function variance(weight: number, sum: number, sumSquares: number): number {
  if (weight === 0) return 0
  const mean = sum / weight
  return Math.max(0, sumSquares / weight - mean * mean)
}

/**
 * Variance when the part is known: Σ share of part · variance of part. Each part is [Σw, Σwy, Σwy²].
 *
 *     // Rents of 1, 2, 3 in one bin and 7, 8, 9 in the other, each as [rows, Σy, Σy²]:
 *     console.log(conditionalVariance([[3, 6, 14], [3, 24, 194]]).toFixed(3)) // → 0.667
 */
export function conditionalVariance(parts: readonly (readonly [number, number, number])[]): number {
  let weight = 0
  let sum = 0
  for (const part of parts) {
    weight += part[0]
    sum += part[0] * variance(...part)
  }
  return weight === 0 ? 0 : sum / weight
}
