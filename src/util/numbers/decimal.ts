/**
 * The decimal with the fewest significant digits between `lo` and `hi` (both allowed), nearest to `wish` among equally
 * short ones. `lo` ≤ `wish` ≤ `hi` must be finite.
 */
export function shortestDecimal(lo: number, hi: number, wish: number): number {
  if (lo <= 0 && hi >= 0) return 0
  const top = Number(Math.abs(wish).toExponential().split('e')[1]) // the decimal exponent: 2 for 154.5
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    // If the range reaches another power of ten, that power is itself short and found at this one's step.
    const exponent = top - digits + 1
    const nearest = Math.round(scaled(wish, -exponent))
    let best = Number.NaN
    for (const step of [-1, 0, 1]) {
      const candidate = scaled(nearest + step, exponent)
      if (candidate < lo || candidate > hi || Math.abs(nearest + step) > Number(`1e${digits}`)) continue
      if (Number.isNaN(best) || Math.abs(candidate - wish) < Math.abs(best - wish)) best = candidate
    }
    if (!Number.isNaN(best)) return best
  }
  return wish
}

/** Numbers of so many digits are whole doubles when scaled, and so are their neighbours. */
const MOST_DIGITS = 15

/** x·10^exponent, rounded once. */
function scaled(x: number, exponent: number): number {
  const [mantissa, own] = x.toExponential().split('e')
  return Number(`${mantissa}e${Number(own) + exponent}`)
}
