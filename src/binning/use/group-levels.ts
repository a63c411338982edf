import { readSettings } from '../../discretizers/discretize.ts'
import { optimal, type OptimalOptions } from '../../discretizers/methods/optimal.ts'
import { groupByRate } from '../../discretizers/optimal/group-by-rate.ts'
import type { CategorySummary } from '../../types.ts'
import type { CategoryColumn, Policy } from '../binning.ts'
import { levelsColumn } from '../level-columns.ts'
import { isOptions, mustBe } from '../../util/check.ts'

/** Options of a grouping: those of the method `optimal`, and how the column is named and treats missing values. */
export type GroupLevelsOptions = Partial<OptimalOptions> & {
  /** name of the column; default `value` */
  readonly name?: string | undefined
  /** what becomes of missing values; default a slot of their own */
  readonly missingPolicy?: Policy | undefined
}

/**
 * A category column with its levels grouped by what they say of the target, by the search of the method `optimal`:
 * levels of a like rate of the event, or of a like mean, are taken together.
 *
 *     // Towns whose customers buy alike would share a bin; these three differ.
 *     const grouped = groupLevels(summarizeLevels(towns, { target }), { name: 'town', maxBins: 5 })
 *     console.log(grouped.bins.map(({ label }) => label)) // → [ 'Oslo', 'Bergen', 'Hamar' ]
 */
export function groupLevels(summary: CategorySummary, given: GroupLevelsOptions = {}): CategoryColumn {
  mustBe('groupLevels', 'summary', summary)
  isOptions('groupLevels', given)
  const { name = 'value', missingPolicy, ...own } = given
  const { options } = readSettings({ method: optimal, ...own }, 'groupLevels')
  return levelsColumn(summary, { name, missingPolicy, where: 'groupLevels' }, groupByRate(summary, options))
}
