import type { Closed, NumberSummary } from '../../types.ts'
import { oneOf } from '../../util/check.ts'
import type { ColumnView } from '../column-view.ts'
import type { Discretizer, Found } from '../discretizer.ts'
import { settledSpread } from '../refine/shared-refinement.ts'
import { ALPHA_OPTION, cutBySpread, type SpreadOptions, takingAnySpread } from '../search/cut-by-spread.ts'
import { SIDE_OPTIONS } from '../search/side-limits.ts'

/** The options of `variance`. */
export type VarianceOptions = SpreadOptions

/**
 * Cuts where a numeric target is told apart best: the candidate that leaves the least variance, then the same in both parts,
 * with the limits of `cliffs` on rows and width of a side. As in the regression trees of Breiman et al. 1984, for one
 * column. O(cells) per level after the summary.
 *
 *     // A number as target: where the price changes most.
 *     console.log(fit(ages, { target: table.price, targetKind: 'numeric', method: variance, maxBins: 3 }).cuts)
 *     // → [ 42.5, 54.5 ]
 */
export const variance: Discretizer<VarianceOptions> = {
  name: 'variance',
  about: 'Cuts where a numeric target changes, so that it varies least within the bins.',
  target: 'numeric',
  needs: ['counts'],
  options: {
    criterion: {
      rule: oneOf('variance', 'deviation'),
      default: 'variance',
      about: 'What of the target is averaged over the sides of a cut: variance or standard deviation.',
    },
    alpha: ALPHA_OPTION,
    ...SIDE_OPTIONS,
  },
  presets: {
    significant: { about: 'Keeps 95 % of noise columns whole.', options: { alpha: 0.05 } },
  },
  run,
  bestCandidate,
  refinement: { of: run, start: settledSpread },
}

function bestCandidate(): Discretizer<VarianceOptions> {
  const cut: Discretizer<VarianceOptions>['run'] = (view, options, closed, summary) =>
    cutBySpread('variance', takingAnySpread(options), closed, { view, summary })
  return { ...variance, run: cut, refinement: { of: cut, start: (options) => settledSpread(takingAnySpread(options)) } }
}

function run(view: ColumnView, options: VarianceOptions, closed: Closed, summary: NumberSummary): Found {
  return cutBySpread('variance', options, closed, { view, summary })
}
