import { check, real, type Rule } from '../../util/check.ts'
import { exp } from '../../util/numbers/exp.ts'
import { gammaTails, logUpperTail } from '../../util/numbers/incomplete-gamma.ts'
import { ln } from '../../util/numbers/log2.ts'
import { logGamma } from '../../util/numbers/log-gamma.ts'

const POSITION: Rule<number> = { ...real(), accepts: (v) => typeof v === 'number' && !Number.isNaN(v) }
const DEGREES = real({ above: 0 })
const PROBABILITY: Rule<number> = { ...real({ min: 0, max: 1 }), words: 'a number from 0 to 1' }

/**
 * Probability that a chi-square variable with df degrees of freedom, any number above 0, is at most x. Relative error
 * about 1e-13 from df 1 on, in the far lower tail too. O(√df).
 *
 *     console.log(chiSquareCdf(3.84, 1).toFixed(3)) // → 0.950
 *
 * @param df degrees of freedom
 */
export function chiSquareCdf(x: number, df: number): number {
  check('chiSquareCdf', 'x', POSITION, x)
  check('chiSquareCdf', 'df', DEGREES, df)
  return x <= 0 ? 0 : x === Infinity ? 1 : gammaTails(df / 2, x / 2).lower
}

/**
 * Probability that a chi-square variable is above x: the p-value of a chi-square test. Like `chiSquareCdf`, with the
 * digits kept in the far upper tail.
 *
 *     // How surprising is a χ² of 10.8 between two bins and two classes?
 *     console.log(chiSquareTail(10.8, 1).toFixed(4)) // → 0.0010
 *
 * @param df degrees of freedom
 */
export function chiSquareTail(x: number, df: number): number {
  check('chiSquareTail', 'x', POSITION, x)
  check('chiSquareTail', 'df', DEGREES, df)
  return x <= 0 ? 1 : x === Infinity ? 0 : gammaTails(df / 2, x / 2).upper
}

/** ln of `chiSquareTail`, for p-values too small for a double. */
export function logChiSquareTail(x: number, df: number): number {
  return x <= 0 ? 0 : logUpperTail(df / 2, x / 2)
}

/**
 * The x whose `chiSquareCdf` is p; 0 for p = 0, Infinity for p = 1. For p close to 1 ask `chiSquareQuantileOfTail`,
 * since 1 − p has fewer digits left. Relative error about 1e-13. O(√df).
 *
 *     // 95 of 100 chi-square values with 2 degrees of freedom lie below:
 *     console.log(chiSquareQuantile(0.95, 2).toFixed(2)) // → 5.99
 *
 * @param p the probability below the quantile, from 0 to 1
 * @param df degrees of freedom
 */
export function chiSquareQuantile(p: number, df: number): number {
  check('chiSquareQuantile', 'p', PROBABILITY, p)
  check('chiSquareQuantile', 'df', DEGREES, df)
  return p <= 0.5 ? quantile(p, df / 2, true) : quantile(1 - p, df / 2, false)
}

/**
 * The x whose `chiSquareTail` is q: the critical value of a chi-square test at level q. Infinity for q = 0, 0 for
 * q = 1. Like `chiSquareQuantile` otherwise.
 *
 *     // The customary limit of ChiMerge for three classes, at level 0.1:
 *     console.log(chiSquareQuantileOfTail(0.1, 2).toFixed(2)) // → 4.61
 *
 * @param q the probability above it, from 0 to 1
 * @param df degrees of freedom
 */
export function chiSquareQuantileOfTail(q: number, df: number): number {
  check('chiSquareQuantileOfTail', 'q', PROBABILITY, q)
  check('chiSquareQuantileOfTail', 'df', DEGREES, df)
  return q <= 0.5 ? quantile(q, df / 2, false) : quantile(1 - q, df / 2, true)
}

/**
 * The chi-square value with the given lower or upper tail of at most ½, at df = 2a. Halley's method for the logarithm
 * of the tail over ln x; that function is concave, so steps go astray at most once, and the bracket catches them.
 */
function quantile(tail: number, a: number, isLower: boolean): number {
  if (tail === 0) return isLower ? 0 : Infinity
  const target = ln(tail)
  let [low, high] = bracket(tail, a, isLower)
  let x = Math.min(Math.max(wilsonHilferty(target, a, isLower), low), high)
  for (let i = 0; i < 200 && x > 0; i++) {
    const { lower, upper, density } = gammaTails(a, x)
    const reached = isLower ? lower : upper
    if (reached < tail === isLower) low = x
    else high = x
    const slope = (isLower ? density : -density) / reached
    const newton = (ln(reached) - target) / slope
    const step = newton / (1 - (newton * (a - x - slope)) / 2)
    // Cubic convergence: after a step this small, what is left is far below the last bit.
    if (Math.abs(step) < 1e-9) return 2 * (x - x * step)
    const next = x * exp(-step)
    x = next > low && next < high ? next : Math.sqrt(low) * Math.sqrt(high)
  }
  return 2 * x
}

/**
 * Bounds on the quantile of a gamma variable with shape a: the lower tail at x is at most x^a / Γ(a + 1), and the upper
 * tail at a + √(2at) + t is at most e^-t (Laurent and Massart 2000, lemma 1).
 */
function bracket(tail: number, a: number, isLower: boolean): [low: number, high: number] {
  const lnLower = isLower ? ln(tail) : ln(1 - tail)
  const t = isLower ? -ln(1 - tail) : -ln(tail)
  return [exp((lnLower + logGamma(a + 1)) / a), a + Math.sqrt(2 * a * t) + t]
}

/** A first guess within a few per cent (Wilson and Hilferty 1931), negative where it fails. */
function wilsonHilferty(lnTail: number, a: number, isLower: boolean): number {
  const w = Math.sqrt(-2 * lnTail)
  const z = w - (2.30753 + 0.27061 * w) / (1 + w * (0.99229 + 0.04481 * w))
  const variance = 1 / (9 * a)
  const root = 1 - variance + (isLower ? -z : z) * Math.sqrt(variance)
  return a * root * root * root
}
