import { columnTotals, conditionalEntropy, entropy } from './entropy.ts'

/**
 * Information gain: entropy of the classes less their entropy when the part is known; never negative.
 * `table[j][i]` counts class i in part j.
 */
export function gain(table: readonly ArrayLike<number>[], base = 2): number {
  return Math.max(0, entropy(columnTotals(table), base) - conditionalEntropy(table, base))
}
