import type { Closed } from '../types.ts'

/**
 * The cut that parts neighbouring values a < b: (a + b) / 2 as a double, as other tools compute it. Where that overflows
 * or rounds onto the wrong side, the end that still parts them: b for bins closed on the left, a on the right.
 */
export function cutBetween(a: number, b: number, closed: Closed): number {
  const sum = a + b
  const middle = (Number.isFinite(sum) ? sum / 2 : a / 2 + b / 2) + 0 // −0 + 0 is 0
  if (closed === 'left') return a < middle && middle <= b ? middle : b
  return a <= middle && middle < b ? middle : a
}
