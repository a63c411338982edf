import { log2 } from '../../util/numbers/log2.ts'
import { xLog2xFast } from '../../util/numbers/fast-entropy.ts'

/**
 * A bound for −(rows · entropy) of both sides of any candidate in a cell of many classes. It is Σ φ(l) − ψ(L) for l of the n rows of
 * each class and L of all N rows on the left, with φ(l) = l·log l + (n − l)·log(n − l) and ψ alike in L and N. ψ is
 * convex and lies above its tangent, here in the middle of the cell. With the tangent in its stead every class may be
 * taken by itself, and is largest wholly left or wholly right. `box` has the rows of the cell, `before` and `after` those on both
 * sides of it. Looser than the corners by (rows of the cell)² / rows of the smaller side / 6 at most. O(classes).
 */
export function mostOfEntropies(before: Int32Array, after: Int32Array, box: Int32Array): number {
  let [left, rows, right] = [0, 0, 0]
  for (let c = 0; c < box.length; c++) {
    left += before[c]
    rows += box[c]
    right += after[c]
  }
  const slope = log2((left + rows / 2) / (right + rows / 2))
  let sum = 0
  for (let c = 0; c < box.length; c++) {
    const count = box[c]
    const onRight = xLog2xFast(before[c]) + xLog2xFast(after[c] + count)
    const onLeft = xLog2xFast(before[c] + count) + xLog2xFast(after[c]) - slope * count
    sum += onLeft > onRight ? onLeft : onRight
  }
  // The tangent where nothing of the cell is on the left.
  const middle = (left + rows / 2) * log2(left + rows / 2) + (right + rows / 2) * log2(right + rows / 2)
  return sum - middle + slope * (rows / 2)
}

/**
 * The same for Σ w·(l²/L + r²/R), which orders candidates by the Gini impurity (w = 1) or by χ² (w = all rows / rows of the class).
 * With m rows of the cell on the left, p the shares there before them and x those of a class among them, Σ w·l²/L is
 * Σ w·(2p·l − p²·L) + Σ w·(x − p·m)²/L: the first part takes each class by itself, the second is small where the cell is.
 * O(classes).
 */
export function mostOfSquares(
  before: Float64Array,
  after: Float64Array,
  box: Float64Array,
  weights: Float64Array,
): number {
  let [left, rows, right] = [0, 0, 0]
  for (let c = 0; c < box.length; c++) {
    left += before[c]
    rows += box[c]
    right += after[c]
  }
  if (left === 0 || right === 0) return Infinity
  const all = right + rows // all of the cell on the right
  let [leftSquares, rightSquares, boxSquares] = [0, 0, 0]
  for (let c = 0; c < box.length; c++) {
    const [p, q] = [before[c] / left, (after[c] + box[c]) / all]
    leftSquares += weights[c] * p * p
    rightSquares += weights[c] * q * q
    boxSquares += weights[c] * box[c] * box[c]
  }
  let sum = leftSquares * left + rightSquares * all
  for (let c = 0; c < box.length; c++) {
    const [p, q] = [before[c] / left, (after[c] + box[c]) / all]
    const slope = 2 * weights[c] * (p - q) - leftSquares + rightSquares
    if (slope > 0) sum += slope * box[c]
  }
  const second = (boxSquares + rows * rows * leftSquares) / left + (boxSquares + rows * rows * rightSquares) / right
  return (sum + second) * (1 + ROUNDING)
}

const ROUNDING = 1e-12
