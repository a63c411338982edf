import { leftOutNotes } from '../discretizers/discretize.ts'
import type { CategorySummary } from '../types.ts'
import type { CategoryColumn, Policy } from './binning.ts'
import { countedSlot } from './count.ts'
import { settlePolicy } from './policy.ts'

/** How a category column is named and what happens to its missing values. */
export interface LevelsOptions {
  readonly name: string
  readonly kind?: CategoryColumn['kind']
  readonly missingPolicy?: Policy | undefined
}

/** A category column as it is: every level a bin of its own, in sorted order. */
export function levelsColumn(summary: CategorySummary, options: LevelsOptions): CategoryColumn {
  const { levels, tallies, aside, target, weighted, leftOut } = summary
  const { name, kind = 'category', missingPolicy = 'own' } = options
  const missing = countedSlot(aside, 0, target, weighted)
  const bins = levels.map((level, i) => ({
    label: level,
    levels: [level],
    ...countedSlot(tallies, i, target, weighted),
  }))
  // Nothing can be near where there is nothing.
  const asked = missingPolicy === 'nearest' && bins.length === 0 ? 'own' : missingPolicy
  return {
    name,
    kind,
    countsExact: true,
    bins,
    missing: { ...missing, ...settlePolicy('missing', asked, missing, bins, target), values: [] },
    notes: leftOutNotes(leftOut),
  }
}
