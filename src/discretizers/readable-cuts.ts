import type { Closed } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import { nextDown, nextUp, shortestDecimal } from '../util/numbers/doubles.ts'
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
  // The first cell above each cut.
  const gaps = cuts.map((cut) => (closed === 'left' ? bisectLeft : bisectRight)(view.lo, cut))
  return cuts.map((cut, i) => {
    const cell = gaps[i]
    if ([gaps[i - 1], gaps[i + 1], 0, view.size].includes(cell)) return cut
    const below = view.hi[cell - 1]
    const above = view.lo[cell]
    const [lo, hi] = closed === 'left' ? [nextUp(below), above] : [below, nextDown(above)]
    return cut < lo ? cut : shortestDecimal(lo, hi, cut) // below inside a coarse cell
  })
}
