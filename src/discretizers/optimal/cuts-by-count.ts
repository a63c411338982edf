import type { NumberSummary } from '../../types.ts'
import { cutBetween, viewColumn } from '../column-view.ts'
import { partsOf } from './best-bins.ts'
import { NO_LIMITS } from './optimal-solve.ts'
import { prebinStarts } from './prebins.ts'
import { boundsOf, solveAt } from './some-parts.ts'

/**
 * Finds the cuts of so many bins that tell most of the target, with cuts between at most `places` groups of values; null
 * where there are none. What no cuts of the column exceed is not asked, which is why many draws are quickly searched.
 * O(values) once and O(places² · bins) each time.
 */
export function cutsByCount(summary: NumberSummary, places: number): (bins: number) => readonly number[] | null {
  const view = viewColumn(summary)
  const parts = partsOf(view, summary, { objective: 'auto' })
  const starts = prebinStarts(view, places, [])
  return (bins) => {
    const found = solveAt(parts, starts, { ...NO_LIMITS, minBins: bins, maxBins: bins })
    const cells = found === null ? [] : boundsOf(found).slice(1, -1)
    if (found === null || cells.length !== bins - 1) return null
    return cells.map((cell) => cutBetween(view.hi[cell - 1], view.lo[cell], 'left'))
  }
}
