import { chiSquareQuantileOfTail, chiSquareTail } from './distributions/chi-square-distribution.ts'
import type { NumberPart } from './explained-variance.ts'
import { fTail } from './distributions/f-distribution.ts'
import { asUnlikely } from './distributions/hypergeometric.ts'
import { independenceTest } from './independence.ts'
import { variance } from './conditional-variance.ts'

/** A test of whether something changed from one counting to another. */
export interface ShiftTest {
  /** chance of a difference at least as large if nothing had changed */
  readonly pValue: number
  /** degrees of freedom of the χ² that a p-value like this stands for */
  readonly degrees: number
}

/** Expected counts below this make χ² of a fourfold table rough. */
const FEW = 5

/**
 * Whether the shares of the classes differ between two countings: Pearson's χ²; for two classes with an expected count
 * below 5, Fisher's exact test. Null where a side is empty or there is one class only. O(classes).
 *
 *     // 30 of 100 customers bought before, 45 of 100 now:
 *     console.log(shareShift([70, 30], [55, 45])?.pValue.toFixed(3)) // → 0.028
 *
 * @param before rows per class
 * @param now rows per class, in the same order
 */
export function shareShift(before: ArrayLike<number>, now: ArrayLike<number>): ShiftTest | null {
  const { degrees, pValue } = independenceTest([before, now])
  if (degrees === 0) return null
  if (degrees > 1) return { pValue, degrees }
  const present = Array.from({ length: before.length }, (_, i) => i).filter((i) => before[i] + now[i] > 0)
  const [a, b] = present.map((i) => before[i])
  const [c, d] = present.map((i) => now[i])
  const all = a + b + c + d
  const least = (Math.min(a + b, c + d) * Math.min(a + c, b + d)) / all
  const whole = [a, b, c, d].every(Number.isSafeInteger)
  if (least >= FEW || !whole) return { pValue, degrees }
  return { pValue: asUnlikely(c, { all, marked: a + c, drawn: c + d }), degrees }
}

/**
 * Whether the mean of a number differs between two countings, each given as Σw, Σwy and Σwy²: Welch's test. Null where a
 * side has fewer than two rows.
 *
 *     // Rents of January and June as [rows, Σy, Σy²]: the means are 500 and 520.
 *     const test = meanShift([50, 25_000, 12_620_000], [50, 26_000, 13_640_000])
 *     console.log(test?.pValue.toFixed(3)) // → 0.046
 */
export function meanShift(before: NumberPart, now: NumberPart): ShiftTest | null {
  if (before[0] < 2 || now[0] < 2) return null
  const [a, b] = [before, now].map(([n, ...sums]) => variance(n, ...sums) / (n - 1))
  const difference = now[1] / now[0] - before[1] / before[0]
  if (a + b === 0) return { pValue: difference === 0 ? 1 : 0, degrees: 1 }
  const freedom = ((a + b) * (a + b)) / ((a * a) / (before[0] - 1) + (b * b) / (now[0] - 1))
  return { pValue: fTail((difference * difference) / (a + b), 1, freedom), degrees: 1 }
}

/**
 * One test of many that do not depend on each other: each p-value is turned into the χ² it stands for, and their sum is
 * tested. Null without any.
 *
 *     // Three shops, none of which alone shows a change: together they do.
 *     const shops = [0.08, 0.06, 0.09].map((pValue) => ({ pValue, degrees: 1 }))
 *     console.log(combineShifts(shops)?.pValue.toFixed(3)) // → 0.024
 *
 * @param tests such as those of single bins or columns
 */
export function combineShifts(tests: readonly ShiftTest[]): ShiftTest | null {
  if (tests.length === 0) return null
  let sum = 0
  let degrees = 0
  for (const test of tests) {
    sum += chiSquareQuantileOfTail(test.pValue, test.degrees)
    degrees += test.degrees
  }
  return { pValue: chiSquareTail(sum, degrees), degrees }
}
