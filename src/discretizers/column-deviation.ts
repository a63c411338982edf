import type { ColumnView } from './column-view.ts'

/** Two numbers between which a third one lies, for sure. */
export interface Between {
  readonly low: number
  readonly high: number
}

/**
 * The standard deviation of a column's values (divided by Σw); cells count at their middle. Values are first divided by a
 * power of two near the largest, so that nothing overflows or vanishes, and columns scaled by a power of two give that
 * many times the same digits. O(cells).
 */
export function columnDeviation({ size, lo, hi, weights, total }: ColumnView): number {
  if (size < 2) return 0
  const scale = powerOfTwoBelow(Math.max(Math.abs(lo[0]), Math.abs(hi[size - 1])))
  const first = lo[0] / scale
  // From the smallest value on, so that a column far from zero keeps its digits.
  const distance = (cell: number): number => {
    const [low, high] = [lo[cell] / scale - first, hi[cell] / scale - first]
    return low === high ? low : (low + high) / 2
  }
  let sum = 0
  for (let cell = 0; cell < size; cell++) sum += weights[cell] * distance(cell)
  const mean = sum / total
  let squares = 0
  for (let cell = 0; cell < size; cell++) {
    const off = distance(cell) - mean
    squares += weights[cell] * off * off
  }
  return Math.sqrt(squares / total) * scale
}

/** The largest power of two that is at most x, which is above zero. */
export function powerOfTwoBelow(x: number): number {
  let power = 1
  while (power * 2 <= x) power *= 2
  while (power > x) power /= 2
  return power
}
