import { log2Binomial } from '../util/numbers/log-gamma.ts'
import { log2 } from '../util/numbers/log2.ts'
import { arrangementBits } from './description-length.ts'
import { columnTotals } from './entropy.ts'

/**
 * Bits to describe the classes of all rows by parts of a column (Boullé 2006, "MODL: a Bayes optimal discretization method
 * for continuous attributes"), with N rows, I parts and J classes:
 * log2 N for the number of parts, log2 C(N + I − 1, I − 1) for the rows in each of them, and per part
 * log2 C(Nᵢ + J − 1, J − 1) for its class counts and log2 Nᵢ! / ΠNᵢⱼ! for the order of its classes.
 * `table[i][j]` counts class j in part i; a class counts in J when it occurs. Of two ways to cut the same column, the one
 * with fewer bits is the more probable. Counts may be fractional. 0 for a table without rows. O(parts · classes).
 *
 *     // Two pure bins take fewer bits than one mixed bin, so the cut pays.
 *     console.log(modlLength([[10, 0], [0, 10]]).toFixed(1), modlLength([[10, 10]]).toFixed(1)) // → 15.6 26.2
 */
export function modlLength(table: readonly ArrayLike<number>[]): number {
  const totals = columnTotals(table)
  const rows = totals.reduce((sum, total) => sum + total, 0)
  if (rows === 0) return 0
  const classes = totals.reduce((present, total) => present + (total > 0 ? 1 : 0), 0)
  let bits = log2(rows) + log2Binomial(rows + table.length - 1, table.length - 1)
  for (const counts of table) {
    let own = 0
    for (let j = 0; j < counts.length; j++) own += counts[j]
    bits += arrangementBits(counts, own, classes)
  }
  return bits
}
