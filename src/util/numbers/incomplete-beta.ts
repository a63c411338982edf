import { exp } from './exp.ts'
import { ln, log1pMinusX } from './log2.ts'
import { stirlingError } from './log-gamma.ts'

const TWO_PI = 6.283185307179586
/** 2^-54: the fraction stops when a further step changes nothing. */
const PRECISION = 5.551115123125783e-17

/**
 * The share of a beta variable with the shapes a and b that lies below x, the regularized incomplete beta function, for
 * a, b > 0. `y` is 1 − x, handed in so that neither loses digits. A small result keeps its digits. Continued fraction
 * (DLMF 8.17.22) on the side where it converges fast. O(√(a + b)).
 */
export function betaShareBelow(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (y <= 0) return 1
  const near = x * (a + b + 2) < a + 1
  const tail = near ? lowerTail(x, y, a, b) : lowerTail(y, x, b, a)
  return Math.min(1, Math.max(0, near ? tail : 1 - tail))
}

function lowerTail(x: number, y: number, a: number, b: number): number {
  const front = density(x, y, a, b)
  return front === 0 ? 0 : (front / a) * fraction(x, a, b)
}

/** x^a·y^b / B(a, b), from the deviances of a and b, since the factors are huge and cancel (Loader 2000). */
function density(x: number, y: number, a: number, b: number): number {
  const n = a + b
  const shapes = stirlingError(n) - stirlingError(a) - stirlingError(b)
  return Math.sqrt(((a / n) * b) / TWO_PI) * exp(shapes - deviance(a, n * x) - deviance(b, n * y))
}

/** a·ln(a / mean) + mean − a. */
function deviance(a: number, mean: number): number {
  const ratio = mean / a
  return ratio > 0.75 && ratio < 1.4 ? -a * log1pMinusX((mean - a) / a) : mean - a - a * ln(ratio)
}

/** 1/(1 + d1/(1 + d2/(1 + …))), from the front by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  let numerators = 1
  let denominators = 0
  let value = 1
  let factor = 0
  for (let i = 1; Math.abs(factor - 1) > PRECISION && i < 100_000; i++) {
    const m = i >> 1
    const top = i % 2 === 0 ? m * (b - m) : -(a + m) * (a + b + m)
    const step = ((top / (a + i)) * x) / (a + i - 1)
    numerators = 1 + step / numerators
    denominators = 1 / (1 + step * denominators)
    factor = numerators * denominators
    value *= factor
  }
  return 1 / value
}
