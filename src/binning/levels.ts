import type { CategorySummary, Note } from '../types.ts'
import type { CategoryColumn } from './binning.ts'
import { countedSlot } from './count.ts'

/** A category column as it is: every level a bin of its own, in sorted order. */
export function levelsColumn(name: string, summary: CategorySummary): CategoryColumn {
  const { levels, tallies, aside, target, weighted, leftOut } = summary
  const notes: Note[] = []
  if (leftOut.unlabelled > 0)
    notes.push({ code: 'unlabelled', message: `${leftOut.unlabelled} rows without a target left out` })
  return {
    name,
    kind: 'category',
    countsExact: true,
    bins: levels.map((level, i) => ({ label: level, levels: [level], ...countedSlot(tallies, i, target, weighted) })),
    missing: { ...countedSlot(aside, 0, target, weighted), policy: 'own', bin: null, values: [] },
    notes,
  }
}
