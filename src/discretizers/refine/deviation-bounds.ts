import { type Between, columnDeviation, powerOfTwoBelow } from '../column-deviation.ts'
import type { ColumnView } from '../column-view.ts'

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

/** The smallest and the largest finite value of a column. */
interface Ends {
  readonly min: number
  readonly max: number
}

/**
 * Between which numbers `columnDeviation` of a column lies, from its rows in any order: every value is to be added once by
 * `first`, then again by `second`. −∞ and +∞ count as the smallest and the largest value. O(1) per value.
 */
export class RowDeviation {
  readonly #scale: number
  readonly #inverse: number
  readonly #min: number
  readonly #span: number
  #rows = 0
  #sum = 0
  #mean = Number.NaN
  #squares = 0

  constructor({ min, max }: Ends) {
    this.#scale = powerOfTwoBelow(Math.max(Math.abs(min), Math.abs(max)) || 1)
    // The inverse of a power of two is exact, but for the smallest ones.
    this.#inverse = this.#scale > 1e-300 ? 1 / this.#scale : Number.NaN
    this.#min = min / this.#scale
    this.#span = max / this.#scale - this.#min
  }

  first(value: number): void {
    this.#rows++
    this.#sum += this.#distance(value)
  }

  second(value: number): void {
    if (this.#mean !== this.#mean) this.#mean = this.#sum / this.#rows
    const off = this.#distance(value) - this.#mean
    this.#squares += off * off
  }

  between(): Between {
    return deviationOfSquares(this.#rows, this.#squares, this.#scale)
  }

  /** From the smallest value on, as `columnDeviation` does it. */
  #distance(value: number): number {
    if (value - value !== 0) return value > 0 ? this.#span : 0
    return (this.#inverse === this.#inverse ? value * this.#inverse : value / this.#scale) - this.#min
  }
}

/** The same from the sum of squares around the mean, added up in any order, of values divided by `scale`. */
export function deviationOfSquares(rows: number, squares: number, scale: number): Between {
  const deviation = rows === 0 ? 0 : Math.sqrt(squares / rows) * scale
  const rounding = roundingOf(rows)
  return { low: deviation * (1 - rounding), high: deviation * (1 + rounding) }
}

/** The same of a column in memory; NaN does not count. O(rows). */
export function deviationOfRows(values: Float64Array, ends: Ends): Between {
  const deviation = new RowDeviation(ends)
  for (let row = 0; row < values.length; row++) if (values[row] === values[row]) deviation.first(values[row])
  for (let row = 0; row < values.length; row++) if (values[row] === values[row]) deviation.second(values[row])
  return deviation.between()
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
