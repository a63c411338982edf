const ZERO = 48
const PLUS = 43
const MINUS = 45
/** 10^0 … 10^22 are exact doubles. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))
/** Cuts a double into two halves of 26 bits (Veltkamp). */
const SPLITTER = 2 ** 27 + 1
const POWER_HIGHS = POWERS.map((power) => highHalf(power))
/** More than the rounding errors of a corrected quotient can amount to, relative to the correction. */
const DOUBT = 2 ** -49

/**
 * Reads plain decimals from bytes without making a text, correctly rounded like Number(): up to 18 significant digits
 * (further zeros allowed) and small powers of ten. What it cannot do, or what is not a number, gives NaN.
 */
export class DecimalScanner {
  /** where the last scan stopped: the first byte that does not belong to the number */
  end = 0
  readonly #mark: number

  /** With null there is no decimal mark: whole numbers only. */
  constructor(decimal: '.' | ',' | null) {
    this.#mark = decimal === null ? -1 : decimal.charCodeAt(0)
  }

  /** Scans from `at`. The bytes must hold something that is not a digit further on, such as a delimiter. */
  scan(bytes: Uint8Array, at: number): number {
    const negative = bytes[at] === MINUS
    if (negative || bytes[at] === PLUS) at++
    // value = (head · 10^tailDigits + tail) · 10^exponent; both parts stay below 10^9, so that 32-bit integers suffice.
    let head = 0
    let tail = 0
    let tailDigits = 0
    let exponent = 0
    let exact = true
    const start = at
    // Maps the digits to 0 … 9 and every other byte to more.
    let digit = bytes[at] ^ ZERO
    for (; digit < 10; digit = bytes[++at] ^ ZERO) {
      if (head < 100_000_000) {
        head = (Math.imul(head, 10) + digit) | 0
      } else if (tailDigits < 9) {
        tail = (Math.imul(tail, 10) + digit) | 0
        tailDigits++
      } else {
        if (digit !== 0) exact = false
        exponent++
      }
    }
    let digits = at - start
    if (bytes[at] === this.#mark) {
      const first = ++at
      digit = bytes[at] ^ ZERO
      for (; digit < 10 && head < 100_000_000; digit = bytes[++at] ^ ZERO) head = (Math.imul(head, 10) + digit) | 0
      for (; digit < 10 && tailDigits < 9; digit = bytes[++at] ^ ZERO) {
        tail = (Math.imul(tail, 10) + digit) | 0
        tailDigits++
      }
      exponent -= at - first
      for (; digit < 10; digit = bytes[++at] ^ ZERO) if (digit !== 0) exact = false
      digits += at - first
    }
    if (digits > 0 && (bytes[at] | 32) === 101) {
      at++
      const down = bytes[at] === MINUS
      if (down || bytes[at] === PLUS) at++
      let power = 0
      const first = at
      for (; bytes[at] >= ZERO && bytes[at] <= 57; at++) if (power < 10_000) power = power * 10 + (bytes[at] - ZERO)
      if (at === first) digits = 0
      exponent += down ? -power : power
    }
    this.end = at
    if (digits === 0 || !exact) return Number.NaN
    const value = scaled(head, tail, tailDigits, exponent)
    return negative ? -value : value
  }
}

/** (head · 10^tailDigits + tail) · 10^exponent rounded once, NaN where that is not certain. */
function scaled(head: number, tail: number, tailDigits: number, exponent: number): number {
  // Below 10^9 · 10^9, whose odd factor has 51 bits: exact.
  const shifted = head * POWERS[tailDigits]
  const sum = shifted + tail
  const rest = tail - (sum - shifted)
  if (exponent === 0 || sum === 0) return sum
  if (exponent < -22 || exponent > 22) return Number.NaN
  if (rest === 0) return exponent < 0 ? sum / POWERS[-exponent] : sum * POWERS[exponent]
  return exponent < 0 ? correctedQuotient(sum, rest, -exponent) : Number.NaN
}

/**
 * (sum + rest) / 10^power. The remainder of the rounded quotient is exact (Dekker), so quotient plus corrected remainder
 * is off by a few units in the 106th bit; when both ends of that doubt round to the same double, it is the right one.
 */
function correctedQuotient(sum: number, rest: number, power: number): number {
  const divisor = POWERS[power]
  const quotient = sum / divisor
  const product = quotient * divisor
  const quotientHigh = highHalf(quotient)
  const quotientLow = quotient - quotientHigh
  const divisorHigh = POWER_HIGHS[power]
  const divisorLow = divisor - divisorHigh
  const lost =
    quotientHigh * divisorHigh -
    product +
    quotientHigh * divisorLow +
    quotientLow * divisorHigh +
    quotientLow * divisorLow
  const correction = (sum - product - lost + rest) / divisor
  const low = quotient + correction * (1 - DOUBT)
  return low === quotient + correction * (1 + DOUBT) ? low : Number.NaN
}

function highHalf(x: number): number {
  const scaledUp = x * SPLITTER
  return scaledUp - (scaledUp - x)
}
