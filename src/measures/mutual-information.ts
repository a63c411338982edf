import { log2 } from '../util/numbers/log2.ts'
import { tableTotals } from './table-totals.ts'

/**
 * Mutual information of parts and classes: Σ p(j, i) · log(p(j, i) / (p(j) · p(i))), in bits unless another base is given.
 * The same number as `gain`, seen from both sides: what the part tells about the class is what the class tells about the
 * part. Never negative; empty cells add nothing. `table[j][i]` counts class i in part j. O(cells). Shannon 1948.
 *
 *     console.log(mutualInformation([[9, 1], [1, 9]]).toFixed(3)) // → 0.531
 *
 * @param base of the logarithm; default 2, for bits
 */
export function mutualInformation(table: readonly ArrayLike<number>[], base = 2): number {
  const { parts, classes, all } = tableTotals(table)
  let sum = 0
  table.forEach((counts, j) => {
    for (let i = 0; i < classes.length; i++) {
      if (counts[i] > 0) sum += (counts[i] / all) * log2(counts[i] / parts[j] / (classes[i] / all))
    }
  })
  return Math.max(0, sum / log2(base))
}
