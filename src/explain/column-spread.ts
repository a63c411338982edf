import type { Cells } from '../types.ts'

/** Pairs of quantiles, and how many standard deviations of a normal column lie between them. */
const QUANTILES: readonly (readonly [from: number, to: number, deviations: number])[] = [
  [0.25, 0.75, 1.3489795],
  [0.1, 0.9, 2.5631031],
  [0.05, 0.95, 3.2897073],
]

/**
 * How far the values of a column spread: its standard deviation, or what the middle half of the values says of it if that is
 * less (Silverman 1986), so that a few huge values do not make all others look alike. Where half of the values are equal
 * the middle 80 or 90 % are asked; 0 where they are equal too, or where the deviation is no number. O(cells).
 */
export function columnSpread({ size, lo, tallies }: Cells): number {
  let rows = 0
  let sum = 0
  for (let i = 0; i < size; i++) {
    rows += tallies.rows[i]
    sum += tallies.rows[i] * lo[i]
  }
  const mean = sum / rows
  let squares = 0
  for (let i = 0; i < size; i++) squares += tallies.rows[i] * (lo[i] - mean) * (lo[i] - mean)
  const deviation = Math.sqrt(squares / rows)
  if (!Number.isFinite(deviation)) return 0
  for (const [from, to, deviations] of QUANTILES) {
    const between = (valueAt(to * rows, lo, tallies.rows) - valueAt(from * rows, lo, tallies.rows)) / deviations
    if (between > 0) return Math.min(deviation, between)
  }
  return 0
}

/** The value with so many rows below or at it. */
function valueAt(wanted: number, values: Float64Array, rows: Float64Array): number {
  let below = 0
  for (let i = 0; i < rows.length; i++) {
    below += rows[i]
    if (below >= wanted) return values[i]
  }
  return values[rows.length - 1]
}
