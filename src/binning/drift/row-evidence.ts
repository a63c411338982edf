import type { Counted } from '../binning.ts'

/**
 * Rows are what a verdict rests on, not weights: a weight of 2 is not two rows. Weights say how much a row counts in
 * shares and rates; how sure those are follows from the number of rows, and less so the more their weights differ. Rows
 * with weights w are worth (Σw)²/Σw² rows without (Kish 1965); n over that is the design effect, 1 where all weights are
 * the same. Here per cell what a unit of weight is worth on each side, in rows. Without weights it is 1.
 */
export interface RowEvidence {
  readonly before: readonly number[]
  readonly now: readonly number[]
  /** whether every row is worth one row */
  readonly even: boolean
}

/** A design effect below this is 1 but for rounding. */
const EVEN = 1 + 1e-9

/** The design effect of a list of weights; those that are not above 0 do not count. 1 without any. */
export function designEffect(weights: ArrayLike<unknown>): number {
  let [n, sum, squares] = [0, 0, 0]
  for (let row = 0; row < weights.length; row++) {
    const weight = Number(weights[row])
    if (!(weight > 0) || weight === Infinity) continue
    n++
    sum += weight
    squares += weight * weight
  }
  return n === 0 ? 1 : Math.max(1, (n * squares) / (sum * sum))
}

/** Rows, on both sides together, from which the mean weight of a part of the values is known well enough. */
const ENOUGH_ROWS = 60

/**
 * What weights are worth, cell by cell. Both sides are first brought to a mean weight of 1. Where weights follow the
 * values, a unit of weight is worth less among heavy rows than among light ones: neighbouring cells are taken together for
 * that, and both sides, so that it cannot depend on the side. What is left of the design effect of the new rows inside such
 * parts makes every row worth less; the rows of the fit are taken to have the same one. O(cells).
 */
export function rowEvidence(
  {
    before,
    now,
    ordered,
  }: { readonly before: readonly Counted[]; readonly now: readonly Counted[]; readonly ordered: number },
  effect: number,
): RowEvidence {
  const weighted = [before, now].map((side) => side.some(({ count, weight = count }) => weight !== count))
  const unit = [before, now].map(meanOne)
  if ((!weighted[0] && !weighted[1]) || effect < EVEN) {
    return { before: before.map(() => unit[0]), now: now.map(() => unit[1]), even: true }
  }
  const partOf = parts(before, now, ordered)
  const size = Math.max(...partOf) + 1
  const [rows, weights, rowsNow, weightsNow] = Array.from({ length: 4 }, () => new Float64Array(size))
  partOf.forEach((part, cell) => {
    rows[part] += before[cell].count + now[cell].count
    weights[part] += weightOf(before[cell]) * unit[0] + weightOf(now[cell]) * unit[1]
    rowsNow[part] += now[cell].count
    weightsNow[part] += weightOf(now[cell]) * unit[1]
  })
  let [between, all] = [0, 0]
  for (let part = 0; part < size; part++) {
    if (rowsNow[part] === 0) continue
    between += (weightsNow[part] * weightsNow[part]) / rowsNow[part]
    all += rowsNow[part]
  }
  const within = all === 0 ? effect : Math.max(1, effect / Math.max(1, between / all))
  const worth = (side: number): number[] =>
    partOf.map((part) =>
      weights[part] > 0 ? (unit[side] * rows[part]) / weights[part] / (weighted[side] ? within : 1) : 0,
    )
  return { before: worth(0), now: worth(1), even: false }
}

/** Σw of a cell; its rows without weights. */
export const weightOf = ({ count, weight = count }: Counted): number => weight

/** The factor that brings a side to a mean weight of 1. */
export function meanOne(side: readonly Counted[]): number {
  let [n, sum] = [0, 0]
  for (const counted of side) {
    n += counted.count
    sum += weightOf(counted)
  }
  return sum > 0 ? n / sum : 1
}

/** The part of the values that each cell belongs to: neighbours of enough rows; a cell without an order is a part, or one with the rest. */
function parts(before: readonly Counted[], now: readonly Counted[], ordered: number): number[] {
  let [part, open] = [0, 0]
  const rowsOf = (cell: number): number => before[cell].count + now[cell].count
  const partOf = before.slice(0, ordered).map((_, cell) => {
    if (open >= ENOUGH_ROWS) {
      part++
      open = 0
    }
    open += rowsOf(cell)
    return part
  })
  // The last part joins the one before it when it is small.
  if (open < ENOUGH_ROWS && part > 0) {
    for (let cell = ordered - 1; cell >= 0 && partOf[cell] === part; cell--) partOf[cell]--
    part--
  }
  const rest = ordered > 0 ? part + 1 : 0
  let last = rest
  for (let cell = ordered; cell < before.length; cell++) partOf.push(rowsOf(cell) >= ENOUGH_ROWS ? ++last : rest)
  return partOf
}

/** Rows' worth of evidence of each class in a cell. */
export function classEvidence({ classes = [] }: Counted, worth: number): number[] {
  return classes.map((sum) => {
    const rows = sum * worth
    const whole = Math.round(rows)
    // Rows of one and the same weight are counted; only rounding could part them from whole numbers.
    return Math.abs(rows - whole) <= 1e-9 * whole ? whole : rows
  })
}

/** The same for a numeric target: rows, Σy and Σy². */
export function numberEvidence(counted: Counted, worth: number): [number, number, number] {
  const { sum = 0, sumSquares = 0 } = counted
  return [weightOf(counted) * worth, sum * worth, sumSquares * worth]
}
