import { hasCuts } from '../binning/binning.ts'
import { chiSquare } from '../measures/chi-square.ts'
import { chiSquareTail } from '../measures/distributions/chi-square-distribution.ts'
import type { ColumnEvidence } from './evidence.ts'
import { LEVEL, type Totals } from './relevant-ranges.ts'

/**
 * Which columns are sharp: a number column when it has cuts; a category column when its levels differ in the classes
 * beyond chance (χ² test at 0.05, shared out among the category columns). Levels of fewer than `enough` rows are tested
 * as one. O(slots · classes).
 */
export function sharpColumns(evidence: readonly ColumnEvidence[], totals: Totals, enough: number): boolean[] {
  const categories = evidence.filter(({ column }) => !hasCuts(column)).length
  return evidence.map((one) =>
    hasCuts(one.column) ? one.column.cuts.length > 0 : levelsDiffer(one, totals, enough, LEVEL / categories),
  )
}

function levelsDiffer({ column, counts }: ColumnEvidence, totals: Totals, enough: number, level: number): boolean {
  const width = totals.classes.length
  const rare = new Float64Array(width)
  const rows: Float64Array[] = []
  for (let slot = 0; slot < column.bins.length; slot++) {
    const own = counts.subarray(slot * width, (slot + 1) * width)
    if (sum(own) >= enough) rows.push(own)
    else own.forEach((count, c) => (rare[c] += count))
  }
  if (sum(rare) > 0) rows.push(rare)
  const classes = totals.classes.filter((count) => count > 0).length
  const freedom = (rows.length - 1) * (classes - 1)
  return freedom > 0 && chiSquareTail(chiSquare(rows), freedom) <= level
}

/** How many slots for missing values and special codes hold rows. */
export function asideSlots(evidence: readonly ColumnEvidence[], width: number): number {
  return evidence.reduce((total, { column, counts }) => {
    let filled = 0
    for (let slot = column.bins.length; slot * width < counts.length; slot++) {
      if (sum(counts.subarray(slot * width, (slot + 1) * width)) > 0) filled++
    }
    return total + filled
  }, 0)
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
