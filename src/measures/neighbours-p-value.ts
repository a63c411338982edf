import { chiSquareOfPair } from './chi-square.ts'
import { chiSquareTail } from './distributions/chi-square-distribution.ts'

/** What two bins hold of a target: Σw per class, or Σw·y and Σw·y² of a number. */
export interface Compared {
  readonly count: number
  readonly weight?: number | undefined
  readonly classes?: readonly number[] | undefined
  readonly sum?: number | undefined
  readonly sumSquares?: number | undefined
}

/**
 * The p-value of the test that two bins are alike, two-sided: of two proportions with their pooled rate where a class is the
 * `event`, of all classes by χ² of so many `degrees` of freedom where it is −1, of two means with a variance of their own
 * each for a number. 1 where nothing can be told; null without a target.
 */
export function neighboursPValue(
  a: Compared,
  b: Compared,
  { event, degrees }: { readonly event: number; readonly degrees: number },
): number | null {
  const [m, n] = [a.weight ?? a.count, b.weight ?? b.count]
  if (a.classes !== undefined && b.classes !== undefined) {
    if (event >= 0) return chiSquareTail(squaredDeviate(a.classes[event], m, b.classes[event], n), 1)
    const pair = Float64Array.from([...a.classes, ...b.classes])
    return chiSquareTail(chiSquareOfPair(pair, a.classes.length, 0, 1, 0, 0), degrees)
  }
  if (a.sum === undefined || b.sum === undefined) return null
  const change = a.sum / m - b.sum / n
  const doubt = squaredError(a, m) + squaredError(b, n)
  return change === 0 || !(doubt < Infinity) ? 1 : chiSquareTail((change * change) / doubt, 1)
}

/** The square of the normal deviate of two proportions a/m and b/n, with the pooled rate; 0 where there is no doubt. */
export function squaredDeviate(a: number, m: number, b: number, n: number): number {
  const pooled = (a + b) / (m + n)
  const spread = pooled * (1 - pooled) * (1 / m + 1 / n)
  const difference = a / m - b / n
  return spread > 0 ? (difference * difference) / spread : 0
}

/** Square of the standard error of a mean; Infinity where one row alone cannot tell. */
function squaredError({ sum = 0, sumSquares = 0 }: Compared, rows: number): number {
  return rows > 1 ? Math.max(0, sumSquares - (sum * sum) / rows) / (rows - 1) / rows : Infinity
}
