import { columnDeviation, powerOfTwoBelow } from './column-deviation.ts'
import type { ColumnView } from './column-view.ts'

/** Two numbers between which a third one lies, for sure. */
export interface Between {
  readonly low: number
  readonly high: number
}

/**
 * Between which numbers `columnDeviation` of the exact cells lies. Values moved by at most h move their deviation by at most
 * the root of the mean of h², since a deviation is a distance; half the width of a cell is the h of its rows. O(cells).
 */
export function deviationOfCells(view: ColumnView): Between {
  const { size, lo, hi, weights, total } = view
  const middle = columnDeviation(view)
  const scale = powerOfTwoBelow(Math.max(Math.abs(lo[0] ?? 1), Math.abs(hi[size - 1] ?? 1)) || 1)
  let squares = 0
  for (let cell = 0; cell < size; cell++) {
    const half = (hi[cell] / scale - lo[cell] / scale) / 2
    squares += weights[cell] * half * half
  }
  // Every cell is one value: this is the very number.
  if (squares === 0) return { low: middle, high: middle }
  const off = Math.sqrt(squares / total) * scale
  const rounding = roundingOf(total)
  return { low: (middle - off) * (1 - rounding), high: (middle + off) * (1 + rounding) }
}

/**
 * Between which numbers `columnDeviation` of a column lies, from its rows in any order; −∞ and +∞ count as the smallest and
 * the largest value, NaN not at all. Two passes. O(rows).
 */
export function deviationOfRows(values: Float64Array, { min, max }: { min: number; max: number }): Between {
  const scale = powerOfTwoBelow(Math.max(Math.abs(min), Math.abs(max)) || 1)
  const [first, last] = [min / scale, max / scale]
  // The inverse of a power of two is exact, but for the smallest ones.
  const inverse = scale > 1e-300 ? 1 / scale : Number.NaN
  const distance = (value: number): number =>
    value - value === 0
      ? (inverse === inverse ? value * inverse : value / scale) - first
      : (value > 0 ? last : first) - first
  let rows = 0
  let sum = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value !== value) continue
    rows++
    sum += distance(value)
  }
  const mean = sum / rows
  let squares = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value !== value) continue
    const off = distance(value) - mean
    squares += off * off
  }
  const deviation = Math.sqrt(squares / rows) * scale
  const rounding = roundingOf(rows)
  return { low: deviation * (1 - rounding), high: deviation * (1 + rounding) }
}

/** What a rounded sum of n terms above zero is off by at most is n halves of this. */
const EPSILON = Number.EPSILON

/**
 * How far two ways of adding up n rows may differ in the deviation (relative). The sum of n squares is off by n units at most.
 * A mean that is off by δ adds n·δ² to it; δ is at most n units of a mean which is at most √n deviations from the
 * smallest value. Twice that, for two ways, and as much to spare.
 */
function roundingOf(rows: number): number {
  return 1e-12 + 4 * rows * EPSILON + 4 * rows * EPSILON * (rows * EPSILON) * rows
}
