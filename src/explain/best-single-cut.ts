import { type ColumnView, cutBetween } from '../discretizers/column-view.ts'
import type { Closed } from '../types.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'

/** What each side of a cut must have: so many rows, and a width up to the smallest or largest value. */
export interface LeastSide {
  readonly rows: number
  readonly width: number
}

/**
 * The single cut that tells the classes apart best (largest Gini gain, leftmost on a tie) and leaves enough on each side,
 * however little it gains; null when there is none. For the held-out check of a column that half of the rows are
 * too few to cut. O(cells · classes).
 */
export function bestCut(view: ColumnView, least: LeastSide, closed: Closed): number | null {
  const { size, lo, hi, counts, classCount, total } = view
  const left = new Float64Array(classCount)
  const right = new Float64Array(classCount)
  for (let at = 0; at < counts.length; at++) right[at % classCount] += counts[at]
  let below = 0
  let best = -Infinity
  let cut: number | null = null
  for (let cell = 0; cell + 1 < size; cell++) {
    for (let c = 0; c < classCount; c++) {
      const moved = counts[cell * classCount + c]
      left[c] += moved
      right[c] -= moved
      below += moved
    }
    if (below < least.rows || total - below < least.rows) continue
    const candidate = cutBetween(hi[cell], lo[cell + 1], closed)
    if (candidate - lo[0] < least.width || hi[size - 1] - candidate < least.width) continue
    const score = squares(left) / below + squares(right) / (total - below)
    if (!clearlyLarger(score, best)) continue
    best = score
    cut = candidate
  }
  return cut
}

function squares(counts: Float64Array): number {
  let sum = 0
  for (const count of counts) sum += count * count
  return sum
}
