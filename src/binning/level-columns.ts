import { leftOutNotes } from '../discretizers/discretize.ts'
import type { Grouped } from '../discretizers/discretizer.ts'
import { TallyWriter } from '../summaries/tallies.ts'
import type { CategorySummary } from '../types.ts'
import type { CategoryColumn, Policy } from './binning.ts'
import { countedSlot } from './count-bins.ts'
import { groupLabels } from './group-labels.ts'
import { levelReferenceOf, type ReferenceWanted } from './reference.ts'
import { settlePolicy } from './settle-policy.ts'

/** How a category column is named and what happens to its missing values. */
export interface LevelsOptions {
  readonly name: string
  readonly kind?: CategoryColumn['kind']
  readonly missingPolicy?: Policy | undefined
  readonly reference?: ReferenceWanted | undefined
  /** the function that was called, for messages; default fitTable */
  readonly where?: string | undefined
}

/** A category column: every level a bin of its own, in sorted order, or the groups found for it. O(levels). */
export function levelsColumn(summary: CategorySummary, options: LevelsOptions, grouped?: Grouped): CategoryColumn {
  const { levels, tallies, aside, target, weighted, leftOut } = summary
  const { name, kind = 'category', missingPolicy = 'own', reference, where = 'fitTable' } = options
  const { groups, notes } = grouped ?? { groups: levels.map((_, i) => [i]), notes: [] }
  const writer = new TallyWriter(groups.length, tallies.channels)
  for (const [slot, group] of groups.entries()) for (const level of group) writer.addSlot(slot, tallies, level)
  const sums = writer.finish()
  const missing = countedSlot(aside, 0, target, weighted)
  const labels = groupLabels(groups.map((group) => group.toSorted((a, b) => tallies.rows[b] - tallies.rows[a]).map((level) => levels[level]))) // prettier-ignore
  const bins = groups.map((group, i) => ({
    label: labels[i],
    levels: group.map((level) => levels[level]),
    ...countedSlot(sums, i, target, weighted),
  }))
  // Where there are no bins, none can be the nearest.
  const asked = missingPolicy === 'nearest' && bins.length === 0 ? 'own' : missingPolicy
  return {
    name,
    kind,
    countsExact: true,
    bins,
    missing: {
      ...missing,
      ...settlePolicy(asked, { where, what: 'missing', counted: missing }, bins, target),
      values: [],
    },
    ...(reference === 'none' ? {} : { reference: levelReferenceOf(summary) }),
    notes: [...notes, ...leftOutNotes(leftOut)],
  }
}
