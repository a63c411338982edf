import type { Closed } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import { shortestDecimal } from '../util/numbers/decimal.ts'
import { nextDown, nextUp } from '../util/numbers/doubles.ts'
import type { ColumnView } from './column-view.ts'

/**
 * Replaces each cut by the shortest decimal in the same empty gap between two cells, so that no row moves. A cut that
 * shares its gap with another, or lies beyond the data, stays as it is.
 */
export function readableCuts(
  view: Pick<ColumnView, 'size' | 'lo' | 'hi'>,
  cuts: readonly number[],
  closed: Closed,
): number[] {
  const gapOf = (cut: number): number => (closed === 'left' ? bisectLeft(view.lo, cut) : bisectRight(view.lo, cut))
  return cuts.map((cut, i) => {
    const cell = gapOf(cut) // the first cell above the cut
    const alone = (i === 0 || gapOf(cuts[i - 1]) !== cell) && (i + 1 >= cuts.length || gapOf(cuts[i + 1]) !== cell)
    if (!alone || cell === 0 || cell >= view.size) return cut
    const [below, above] = [view.hi[cell - 1], view.lo[cell]]
    if (closed === 'left' ? cut <= below : cut < below) return cut // inside a coarse cell
    const [lo, hi] = closed === 'left' ? [nextUp(below), above] : [below, nextDown(above)]
    return shortestDecimal(lo, hi, cut)
  })
}
