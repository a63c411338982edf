import { chiSquareTail } from '../distributions/chi-square-distribution.ts'
import type { Score } from './cell-score.ts'

/** A χ² and its degrees of freedom. */
export interface ScoreTest {
  readonly chiSquare: number
  readonly degrees: number
}

/** Variances below this part of the largest are rounding. */
const NOTHING = 1e-10

/**
 * UᵀV⁻¹U, about χ² when nothing changed. Classes that cannot vary beside the others add no degree: V is split by Cholesky's
 * method, the largest variance left first, until nothing is left. O(classes³).
 */
export function scoreTest({ u, v }: Score): ScoreTest {
  const d = u.length
  if (d === 1) return v[0] > 0 ? { chiSquare: (u[0] * u[0]) / v[0], degrees: 1 } : { chiSquare: 0, degrees: 0 }
  const rest = v.slice()
  const left = u.slice()
  const open = Array.from({ length: d }, (_, i) => i)
  const largest = open.reduce((most, i) => Math.max(most, v[i * d + i]), 0)
  let [chiSquare, degrees] = [0, 0]
  while (open.length > 0) {
    const at = open.reduce((best, i) => (rest[i * d + i] > rest[best * d + best] ? i : best))
    const pivot = rest[at * d + at]
    if (!(pivot > largest * NOTHING)) break
    open.splice(open.indexOf(at), 1)
    chiSquare += (left[at] * left[at]) / pivot
    degrees++
    for (const i of open) {
      const factor = rest[i * d + at] / pivot
      left[i] -= factor * left[at]
      for (const j of open) rest[i * d + j] -= factor * rest[at * d + j]
    }
  }
  return { chiSquare, degrees }
}

/** The p-value of a score; 1 where nothing can vary. */
export function scoreTail({ chiSquare, degrees }: ScoreTest): number {
  return degrees === 0 ? 1 : chiSquareTail(Math.max(0, chiSquare), degrees)
}
