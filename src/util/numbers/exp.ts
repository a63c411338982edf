import { LN2_HIGH, LN2_LOW, TWO_TO_100, TWO_TO_MINUS_100 } from './log2.ts'

/** Above the first every result is Infinity, below the second 0: the ends of the range of a double. */
const OVERFLOW = 709.782712893384
const UNDERFLOW = -745.1332191019412

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)

/**
 * e^x, the same bits on every runtime. Error below 0.8 ulp, subnormal results included; Infinity above 709.78,
 * 0 below -745.13. With x = k·ln 2 + r, |r| ≤ ½ ln 2, it is 2^k·(1 + r + r²·P(r)); r is kept in two doubles. O(1).
 */
export function exp(x: number): number {
  if (!(x <= OVERFLOW && x >= UNDERFLOW)) return x > 0 ? Infinity : x < 0 ? 0 : NaN
  const k = Math.round(x * Math.LOG2E)
  const high = x - k * LN2_HIGH
  const r = high - k * LN2_LOW
  const rLow = high - r - k * LN2_LOW
  const sum = 1 + r
  const lost = 1 - sum + r
  return timesPowerOfTwo(sum + (lost + (r * r * excess(r) + rLow * sum)), k)
}

/**
 * (e^r − 1 − r) / r² = 1/2 + r/6 + r²/24 + …, for |r| ≤ ½ ln 2. The coefficients come from Chebyshev interpolation
 * of that function on the interval; they leave an error of e^r below 2^-61.
 */
function excess(r: number): number {
  const w = r * r
  const even3 = 2.4801587325547743e-5 + w * (2.75572736431103e-7 + w * 2.0914686968086876e-9)
  const even = 0.5 + w * (0.04166666666666667 + w * (0.0013888888888883748 + w * even3))
  const odd2 = 0.00019841269874820627 + w * (2.7557255400206422e-6 + w * 2.5105217004720745e-8)
  const odd = 0.1666666666666667 + w * (0.008333333333326136 + w * odd2)
  return even + r * odd
}

/** y·2^k for y near 1 and any k of a double. Only the last product can be rounded, so subnormal results are right. */
function timesPowerOfTwo(y: number, k: number): number {
  for (; k > 100; k -= 100) y *= TWO_TO_100
  for (; k < -100; k += 100) y *= TWO_TO_MINUS_100
  bits[0] = (127 + k) << 23
  return y * single[0]
}
