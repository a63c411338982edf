import type { Closed, NumberSummary } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { ln } from '../../util/numbers/log2.ts'
import { viewColumn } from '../column-view.ts'
import { needsTarget } from './bin-count-rules.ts'
import { targetMoments } from '../search/target-moments.ts'

/** The error that bins with some cuts are expected to make on rows they have not seen, mean of all rows. */
export type LossOfCuts = (cuts: readonly number[], closed: Closed) => number

/** What is told of a column: how to judge cuts, and in which measure. */
export interface ExpectedLoss {
  readonly measure: 'log loss' | 'square error'
  readonly lossOf: LossOfCuts
}

/**
 * How to judge cuts of a column by its cells alone: every row is predicted by the other rows of its bin (leave one out),
 * which needs no rows, only sums of the bin.
 *
 * 1. Classes: the log loss, in nats, of rates smoothed by one row of each class. A row of class c among n in a bin of which
 *    n_c are of its class is given n_c / (n + classes − 1): its own count and Laplace's one row cancel.
 * 2. A number: the square error of the mean of the others and one row of the mean of all.
 *
 * Against the error on the rows themselves both add about one unit of noise for each bin, the σ²/|B| of theory twice: once
 * for what the bin learned of its noise, once for how far off it is elsewhere. O(cells) once, then O(cuts · log cells).
 */
export function expectedLoss(summary: NumberSummary): ExpectedLoss {
  const { target } = summary
  if (target === null) return needsTarget()
  return target.kind === 'class' ? logLossOf(summary) : squareErrorOf(summary)
}

function logLossOf(summary: NumberSummary): ExpectedLoss {
  const { size, lo, total, counts, classCount } = viewColumn(summary)
  const below = prefixSums(counts, classCount)
  // A class that never occurs here is no class to be wrong about.
  let present = 0
  for (let c = 0; c < classCount; c++) if (below[size * classCount + c] > 0) present++
  return {
    measure: 'log loss',
    lossOf: (cuts, closed) => {
      let loss = 0
      eachBin(lo, cuts, closed, (from, to) => {
        let n = 0
        for (let c = 0; c < classCount; c++) {
          const count = below[to * classCount + c] - below[from * classCount + c]
          if (count > 0) loss -= count * ln(count)
          n += count
        }
        loss += n * ln(n + present - 1)
      })
      return total === 0 ? 0 : loss / total
    },
  }
}

function squareErrorOf(summary: NumberSummary): ExpectedLoss {
  const { lo } = summary.cells
  const { size, weights, sums, squares } = targetMoments(summary)
  const [n, y, y2] = [prefixSums(weights, 1), prefixSums(sums, 1), prefixSums(squares, 1)]
  const mean = n[size] === 0 ? 0 : y[size] / n[size]
  return {
    measure: 'square error',
    lossOf: (cuts, closed) => {
      let loss = 0
      eachBin(lo, cuts, closed, (from, to) => {
        const rows = n[to] - n[from]
        const sum = y[to] - y[from]
        // Both about the mean of all rows.
        const off = sum - rows * mean
        const square = Math.max(0, y2[to] - y2[from] - mean * (sum + off))
        loss += leaveOneOut(rows, off, square)
      })
      return n[size] === 0 ? 0 : loss / n[size]
    },
  }
}

/** Σ (d − (D − d)/n)² over a bin of n rows at d from the mean of all, D = Σd, Q = Σd²; no neighbours help a lone row. */
function leaveOneOut(n: number, sum: number, square: number): number {
  if (n <= 1) return square
  return Math.max(0, (n + 1) * (n + 1) * square - (n + 2) * sum * sum) / (n * n)
}

/** Calls back with the cells from … to − 1 of each bin that has any. A coarse cell goes where its smallest value goes. */
function eachBin(
  lo: Float64Array,
  cuts: readonly number[],
  closed: Closed,
  take: (from: number, to: number) => void,
): void {
  let from = 0
  for (let i = 0; i <= cuts.length; i++) {
    const to = i === cuts.length ? lo.length : closed === 'left' ? bisectLeft(lo, cuts[i]) : bisectRight(lo, cuts[i])
    if (to > from) take(from, to)
    from = Math.max(from, to)
  }
}

/** Sums of all cells before each cell, `channels` numbers a cell; one more entry for the end. */
function prefixSums(sums: Float64Array, channels: number): Float64Array {
  const before = new Float64Array(sums.length + channels)
  for (let at = 0; at < sums.length; at++) before[at + channels] = before[at] + sums[at]
  return before
}
