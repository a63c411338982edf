import { entropy } from './entropy.ts'
import { gain } from './gain.ts'

/**
 * Gain over the entropy of the parts' sizes, which tames parts that are many and small. 0 for a single part. Quinlan
 * 1986.
 *
 *     // A bin for every row gains all there is, but the ratio sees that it took many bins.
 *     const rows = [[1, 0], [1, 0], [0, 1], [0, 1]]
 *     console.log(gain(rows), gainRatio(rows)) // → 1 0.5
 *
 * @param table `table[j][i]` counts class i in part j
 */
export function gainRatio(table: readonly ArrayLike<number>[]): number {
  const sizes = table.map((counts) => Array.from(counts).reduce((a, b) => a + b, 0))
  const split = entropy(sizes)
  return split === 0 ? 0 : gain(table) / split
}
