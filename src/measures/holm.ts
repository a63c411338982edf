/**
 * p-values corrected for having tested so many things at once (Holm 1979): refusing only what stays at or below a level
 * keeps the chance of even one false finding at that level, however the tests depend on each other. O(n · log n).
 *
 *     // Four columns were tested. Two p-values are below 0.05, one of them still is when all four count.
 *     console.log(Array.from(holm([0.004, 0.03, 0.2, 0.6]), (p) => p.toFixed(3)).join(' '))
 *     // → 0.016 0.090 0.400 0.600
 *
 * @param pValues one per test
 */
export function holm(pValues: ArrayLike<number>): Float64Array {
  const count = pValues.length
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => pValues[a] - pValues[b] || a - b)
  const corrected = new Float64Array(count)
  let least = 0
  for (const [before, test] of order.entries()) {
    least = Math.max(least, Math.min(1, (count - before) * pValues[test]))
    corrected[test] = least
  }
  return corrected
}
