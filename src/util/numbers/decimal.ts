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
