/** Scores whose relative difference is below this are equal: what is left between them is rounding. */
export const TIE = 1e-12

/** Whether a beats b (is larger) by more than rounding. With a scan from the left this lets the leftmost of equals win. */
export function clearlyLarger(a: number, b: number): boolean {
  return a > b && (b === -Infinity || a - b > TIE * Math.max(Math.abs(a), Math.abs(b)))
}

/**
 * A score rounded to 40 bits (a step of about 1e-12), for searches that need one order for all scores and not only
 * comparisons in pairs.
 */
export function tieKey(score: number): number {
  const shifted = score * 8193 // 2^13 + 1
  return Number.isFinite(shifted) ? shifted - (shifted - score) : score
}
