/** Variance of the rows behind Σw, Σwy and Σwy² (divided by Σw, not by Σw − 1). Never negative. */
export function variance(weight: number, sum: number, sumSquares: number): number {
  if (weight === 0) return 0
  const mean = sum / weight
  return Math.max(0, sumSquares / weight - mean * mean)
}

/** Variance when the part is known: Σ share of part · variance of part. Each part is [Σw, Σwy, Σwy²]. */
export function conditionalVariance(parts: readonly (readonly [number, number, number])[]): number {
  let weight = 0
  let sum = 0
  for (const part of parts) {
    weight += part[0]
    sum += part[0] * variance(...part)
  }
  return weight === 0 ? 0 : sum / weight
}
