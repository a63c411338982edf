import type { NumberSummary } from '../types.ts'
import { ExactSum, productError } from '../util/numbers/exact-sum.ts'

/** Σw, Σwx and Σwx² over the finite values of a column, each exact and rounded once. */
export interface Moments {
  /** Σw of the finite values */
  readonly weight: number
  /** Σwx; the mean is sum / weight */
  readonly sum: number
  /** Σwx², from which the deviation follows */
  readonly sumSquares: number
}

/**
 * The moments of an exact summary. They follow from its cells, so they are computed when asked for and not stored: no
 * fit pays for them that does not need them. O(cells).
 *
 *     const { weight, sum } = columnMoments(summarize([18, 22, 32]))
 *     console.log(sum / weight) // → 24
 */
export function columnMoments(summary: NumberSummary): Moments {
  const { size, lo, tallies } = summary.cells
  // Unweighted, the number of rows is the weight; weighted, the classes share it among them.
  const weightChannels = summary.weighted && summary.target?.kind === 'class' ? tallies.channels : 1
  const planes = summary.weighted ? [tallies.sums, ...tallies.residues] : [tallies.rows]
  const channels = summary.weighted ? tallies.channels : 1
  const total = new ExactSum()
  const sum = new ExactSum()
  const sumSquares = new ExactSum()
  for (let i = 0; i < size; i++) {
    const x = lo[i]
    for (const plane of planes) {
      for (let c = 0; c < weightChannels; c++) {
        const weight = plane[i * channels + c]
        if (weight === 0) continue
        const wx = weight * x
        total.add(weight)
        sum.addProduct(weight, x)
        sumSquares.addProduct(wx, x)
        if (Number.isFinite(wx)) sumSquares.addProduct(productError(weight, x, wx), x)
      }
    }
  }
  return { weight: total.value(), sum: sum.value(), sumSquares: sumSquares.value() }
}
