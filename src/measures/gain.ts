import { columnTotals, conditionalEntropy, entropy } from './entropy.ts'

/**
 * Information gain: entropy of the classes less their entropy when the part is known; never negative.
 * `table[j][i]` counts class i in part j.
 *
 *     // What the bins tell about the classes, in bits per row; 1 would be everything.
 *     console.log(gain([[9, 1], [1, 9]]).toFixed(3)) // → 0.531
 *
 * @param base of the logarithm; default 2, for bits
 */
export function gain(table: readonly ArrayLike<number>[], base = 2): number {
  return Math.max(0, entropy(columnTotals(table), base) - conditionalEntropy(table, base))
}
