import { chiSquare } from './chi-square.ts'
import { countPresent, tableTotals } from './table-totals.ts'

/**
 * Cramér's V: how strongly parts and classes go together, √(χ² / (rows · (k − 1))) with k the smaller of the numbers of
 * parts and classes that hold anything. From 0, independent, to 1, one decides the other; 0 where there is only one part or
 * one class. Unlike χ² it does not grow with the number of rows, so tables of different sizes compare. Not corrected for
 * bias: small tables of many cells come out too high. `table[j][i]` counts class i in part j. O(cells). Cramér 1946.
 *
 *     // The same shares in ten times as many rows: χ² grows, Cramér's V does not.
 *     const few = [[9, 1], [1, 9]]
 *     const many = few.map((part) => part.map((count) => 10 * count))
 *     console.log(cramersV(few), cramersV(many)) // → 0.8 0.8
 */
export function cramersV(table: readonly ArrayLike<number>[]): number {
  const { parts, classes, all } = tableTotals(table)
  const smaller = Math.min(countPresent(parts), countPresent(classes))
  return smaller < 2 ? 0 : Math.min(1, Math.sqrt(chiSquare(table) / all / (smaller - 1)))
}
