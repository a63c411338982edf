import { DataError } from '../../errors.ts'
import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { ASIDE, slotWeight } from '../../summaries/tallies.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'
import { type Discretizer, type Found, plainReason } from '../discretizer.ts'
import { bestBins, partsOf } from '../optimal/best-bins.ts'
import { groupByRate } from '../optimal/group-by-rate.ts'
import { checkOptimal, OPTIMAL_OPTIONS, type OptimalOptions, USUAL_P_VALUE } from '../optimal/optimal-options.ts'

export type { OptimalOptions } from '../optimal/optimal-options.ts'

/**
 * The best binning of all that keep the given limits: most information about the classes, most information value, or
 * most explained variance of a number. Exact by dynamic programming over the distinct values, or over prebins of about
 * equal rows where there are too many of them. O(prebins² · bins) on top of the summary; with limits on neighbours
 * O(prebins³ · bins), with convex and concave trends O(prebins⁴ · bins).
 *
 *     // At most three bins, with rates that only rise or only fall:
 *     console.log(fit(ages, { target: bought, method: optimal, maxBins: 3 }).cuts) // → [ 30.5, 37.5 ]
 */
export const optimal: Discretizer<OptimalOptions> = {
  name: 'optimal',
  about: 'Finds the best bins of all that keep your limits, such as a trend or a least share.',
  target: 'any',
  needs: ['counts', 'exact'],
  options: OPTIMAL_OPTIONS,
  presets: {
    credit: {
      about:
        'For scores: most information value in at most 8 bins, rates that only rise or only fall, both outcomes in every bin.',
      options: { objective: 'iv', trend: 'auto', maxBins: 8, minShare: 0.05, minEvents: 1, minNonEvents: 1 },
    },
  },
  group: groupByRate,
  bestCandidate: () => ({ ...optimal, run: bestPair }),
  sort: sortCells,
  run(view, options, closed, summary) {
    checkOptimal(options, summary.target)
    const given = options.mandatory.map((cut) => cut + 0) // −0 becomes 0
    const mandatory = mandatoryCells(view, given, closed)
    if (view.size < 2) return { cuts: [], reasons: [] }
    const { measure, starts, notes } = bestBins(view, summary, ofAllRows(options, view, summary), {
      mandatory,
      things: 'distinct values',
    })
    const cutAt = (cell: number): number => cutBetween(view.hi[cell - 1], view.lo[cell], closed)
    const reasons = starts.map(({ cell, score, runnerUp: next }) => {
      if (mandatory.includes(cell)) return plainReason('given', null)
      return plainReason(measure, score, next === null ? null : { cut: cutAt(next.cell), score: next.score })
    })
    const cuts = starts.map(({ cell }) => given[mandatory.indexOf(cell)] ?? cutAt(cell))
    return { cuts, reasons, notes }
  },
}

/** The options with the least share as one of the rows that have a value; it is asked for as a share of all rows. */
function ofAllRows(options: OptimalOptions, { total }: ColumnView, { aside, target }: NumberSummary): OptimalOptions {
  let besides = slotWeight(aside, target, ASIDE.missing)
  for (let slot: number = ASIDE.special; slot < aside.size; slot++) besides += slotWeight(aside, target, slot)
  return besides === 0 ? options : { ...options, minShare: Math.min(1, options.minShare * (1 + besides / total)) }
}

/** The first cell above each mandatory cut; a cut that would leave a bin without values is refused. */
function mandatoryCells(
  { size, lo, hi, lowest, highest }: ColumnView,
  cuts: readonly number[],
  closed: Closed,
): number[] {
  const cells = cuts.map((cut) => (closed === 'left' ? bisectLeft(lo, cut) : bisectRight(lo, cut)))
  for (const [i, cell] of cells.entries()) {
    const cut = cuts[i]
    if (cell === 0 || cell >= size) {
      const range = size === 0 ? 'there are none' : `they go from ${lowest} to ${highest}`
      throw new DataError(`optimal: mandatory cut ${cut} has no values on one side, ${range}`)
    }
    if (closed === 'left' ? hi[cell - 1] >= cut : hi[cell - 1] > cut) {
      throw new DataError(
        `optimal: mandatory cut ${cut} falls into a cell from ${lo[cell - 1]} to ${hi[cell - 1]}, which cannot be parted`,
      )
    }
    if (cell === cells[i - 1]) {
      throw new DataError(`optimal: mandatory cuts ${cuts[i - 1]} and ${cut} have no values between them`)
    }
  }
  return cells
}

/** The best two bins that keep the limits on bins alone, and how much their targets had to differ. */
function bestPair(view: ColumnView, options: OptimalOptions, closed: Closed, summary: NumberSummary): Found {
  const none: Found = { cuts: [], reasons: [] }
  const level = options.maxPValue === 'auto' ? USUAL_P_VALUE : options.maxPValue
  if (view.size < 2 || options.maxBins < 2) return none
  let found: Found
  try {
    found = optimal.run(view, { ...options, minBins: 2, maxBins: 2, maxPValue: null }, closed, summary)
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    return { ...none, notes: [{ code: 'refused', message: error.message.replace(/^optimal: /, '') }] }
  }
  const [cut] = found.cuts
  if (found.cuts.length !== 1 || level === null) return none
  const parts = partsOf(view, summary, options)
  const at = closed === 'left' ? bisectLeft(view.lo, cut) : bisectRight(view.lo, cut)
  const [score, bar] = [parts.difference(0, at, parts.size), chiSquareQuantileOfTail(level, parts.degrees)]
  if (score >= bar) return none
  return { cuts: [cut], reasons: [{ measure: 'chi-square of sides', score, bar, margin: score - bar, runnerUp: null }] }
}
