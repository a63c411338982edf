import { isExact } from '../summaries/cells.ts'
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
export function columnSpread(cells: Cells): number {
  return spreadAround(cells, deviationOfCells(cells))
}

/**
 * The same where cells may be coarse: those of `spreadCells` must be known, and the values tell the deviation. O(cells +
 * values).
 */
export function spreadOf(cells: Cells, values: () => Float64Array): number {
  return isExact(cells) ? columnSpread(cells) : spreadAround(cells, deviationOfValues(values()))
}

/** The cells that hold the quantiles that a spread is found by. O(cells). */
export function spreadCells({ tallies: { rows } }: Cells): number[] {
  let all = 0
  for (let cell = 0; cell < rows.length; cell++) all += rows[cell]
  return QUANTILES.flatMap(([from, to]) => [cellAt(from * all, rows), cellAt(to * all, rows)])
}

function deviationOfValues(values: Float64Array): number {
  let [rows, sum] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    if (values[i] - values[i] !== 0) continue
    rows++
    sum += values[i]
  }
  const mean = sum / rows
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const apart = values[i] - mean
    if (values[i] - values[i] === 0) squares += apart * apart
  }
  return Math.sqrt(squares / rows)
}

function deviationOfCells({ size, lo, tallies }: Cells): number {
  let rows = 0
  let sum = 0
  for (let i = 0; i < size; i++) {
    rows += tallies.rows[i]
    sum += tallies.rows[i] * lo[i]
  }
  const mean = sum / rows
  let squares = 0
  for (let i = 0; i < size; i++) squares += tallies.rows[i] * (lo[i] - mean) * (lo[i] - mean)
  return Math.sqrt(squares / rows)
}

function spreadAround({ size, lo, tallies }: Cells, deviation: number): number {
  let rows = 0
  for (let i = 0; i < size; i++) rows += tallies.rows[i]
  if (!Number.isFinite(deviation)) return 0
  for (const [from, to, deviations] of QUANTILES) {
    const between = (lo[cellAt(to * rows, tallies.rows)] - lo[cellAt(from * rows, tallies.rows)]) / deviations
    if (between > 0) return Math.min(deviation, between)
  }
  return 0
}

/** The cell with so many rows below or in it. */
function cellAt(wanted: number, rows: Float64Array): number {
  let below = 0
  for (let cell = 0; cell < rows.length; cell++) {
    below += rows[cell]
    if (below >= wanted) return cell
  }
  return rows.length - 1
}
