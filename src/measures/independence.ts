import { chiSquare } from './chi-square.ts'
import { chiSquareTail } from './distributions/chi-square-distribution.ts'
import { countPresent, tableTotals } from './table-totals.ts'

/** The χ² test of whether parts and classes have nothing to do with each other. */
export interface IndependenceTest {
  /** Pearson's χ²; 0 where parts and classes do not depend on each other at all */
  readonly chiSquare: number
  /** degrees of freedom: (parts − 1) · (classes − 1), of those that hold anything */
  readonly degrees: number
  /** chance of a χ² at least as large if they were independent; 1 where there is nothing to compare */
  readonly pValue: number
}

/**
 * Pearson's χ² test of independence, without a correction for continuity. `table[j][i]` counts class i in part j; empty
 * parts and classes do not count. The p-value is an approximation that is good when expected counts are 5 or more.
 * O(cells). Pearson 1900.
 *
 *     const { chiSquare: found, degrees, pValue } = independenceTest([[30, 10], [18, 22]])
 *     console.log(found.toFixed(2), degrees, pValue.toFixed(4)) // → 7.50 1 0.0062
 */
export function independenceTest(table: readonly ArrayLike<number>[]): IndependenceTest {
  const { parts, classes } = tableTotals(table)
  const degrees = Math.max(0, countPresent(parts) - 1) * Math.max(0, countPresent(classes) - 1)
  if (degrees === 0) return { chiSquare: 0, degrees: 0, pValue: 1 }
  const statistic = chiSquare(table)
  return { chiSquare: statistic, degrees, pValue: chiSquareTail(statistic, degrees) }
}
