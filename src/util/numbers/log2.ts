/**
 * Logarithms from + − * / alone: built-in logarithms differ in the last bit between JavaScript engines, and one bit
 * can move a cut. With x = 2^e·(1 + f), 1 + f between √½ and √2, and s = f / (2 + f), the logarithm is
 * e·ln 2 + 2·atanh(s); the leading term is kept in two doubles, the rest of the series is at most 1 % of it.
 */

/** 2 / ln 2 as its first 26 bits, whose product with 26 other bits is exact, and the rest. */
const SCALE_HIGH = 2.8853901028633118
const SCALE_LOW = -2.1085384952858276e-8

/** ln 2 as its first 40 bits, whose product with any exponent is exact, and the rest. */
export const LN2_HIGH = 0.6931471805601177
export const LN2_LOW = -1.7239444525614835e-13

/** Times this, minus the difference, leaves the upper 26 bits of a double (Veltkamp). */
const SPLITTER = 0x8000001
/** Adding and subtracting this rounds a number below 1 to a multiple of 2^-26. */
const ROUNDER = 0x6000000

/**
 * A single-precision number and its bits. Going through single precision costs nothing, since only the exponent is
 * read, and unlike the halves of a double it needs no byte order and never stalls a store.
 */
const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)
const ROOT_HALF_BITS = 0x3f3504f3
/** 2^100 and 2^-100 as literals, since the power operator is not exact by the language's rules. */
export const TWO_TO_100 = 1.2676506002282294e30
export const TWO_TO_MINUS_100 = 7.888609052210118e-31

/**
 * Base-2 logarithm, the same bits on every runtime. Error below 0.6 ulp for every positive double, subnormals
 * included; exact for powers of two. 0 gives -Infinity, negative numbers and NaN give NaN. O(1), about 15 ns.
 *
 *     console.log(log2(8), log2(0)) // → 3 -Infinity
 */
export function log2(x: number): number {
  return logarithm(x, 1, 0, SCALE_HIGH, SCALE_LOW)
}

/**
 * Natural logarithm, made like `log2` and as exact.
 *
 *     console.log(ln(2)) // → 0.6931471805599453
 */
export function ln(x: number): number {
  return logarithm(x, LN2_HIGH, LN2_LOW, 2, 0)
}

/** ln(1 + y) without losing the digits of a small y. Error at most 3 ulp. */
export function log1p(y: number): number {
  return y > -0.29 && y < 0.41 ? logOfScaled(0, y, LN2_HIGH, LN2_LOW, 2, 0) : ln(1 + y)
}

/**
 * ln(1 + y) − y, whose leading term is −y²/2, without losing the digits of a small y. Error a few ulp.
 * With s = y / (2 + y) the difference y − 2s is s·y exactly, so nothing cancels.
 */
export function log1pMinusX(y: number): number {
  if (y <= -0.29 || y >= 0.41) return ln(1 + y) - y
  const s = y / (2 + y)
  return 2 * s * atanhExcess(s * s) - s * y
}

/** The logarithm in the base where 2 has the logarithm twoHigh + twoLow and e² has scaleHigh + scaleLow. */
// oxlint-disable-next-line max-params -- called for every row; an object would cost more than the work
function logarithm(x: number, twoHigh: number, twoLow: number, scaleHigh: number, scaleLow: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? x : NaN
  let e = 0
  for (; x > TWO_TO_100; e += 100) x *= TWO_TO_MINUS_100
  for (; x < TWO_TO_MINUS_100; e -= 100) x *= TWO_TO_100
  single[0] = x
  const shift = (bits[0] - ROOT_HALF_BITS) >> 23
  bits[0] = (127 - shift) << 23
  return logOfScaled(e + shift, x * single[0] - 1, twoHigh, twoLow, scaleHigh, scaleLow)
}

/** The logarithm of 2^e·(1 + f) in the base of `logarithm`. */
// oxlint-disable-next-line max-params -- as above
function logOfScaled(
  e: number,
  f: number,
  twoHigh: number,
  twoLow: number,
  scaleHigh: number,
  scaleLow: number,
): number {
  const inverse = 1 / (2 + f)
  const s = f * inverse
  const shifted = s * SPLITTER
  const sHigh = shifted - (shifted - s)
  const fHigh = f + ROUNDER - ROUNDER
  // f − sHigh·(2 + f) in steps that are exact, except the last one, which is too small to matter.
  const sLow = (f - 2 * sHigh - sHigh * fHigh - sHigh * (f - fHigh)) * inverse
  const whole = e * twoHigh
  const leading = sHigh * scaleHigh
  const sum = whole + leading
  // |whole| is 0 or larger than |leading|, so this is exactly what the sum lost.
  const lost = whole - sum + leading
  return sum + (lost + e * twoLow + (sHigh * scaleLow + (scaleHigh + scaleLow) * (sLow + s * atanhExcess(s * s))))
}

/**
 * atanh(√z) / √z − 1 = z/3 + z²/5 + z³/7 + …, for 0 ≤ z ≤ 0.0295. The coefficients come from Chebyshev
 * interpolation of that function on the interval; they leave an error below 2^-60.
 */
function atanhExcess(z: number): number {
  const w = z * z
  const even = 0.3333333333333333 + w * (0.14285714285401616 + w * (0.09090897815442377 + w * 0.06634379834280306))
  const odd = 0.2000000000000044 + w * (0.11111111195900235 + w * (0.07693120102906739 + w * 0.06543383504974087))
  return z * (even + z * odd)
}

/** Most entries the table of x·log2(x) may have: 16 MB. */
const MAX_ENTRIES = 0x200000
let table = new Float64Array(1)
/** A miss pays for so many entries. */
const MISSES_PER_ENTRY = 8
/** Numbers that were asked for and not in the table since it grew last. */
let misses = 0

/**
 * x·log2(x), and 0 for 0: the term of entropies and information. Whole numbers below 2^21 come from a table, which
 * doubles when enough numbers were not yet in it to pay for that; the bits are the same either way.
 */
export function xLog2x(x: number): number {
  const index = x >>> 0
  if (index === x && index < MAX_ENTRIES) {
    if (index < table.length) return table[index]
    if (++misses * MISSES_PER_ENTRY >= table.length) grow(table.length * 2)
  }
  return x === 0 ? 0 : x * log2(x)
}

/**
 * The table behind `xLog2x` for loops that cannot afford the call: entry i is xLog2x(i). It has at least limit + 1
 * entries, or 2^21 if that is fewer. Only to be read; ask again when the limit grows. O(limit) the first time.
 */
export function xLog2xTable(limit: number): Float64Array {
  if (limit >= table.length && table.length < MAX_ENTRIES) {
    let size = table.length
    while (size <= limit && size < MAX_ENTRIES) size *= 2
    grow(size)
  }
  return table
}

function grow(size: number): void {
  const larger = new Float64Array(size)
  larger.set(table)
  for (let i = table.length; i < size; i++) larger[i] = i * log2(i)
  table = larger
  misses = 0
}
