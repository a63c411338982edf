import { binLabels } from '../../binning/labels.ts'
import type { NumberValues } from '../../types.ts'
import { check, integer } from '../../util/check.ts'
import { readNumbers } from '../../util/data-value.ts'
import { nextUp, shortestDecimal } from '../../util/numbers/doubles.ts'

/**
 * Cuts for watching a column of numbers: cells of about equal numbers of the rows seen, and one cell each for what lies
 * below and above all of them, so that new values are news even where the column was constant. At most `cells` cells
 * between the ends, closed on the left. Bins that serve people are often too few to see a change soon. O(rows · log rows).
 *
 *     // Four cells of equally many rows, and one each for what lies below and above all of them:
 *     console.log(watchCuts([1, 2, 3, 4, 5, 6, 7, 8], 4)) // → [ 1, 3, 5, 7, 8.000000000000002 ]
 *
 * @param cells most cells between the smallest and the largest value; default 16
 */
export function watchCuts(values: NumberValues, cells = 16): number[] {
  check('watchCuts', 'cells', integer(1), cells)
  const sorted = sortFinite(readNumbers(values, { where: 'watchCuts' }))
  if (sorted.length === 0) return []
  const cuts: number[] = []
  for (let i = 0; i < cells; i++) {
    // −0 is 0.
    const cut = sorted[Math.floor((i * sorted.length) / cells)] + 0
    if (i === 0 || cut !== cuts[cuts.length - 1]) cuts.push(cut)
  }
  const above = nextUp(sorted[sorted.length - 1])
  if (above !== Infinity) cuts.push(above)
  return cuts
}

function sortFinite(values: Float64Array): Float64Array {
  const finite = new Float64Array(values.length)
  let size = 0
  for (let i = 0; i < values.length; i++) if (values[i] - values[i] === 0) finite[size++] = values[i]
  return finite.subarray(0, size).sort()
}

/** Names of the slots between such cuts and of the one for missing values. Cuts are rounded to 1/100 of their distance. */
export function watchLabels(cuts: readonly number[]): string[] {
  const short = cuts.map((cut, i) => {
    const slack = Math.min(cut - (cuts[i - 1] ?? -Infinity), (cuts[i + 1] ?? Infinity) - cut) / 100
    const [low, high] = [cut - slack, cut + slack]
    return low < cut && cut < high && Number.isFinite(high - low) ? shortestDecimal(low, high, cut) : cut
  })
  return [...binLabels(short, 'left', []), 'missing']
}
