import { entropy } from './entropy.ts'
import { gain } from './gain.ts'

/** Gain over the entropy of the parts' sizes, which tames parts that are many and small. 0 for a single part. Quinlan 1986. */
export function gainRatio(table: readonly ArrayLike<number>[]): number {
  const sizes = table.map((counts) => Array.from(counts).reduce((a, b) => a + b, 0))
  const split = entropy(sizes)
  return split === 0 ? 0 : gain(table) / split
}
