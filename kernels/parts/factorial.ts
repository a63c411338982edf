// log2 n! of whole numbers, bit for bit as src/util/numbers/log-gamma.ts computes it, which says why.

const SCALE_HIGH: f64 = 2.8853901028633118
const SCALE_LOW: f64 = -2.1085384952858276e-8
const SPLITTER: f64 = 0x8000001
const ROUNDER: f64 = 0x6000000
const ROOT_HALF_BITS: i32 = 0x3f3504f3
const LOG2E: f64 = 1.4426950408889634
const HALF_LN_TWO_PI: f64 = 0.9189385332046728

/** log2 of n!, for whole numbers that a word holds. */
export function log2Factorial(n: u32): f64 {
  if (n < 10) {
    let product: f64 = 1
    for (; n > 1; n--) product *= <f64>n
    return log2(product)
  }
  const x = <f64>n + 1
  return (x - 0.5) * (log2(x) - LOG2E) + (HALF_LN_TWO_PI - 0.5 + stirlingSeries(x)) * LOG2E
}

function stirlingSeries(x: f64): f64 {
  const w = 1 / (x * x)
  const tail = 1.0 / 1188 - w * (691.0 / 360360 - w * (1.0 / 156 - (w * 3617) / 122400))
  return (1.0 / 12 - w * (1.0 / 360 - w * (1.0 / 1260 - w * (1.0 / 1680 - w * tail)))) / x
}

/** Base-2 logarithm of a number from 1 to 2^100. */
function log2(x: f64): f64 {
  const shift = (reinterpret<i32>(<f32>x) - ROOT_HALF_BITS) >> 23
  const f = x * <f64>reinterpret<f32>((127 - shift) << 23) - 1
  const inverse = 1 / (2 + f)
  const s = f * inverse
  const shifted = s * SPLITTER
  const sHigh = shifted - (shifted - s)
  const fHigh = f + ROUNDER - ROUNDER
  const sLow = (f - 2 * sHigh - sHigh * fHigh - sHigh * (f - fHigh)) * inverse
  const whole = <f64>shift
  const leading = sHigh * SCALE_HIGH
  const sum = whole + leading
  const lost = whole - sum + leading
  return sum + (lost + (sHigh * SCALE_LOW + (SCALE_HIGH + SCALE_LOW) * (sLow + s * atanhExcess(s * s))))
}

function atanhExcess(z: f64): f64 {
  const w = z * z
  const even: f64 = 0.3333333333333333 + w * (0.14285714285401616 + w * (0.09090897815442377 + w * 0.06634379834280306))
  const odd: f64 = 0.2000000000000044 + w * (0.11111111195900235 + w * (0.07693120102906739 + w * 0.06543383504974087))
  return z * (even + z * odd)
}
