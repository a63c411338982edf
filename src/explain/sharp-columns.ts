import { hasCuts } from '../binning/binning.ts'
import type { Tally } from './check/judge.ts'
import type { ColumnEvidence } from './evidence.ts'
import { LEVEL } from './relevant-ranges.ts'

/**
 * Which columns are sharp: a number column when it has cuts; a category column when its levels differ in the target
 * beyond chance (χ² test of classes or F test of ranks at 0.05, shared out among the category columns). Levels of fewer
 * than `enough` rows are tested as one; `alike` is the test. O(slots · channels).
 */
export function sharpColumns(
  evidence: readonly ColumnEvidence[],
  alike: (levels: readonly Tally[]) => number,
  enough: number,
): boolean[] {
  const categories = evidence.filter(({ column }) => !hasCuts(column)).length
  return evidence.map((one) => {
    if (hasCuts(one.column)) return one.column.cuts.length > 0
    return alike(levelTallies(one, enough)) <= LEVEL / categories
  })
}

/** The tallies of the levels, rare ones together. */
function levelTallies({ column, counts, rows }: ColumnEvidence, enough: number): Float64Array[] {
  const channels = counts.length / rows.length
  const rare = new Float64Array(channels)
  const levels: Float64Array[] = []
  let rareRows = 0
  for (let slot = 0; slot < column.bins.length; slot++) {
    const own = counts.subarray(slot * channels, (slot + 1) * channels)
    if (rows[slot] >= enough) levels.push(own)
    else {
      own.forEach((sum, c) => (rare[c] += sum))
      rareRows += rows[slot]
    }
  }
  return rareRows > 0 ? [...levels, rare] : levels
}

/** How many slots for missing values and special codes hold rows. */
export function asideSlots(evidence: readonly ColumnEvidence[]): number {
  return evidence.reduce(
    (total, { column, rows }) => total + rows.subarray(column.bins.length).filter((count) => count > 0).length,
    0,
  )
}
