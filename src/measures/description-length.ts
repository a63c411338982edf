import { log2Factorial } from '../util/numbers/log-gamma.ts'
import { log2 } from '../util/numbers/log2.ts'

/** 3^k is a whole double up to here, and the 2 taken from it makes no difference beyond. */
const LARGEST_EXACT_POWER_OF_3 = 33

/** log2(3^k − 2): bits to say which of the classes occur on which side of a cut. Safe for any number of classes. */
export function log2WaysToShareClasses(k: number): number {
  if (k > LARGEST_EXACT_POWER_OF_3) return k * log2(3)
  let power = 1
  for (let i = 0; i < k; i++) power *= 3
  return log2(power - 2)
}

/** One side of a cut, or both together: rows, classes present, entropy in bits. */
export interface Side {
  /** rows (Σw) of the side */
  readonly rows: number
  /** how many classes occur in it */
  readonly classes: number
  /** entropy of its classes, in bits per row */
  readonly entropy: number
}

/**
 * The bar of Fayyad and Irani 1993: the least gain (bits per row) that pays for naming a cut among so many candidates
 * and for describing the classes on its two sides. Accept a cut when gain > bar.
 *
 *     // 20 rows of two classes, cut in the middle so that each side holds 9 of one class and 1 of the other:
 *     const whole = { rows: 20, classes: 2, entropy: 1 }
 *     const half = { rows: 10, classes: 2, entropy: entropy([9, 1]) }
 *     console.log(gain([[9, 1], [1, 9]]) > mdlBar(whole, half, half, 19)) // → true
 *
 * @param whole both sides together
 * @param candidates places where it could have been cut
 */
export function mdlBar(whole: Side, left: Side, right: Side, candidates: number): number {
  const delta =
    log2WaysToShareClasses(whole.classes) -
    (whole.classes * whole.entropy - left.classes * left.entropy - right.classes * right.entropy)
  return (log2(candidates) + delta) / whole.rows
}

/**
 * Bits to tell the classes of all rows of one part (Kononenko 1995): which numbers of rows the `classes` classes have,
 * then which arrangement of the rows it is.
 */
export function arrangementBits(counts: ArrayLike<number>, rows: number, classes: number): number {
  let bits = log2Factorial(rows)
  // log2 C(rows + classes − 1, classes − 1), factor by factor
  for (let i = 1; i < classes; i++) bits += log2((rows + i) / i)
  for (let i = 0; i < counts.length; i++) bits -= log2Factorial(counts[i])
  return bits
}
