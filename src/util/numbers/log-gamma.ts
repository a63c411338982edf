import { ln, log1p, log2 } from './log2.ts'

const HALF_LN_TWO_PI = 0.9189385332046728

/** From here on eight terms of the Stirling series reach the last bit. */
const STIRLING_START = 10

/**
 * ln Γ(2 + t) / t for |t| ≤ ½, constant term first. Chebyshev interpolation on the interval, error below 2^-58; later
 * coefficients need fewer digits.
 */
const NEAR_TWO = [
  0.42278433509846713, 0.32246703342411326, -0.0673523010531981, 0.02058080842778038, -0.0073855510286719986,
  0.002890510331034267, -0.001192753911842816, 0.000509669515411546, -0.0002231547540052, 9.94576735582e-5,
  -4.492631337916e-5, 2.05055907558e-5, -9.4387150992e-6, 4.3847044046e-6, -2.043904811e-6, 9.2005279e-7,
  -4.32523934e-7, 2.78740805e-7, -1.3219946e-7,
]

/**
 * Natural logarithm of Γ(x) for x > 0; relative error a few ulp everywhere, also near the zeros at 1 and 2, which are
 * exact. 0 gives Infinity, negative numbers NaN. O(1).
 */
export function logGamma(x: number): number {
  if (!(x >= 0)) return NaN
  if (x >= STIRLING_START) return stirling(x, ln, 1)
  if (x < 0.5) return nearTwo(x) - ln(x * (1 + x))
  if (x < 1.5) return nearTwo(x - 1) - ln(x)
  let product = 1
  for (; x >= 2.5; product *= x) x--
  return ln(product) + nearTwo(x - 2)
}

/**
 * log2 of n! = Γ(n + 1) for real n ≥ 0; NaN for n < 0. Whole n as exact as `logGamma`, others below 9 within 1e-14 bits:
 * that is enough for lengths, and a page need not carry the table above. O(1).
 */
export function log2Factorial(n: number): number {
  if (!(n >= 0)) return NaN
  let product = 1
  if (Number.isInteger(n) && n < STIRLING_START) {
    for (; n > 1; n--) product *= n
    return log2(product)
  }
  let x = n + 1
  for (; x < STIRLING_START; x++) product *= x
  return stirling(x, log2, Math.LOG2E) - log2(product)
}

/**
 * log2 of n! / (k!·(n − k)!) for real n ≥ k ≥ 0, NaN elsewhere. The three factorials are not subtracted, which would
 * lose all digits for a large n and a small k, but joined in Stirling's form, where the large terms have one sign
 * (Loader 2000, "Fast and accurate computation of binomial probabilities"). O(1).
 */
export function log2Binomial(n: number, k: number): number {
  if (!(k >= 0 && k <= n && n < Infinity)) return NaN
  const less = Math.min(k, n - k)
  const more = n - less
  // A ratio out of range, 0/0 included, means that the binomial is 1 to the last bit.
  if (!(n / less < Infinity)) return 0
  const lnShare = log1p(-less / n)
  const large = less * ln(n / less) - more * lnShare
  const small = stirlingError(n) - stirlingError(less) - stirlingError(more)
  return (large + small - HALF_LN_TWO_PI - (ln(less) + lnShare) / 2) * Math.LOG2E
}

/**
 * What Stirling's formula lacks: ln Γ(x + 1) − ((x + ½)·ln x − x + ½ ln 2π), about 1 / 12x, for x ≥ 0. Error below
 * 2e-15 for x ≥ 1, and below 2 ulp from 10 on. O(1).
 */
export function stirlingError(x: number): number {
  let sum = 0
  // From x to x + 1 it falls by (x + ½)·ln(1 + 1/x) − 1; a tiny x has no finite inverse.
  for (; x < STIRLING_START; x++) sum += (x + 0.5) * (x < 0.5 ? ln(1 + x) - ln(x) : log1p(1 / x)) - 1
  return sum + stirlingSeries(x)
}

/** ln Γ(x) for x from 10 on, times `scale`, where `log` is ln times `scale`. It has an answer for Infinity too. */
function stirling(x: number, log: (x: number) => number, scale: number): number {
  return (x - 0.5) * (log(x) - scale) + (HALF_LN_TWO_PI - 0.5 + stirlingSeries(x)) * scale
}

/** ln Γ(2 + t) for |t| ≤ ½. */
function nearTwo(t: number): number {
  let sum = 0
  for (let i = NEAR_TWO.length - 1; i >= 0; i--) sum = sum * t + NEAR_TWO[i]
  return sum * t
}

/** 1/12x − 1/360x³ + …, with the Bernoulli numbers B(2k) / (2k·(2k − 1)) as coefficients. */
function stirlingSeries(x: number): number {
  const w = 1 / (x * x)
  const tail = 1 / 1188 - w * (691 / 360360 - w * (1 / 156 - (w * 3617) / 122400))
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * tail)))) / x
}
