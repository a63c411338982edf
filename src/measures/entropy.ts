import { log2, xLog2x } from '../util/numbers/log2.ts'

/**
 * Entropy of counts or probabilities: the uncertainty about which class a row has, Σ p·log(1/p). In bits unless another
 * base is given (Math.E for nats). Terms with p = 0 add nothing. Shannon 1948.
 *
 *     console.log(entropy([0.6, 0.4]).toFixed(6)) // → 0.970951
 */
export function entropy(counts: ArrayLike<number>, base = 2): number {
  let total = 0
  for (let i = 0; i < counts.length; i++) total += counts[i]
  let sum = 0
  // As shares, so that even splits of any size give exactly the same.
  for (let i = 0; i < counts.length; i++) {
    const share = counts[i] / total
    if (share > 0) sum -= share * log2(share)
  }
  return sum / log2(base)
}

/**
 * Entropy of the classes when the part is known: Σ share of part · entropy of part. `table[j][i]` counts class i in
 * part j.
 *
 *     // Not knowing the bin, yes and no are even: 1 bit. Knowing it, little is left open.
 *     console.log(conditionalEntropy([[9, 1], [1, 9]]).toFixed(3)) // → 0.469
 *
 * @param base of the logarithm; default 2, for bits
 */
export function conditionalEntropy(table: readonly ArrayLike<number>[], base = 2): number {
  const totals = table.map((counts) => Array.from(counts).reduce((sum, count) => sum + count, 0))
  const rows = totals.reduce((sum, total) => sum + total, 0)
  return table.reduce((sum, counts, j) => sum + (totals[j] === 0 ? 0 : (totals[j] / rows) * entropy(counts, base)), 0)
}

/**
 * total · entropy(counts) in bits: what it takes to tell the classes of all rows. The form searches compare, since it
 * adds up over parts without a division.
 */
export function totalEntropy(counts: ArrayLike<number>, total: number): number {
  let sum = xLog2x(total)
  for (let i = 0; i < counts.length; i++) sum -= xLog2x(counts[i])
  return sum
}

/** The class counts of a table added over its parts. */
export function columnTotals(table: readonly ArrayLike<number>[]): Float64Array {
  const totals = new Float64Array(table[0]?.length ?? 0)
  for (const counts of table) {
    for (let i = 0; i < totals.length; i++) totals[i] += counts[i]
  }
  return totals
}
