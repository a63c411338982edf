import type { Closed, NumberSummary } from '../../types.ts'
import { integer, orOneOf } from '../../util/check.ts'
import { ADVISED_RULES, type AdvisedRule, type BinCountRule, settleBins } from '../bin-count/bin-count-rules.ts'
import { settleAdvised } from '../bin-count/choose-bins.ts'
import type { ColumnView } from '../column-view.ts'
import type { Discretizer, Found, Refinement } from '../discretizer.ts'
import { lookAtCuts } from '../refine/look-at-cells.ts'
import { cutEvenly } from '../search/even-cuts.ts'

/** The options of `equalWidth`. */
export type EqualWidthOptions = {
  /** number of bins, or a rule for it */
  readonly bins: number | BinCountRule | AdvisedRule
}

/**
 * Bins of one width from the smallest to the largest finite value. O(1) after the summary. Empty bins are kept.
 *
 *     console.log(fit([0, 1, 4, 9, 16, 20], { method: equalWidth, bins: 4 }).cuts) // → [ 5, 10, 15 ]
 */
export const equalWidth: Discretizer<EqualWidthOptions> = {
  name: 'equal-width',
  about: 'Cuts the range from smallest to largest value into bins of one width.',
  target: 'none',
  needs: [],
  options: {
    bins: {
      rule: orOneOf(integer(1, 1_000_000), ADVISED_RULES),
      default: 10,
      about: 'Number of bins, or a rule for it.',
    },
  },
  presets: {},
  run,
  refinement: { of: run, start: refine, watch: 'split' },
}

function run(view: ColumnView, options: EqualWidthOptions, closed: Closed, summary: NumberSummary): Found {
  const { bins, notes } =
    options.bins === 'advised'
      ? settleAdvised(summary, closed, (count) => cutEvenly(view, count, closed).cuts)
      : settleBins(view, options.bins)
  const found = cutEvenly(view, bins, closed)
  return { ...found, notes: [...notes, ...(found.notes ?? [])] }
}

/** The two ends say where the cuts are; a number of bins that follows from the data needs all of them. */
function refine({ bins }: EqualWidthOptions): Refinement | null {
  if (typeof bins !== 'number') return null
  return { look: ({ view, closed }) => lookAtCuts(view, cutEvenly(view, bins, closed).cuts, closed), endsOnly: true }
}
