import { type ColumnView, cutBetween } from '../discretizers/column-view.ts'
import type { Closed, NumberSummary } from '../types.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'

/** What each side of a cut must have: so many rows, and a width up to the smallest or largest value. */
export interface LeastSide {
  readonly rows: number
  readonly width: number
}

/** Cells with what tells them apart: `width` sums each, counts of classes or one sum of a number. */
export type SummedCells = Pick<ColumnView, 'size' | 'lo' | 'hi' | 'weights' | 'total'> & {
  readonly sums: Float64Array
  readonly width: number
}

/** The cells of a column with counts of its classes, or with sums of its numeric target less the mean of all. */
export function summedCells(view: ColumnView, { target, cells: { tallies } }: NumberSummary): SummedCells {
  if (target?.kind !== 'numeric') return { ...view, sums: view.counts, width: view.classCount }
  let weight = 0
  let sum = 0
  for (let cell = 0; cell < tallies.size; cell++) {
    weight += tallies.sums[3 * cell]
    sum += tallies.sums[3 * cell + 1]
  }
  const mean = sum / weight
  const sums = Float64Array.from(view.lo, (_, cell) => tallies.sums[3 * cell + 1] - tallies.sums[3 * cell] * mean)
  return { ...view, sums, width: 1 }
}

/**
 * The single cut that tells classes or means apart best (largest Gini gain or explained variance, leftmost on a tie) and
 * leaves enough on each side, however little it gains; null when there is none. For the held-out check of a column that
 * half of the rows are too few to cut. O(cells · classes).
 */
export function bestCut(cells: SummedCells, least: LeastSide, closed: Closed): number | null {
  const { size, lo, hi, sums, width, weights, total } = cells
  const left = new Float64Array(width)
  const right = new Float64Array(width)
  for (let at = 0; at < sums.length; at++) right[at % width] += sums[at]
  let below = 0
  let best = -Infinity
  let cut: number | null = null
  for (let cell = 0; cell + 1 < size; cell++) {
    for (let c = 0; c < width; c++) {
      const moved = sums[cell * width + c]
      left[c] += moved
      right[c] -= moved
    }
    below += weights[cell]
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

function squares(sums: Float64Array): number {
  let total = 0
  for (const sum of sums) total += sum * sum
  return total
}
