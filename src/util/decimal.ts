/**
 * The decimal with the fewest digits between `lo` and `hi` (both allowed), nearest to `wish` among equally short ones.
 * Tries multiples of 10, 1, 0.1 … until one lies inside. `lo` ≤ `wish` ≤ `hi` must be finite.
 */
export function shortestDecimal(lo: number, hi: number, wish: number): number {
  if (lo <= 0 && hi >= 0) return 0
  const top = exponentOf(Math.max(Math.abs(lo), Math.abs(hi))) + 1
  for (let exponent = top; exponent > top - 20; exponent--) {
    const unit = Number(`1e${exponent}`)
    const nearest = Math.round(unit === 0 ? 0 : wish / unit)
    let best = Number.NaN
    for (const step of [-1, 0, 1]) {
      const candidate = Number(`${nearest + step}e${exponent}`)
      if (candidate < lo || candidate > hi) continue
      if (Number.isNaN(best) || Math.abs(candidate - wish) < Math.abs(best - wish)) best = candidate
    }
    if (!Number.isNaN(best)) return best
  }
  return wish
}

/** The decimal exponent of a positive number: 2 for 154.5. */
function exponentOf(x: number): number {
  return Number(x.toExponential().split('e')[1])
}
