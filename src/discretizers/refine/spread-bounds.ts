import { disorder, offMean, spreadOf } from '../search/spread.ts'
import type { SpreadPart } from '../search/spread-search.ts'
import type { TargetSums } from '../search/target-sums.ts'

/** What rounding may take off a bound, and off the product of two sums (relative). */
const SLACK = 1e-10
const ROUNDING = 1e-13

/** How high a candidate inside a cell of a part could be rated. O(1). */
export type SpreadBound = (part: SpreadPart, cell: number) => number

/**
 * For the variance: k of the n rows of a cell sum to k times its mean, give or take √(k(n − k)·squares / n), which is at most
 * √(n·squares) / 2. The rating is convex in the number of rows on the left and their sum, so it is at most what it is at the
 * first or the last candidate that may lie in the cell, with that much added to the sum.
 */
export function varianceBound(sums: TargetSums, enough: number): SpreadBound {
  const { hi: ranks } = sums.weights
  return ({ from, to, whole }, cell) => {
    const rows = ranks[cell + 1] - ranks[cell]
    const [left, all] = [ranks[cell] - ranks[from], ranks[to] - ranks[from]]
    const first = Math.max(1, Math.ceil(enough - left))
    const last = Math.min(rows - 1, Math.floor(all - enough - left))
    if (first > last) return -Infinity
    const { mean, squares } = spreadOf(sums, cell, cell + 1)
    const before = left === 0 ? 0 : offMean(sums, from, cell, whole.mean)
    const spare = Math.sqrt(rows) * Math.sqrt(squares) * 0.5
    const most = (moved: number): number => {
      const off = Math.abs(before + moved * (mean - whole.mean)) + spare
      return (off * (off / (left + moved))) / (all - left - moved)
    }
    return Math.max(most(first), most(last)) * (1 + SLACK)
  }
}

/** Sixteen directions, and how far the corners of 16 sides around a circle lie beyond it: 1 / cos(π / 16). */
const QUARTER = [
  [1, 0],
  [0.9238795325112867, 0.3826834323650898],
  [Math.SQRT1_2, Math.SQRT1_2],
  [0.3826834323650898, 0.9238795325112867],
]
const DIRECTIONS = QUARTER.flatMap(([cos, sin]) => [
  { cos, sin },
  { cos: -sin, sin: cos },
  { cos: -cos, sin: -sin },
  { cos: sin, sin: -cos },
])
const BEYOND = 1.0195911582083184

/**
 * For the deviation: a side with L rows, sum S and squares Q leaves √(LQ − S²), the root of the determinant of its moments
 * [L S; S Q], which is concave in them. The rows of a cell that go left have moments A, and those that go right C − A, both
 * of which no vector makes negative. With C = F·Fᵀ, A = F·B·Fᵀ for a B between 0 and the unit matrix: a double cone with both
 * ends of the cell at its tips. A concave function is least at a corner of any body around it: the tips, and the corners of
 * 16 sides around its rim, where the rows left and the rows right have one value each.
 */
export function deviationBound(sums: TargetSums): SpreadBound {
  const { hi: ranks } = sums.weights
  const side = (from: number, to: number): number => (from === to ? 0 : disorder(spreadOf(sums, from, to), 'deviation'))
  return ({ from, to, whole }, cell) => {
    const surely = side(from, cell) + side(cell + 1, to)
    const tips = Math.min(side(from, cell) + side(cell, to), side(from, cell + 1) + side(cell + 1, to))
    const left = around(sums, from, cell, whole.mean)
    const right = around(sums, cell + 1, to, whole.mean)
    const rows = ranks[cell + 1] - ranks[cell]
    const { squares } = spreadOf(sums, cell, cell + 1)
    const sum = offMean(sums, cell, cell + 1, whole.mean)
    const [root, mean] = [Math.sqrt(rows * squares), sum / rows]
    let least = tips
    for (const { cos, sin } of DIRECTIONS) {
      const [b11, b12, b22] = [(1 + BEYOND * cos) / 2, (BEYOND * sin) / 2, (1 - BEYOND * cos) / 2]
      const moved = { rows: rows * b11, sum: sum * b11 + root * b12, squares: 0 }
      moved.squares = mean * (sum * b11 + 2 * root * b12) + squares * b22
      const [onLeft, onRight] = [
        determinant(left.rows + moved.rows, left.sum + moved.sum, left.squares + moved.squares),
        determinant(
          right.rows + rows - moved.rows,
          right.sum + sum - moved.sum,
          right.squares + squares + sum * mean - moved.squares,
        ),
      ]
      // Beyond the rim there may be no such rows, where the side is as small as the cell.
      if (!(onLeft > 0 && onRight > 0)) return -surely * (1 - SLACK)
      least = Math.min(least, Math.sqrt(onLeft) + Math.sqrt(onRight))
    }
    return -Math.max(least, surely) * (1 - SLACK)
  }
}

/** LQ − S², less what rounding may have added. */
function determinant(rows: number, sum: number, squares: number): number {
  return rows * squares * (1 - ROUNDING) - sum * sum
}

interface Moments {
  readonly rows: number
  readonly sum: number
  readonly squares: number
}

/** Rows, sum and squares of the distances of cells to a mean. */
function around(sums: TargetSums, from: number, to: number, mean: number): Moments {
  if (from === to) return { rows: 0, sum: 0, squares: 0 }
  const { weight, squares } = spreadOf(sums, from, to)
  const sum = offMean(sums, from, to, mean)
  return { rows: weight, sum, squares: squares + sum * (sum / weight) }
}
