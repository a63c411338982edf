import { betaShareBelow } from '../../util/numbers/incomplete-beta.ts'
import { check, real, type Rule } from '../../util/check.ts'

const POSITION: Rule<number> = {
  words: 'a number, Infinity included',
  type: 'number',
  accepts: (x) => typeof x === 'number' && !Number.isNaN(x),
}
const DEGREES = real({ above: 0 })

/**
 * The share of the F distribution above x: the p-value of an analysis of variance. `between` and `within` are its degrees
 * of freedom; they need not be whole. Relative error below 1e-13 up to 20,000 degrees and 1e-10 up to a million,
 * also in the far upper tail. O(√degrees).
 *
 *     // An F of 4.3 with 3 bins (2 degrees between) and 30 rows (27 within):
 *     console.log(fTail(4.3, 2, 27).toFixed(3)) // → 0.024
 */
export function fTail(x: number, between: number, within: number): number {
  check('fTail', 'x', POSITION, x)
  check('fTail', 'between', DEGREES, between)
  check('fTail', 'within', DEGREES, within)
  if (x <= 0) return 1
  const ratio = (between / within) * x
  // Beyond the range of doubles there is nothing above.
  return ratio === Infinity ? 0 : betaShareBelow(1 / (1 + ratio), ratio / (1 + ratio), within / 2, between / 2)
}
