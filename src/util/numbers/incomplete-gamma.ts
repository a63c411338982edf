import { exp } from './exp.ts'
import { ln, log1pMinusX } from './log2.ts'
import { logGamma, stirlingError } from './log-gamma.ts'

const TWO_PI = 6.283185307179586
/** 2^-54: sums and fractions stop when a further term changes nothing. */
const PRECISION = 5.551115123125783e-17

/** Both tails of a gamma variable with shape a, and its density, at x. */
export interface GammaTails {
  /** P(a, x), the share below x */
  readonly lower: number
  /** Q(a, x) = 1 − P(a, x), the share above x */
  readonly upper: number
  /** density of ln X at ln x: x^a·e^-x / Γ(a) */
  readonly density: number
}

/**
 * The regularized incomplete gamma functions P and Q for a > 0 and 0 < x < Infinity. The smaller tail keeps its digits:
 * relative error below 1e-13 for a from ½ to 1e5. Power series below x = a + 1, continued fraction above (DLMF 8.7.1
 * and 8.9.2). O(√a).
 */
export function gammaTails(a: number, x: number): GammaTails {
  const density = logDensity(a, x)
  if (x < a + 1) {
    const lower = Math.min(1, density === 0 ? 0 : (density / a) * lowerSeries(a, x))
    return { lower, upper: 1 - lower, density }
  }
  const upper = density === 0 ? 0 : density * upperFraction(a, x)
  return { lower: 1 - upper, upper, density }
}

/** ln Q(a, x), which is known where Q itself is too small for a double. As `gammaTails` otherwise. */
export function logUpperTail(a: number, x: number): number {
  if (x < a + 1) return ln(gammaTails(a, x).upper)
  const density =
    a < 1 ? ln(a) + a * ln(x) - x - logGamma(a + 1) : ln(a / TWO_PI) / 2 - stirlingError(a) - deviance(a, x)
  return density + ln(upperFraction(a, x))
}

/**
 * x^a·e^-x / Γ(a). The three factors may be huge and cancel, so this is √(a / 2π) times e to minus two small numbers:
 * what Stirling's formula lacks at a, and the deviance a·ln(a / x) + x − a (Loader 2000).
 */
function logDensity(a: number, x: number): number {
  if (a < 1) return a * exp(a * ln(x) - x - logGammaOf(a))
  return Math.sqrt(a / TWO_PI) * exp(-stirlingError(a) - deviance(a, x))
}

/** ln Γ(a + 1), known from the last time: who looks for a quantile, or draws a curve, asks for one a again and again. */
function logGammaOf(a: number): number {
  if (a !== lastShape) {
    lastLogGamma = logGamma(a + 1)
    lastShape = a
  }
  return lastLogGamma
}

let lastShape = NaN
let lastLogGamma = NaN

/** a·ln(a / x) + x − a. */
function deviance(a: number, x: number): number {
  const ratio = x / a
  return ratio > 0.75 && ratio < 1.4 ? -a * log1pMinusX((x - a) / a) : x - a - a * ln(ratio)
}

/** 1 + x/(a + 1) + x²/((a + 1)(a + 2)) + … */
function lowerSeries(a: number, x: number): number {
  let term = 1
  let sum = 1
  for (let i = 1; term > sum * PRECISION; i++) {
    term *= x / (a + i)
    sum += term
  }
  return sum
}

/** 1/(x + 1 − a + 1·(a − 1)/(x + 3 − a + 2·(a − 2)/(x + 5 − a + …))), from the front by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let base = x + 1 - a
  let numerators = Infinity
  let denominators = 1 / base
  let value = denominators
  let factor = 0
  for (let i = 1; Math.abs(factor - 1) > PRECISION; i++) {
    const term = i * (a - i)
    base += 2
    numerators = base + term / numerators
    denominators = 1 / (base + term * denominators)
    factor = numerators * denominators
    value *= factor
  }
  return value
}
