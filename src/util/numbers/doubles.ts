/** One double and its bits in the same memory, for a moment. */
export const double: Float64Array = new Float64Array(1)
export const bits: BigInt64Array = new BigInt64Array(double.buffer)

/** The next double above x. */
export function nextUp(x: number): number {
  if (!(x < Infinity)) return x
  if (x === 0) return Number.MIN_VALUE
  double[0] = x
  bits[0] += x > 0 ? 1n : -1n
  return double[0]
}

/** The next double below x. */
export function nextDown(x: number): number {
  return -nextUp(-x)
}

/** Which half of a double has its sign: they lie the other way round on some processors. */
export const HIGH: number = new Uint32Array(new Float64Array([1]).buffer)[1] > 0 ? 1 : 0
const halves = new Uint32Array(double.buffer)

/** The largest double of at most 16 binary digits after the leading one that is not above x. */
export function leadingBits(x: number): number {
  double[0] = x
  const high = halves[HIGH] & 15
  // Below zero the same bits without the rest lie nearer to zero, which is above x.
  halves[HIGH] += (x < 0 && (high | halves[1 - HIGH]) !== 0 ? 16 : 0) - high
  halves[1 - HIGH] = 0
  return double[0]
}

/** 2 to the power of a whole number, exactly; the language leaves the last bit of `**` to the runtime. */
export function powerOfTwo(exponent: number): number {
  const factor = exponent < 0 ? 0.5 : 2
  let power = 1
  for (let i = Math.abs(exponent); i > 0; i--) power *= factor
  return power
}

/** The nearest whole number where only rounding lies between, as after 0.01 was added to a count and taken away again. */
export function nearWhole(x: number): number {
  const whole = Math.round(x)
  return Math.abs(x - whole) < 1e-6 ? whole + 0 : x
}

/**
 * The decimal with the fewest significant digits between `lo` and `hi` (both allowed), nearest to `wish` among equally
 * short ones. `lo` ≤ `wish` ≤ `hi` must be finite.
 */
export function shortestDecimal(lo: number, hi: number, wish: number): number {
  if (lo <= 0 && hi >= 0) return 0
  const size = Math.abs(wish)
  // The decimal exponent: 2 for 154.5. Runtimes may differ in the last bit of a logarithm.
  let top = Math.ceil(Math.log10(size))
  while (scaled(1, top) > size) top--
  // From one digit on. If the range reaches another power of ten, that power is itself short and found at this one's step.
  for (let exponent = top; exponent > top - MOST_DIGITS; exponent--) {
    // The two whole numbers around are what counts: one more, since rounding may show the wrong one of them.
    const nearest = Math.round(scaled(wish, -exponent))
    let best = Infinity
    for (let whole = nearest - 1; whole <= nearest + 1; whole++) {
      const candidate = scaled(whole, exponent)
      if (candidate >= lo && candidate <= hi && Math.abs(candidate - wish) < Math.abs(best - wish)) best = candidate
    }
    if (best < Infinity) return best
  }
  return wish
}

/** Numbers of so many digits are whole doubles when scaled, and so are their neighbours. */
const MOST_DIGITS = 15

/** The powers of ten that are doubles, so that multiplying or dividing by them rounds once. */
const TENS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** x·10^exponent, rounded once. */
function scaled(x: number, exponent: number): number {
  const power = TENS[Math.abs(exponent)]
  if (power > 0) return exponent < 0 ? x / power : x * power
  const [mantissa, own] = x.toExponential().split('e')
  return Number(`${mantissa}e${Number(own) + exponent}`)
}
