import type { RowUnits } from './row-units.ts'

/** How much every row counts. */
export interface WeighedRows {
  /** weight of each row; null when all weigh 1 */
  readonly weights: Float64Array | null
  /**
   * Per row its weight times that of its unit, and times that again: summed over rows these are sums over units of their
   * squared and cubed weights. null when every row is a unit of weight 1.
   */
  readonly squares: Float64Array | null
  readonly cubes: Float64Array | null
  /** Kish's effective number of units: (Σw)² / Σw² */
  readonly effective: number
}

/** What the rows that count weigh, as they are and as units. O(rows). */
export function weighRows(
  rows: number,
  counts: (row: number) => boolean,
  weights: Float64Array | null,
  units: RowUnits | null,
): WeighedRows {
  let number = 0
  for (let row = 0; row < rows; row++) if (counts(row)) number++
  if (weights === null && units === null) return { weights, squares: null, cubes: null, effective: number }
  const ofUnit = units === null ? null : new Float64Array(units.count)
  if (ofUnit !== null && units !== null) {
    for (let row = 0; row < rows; row++) if (counts(row)) ofUnit[units.unitOf[row]] += weights?.[row] ?? 1
  }
  const squares = new Float64Array(rows)
  const cubes = new Float64Array(rows)
  let sum = 0
  let sumSquares = 0
  for (let row = 0; row < rows; row++) {
    if (!counts(row)) continue
    const own = weights?.[row] ?? 1
    const unit = ofUnit === null || units === null ? own : ofUnit[units.unitOf[row]]
    squares[row] = own * unit
    cubes[row] = own * unit * unit
    sum += own
    sumSquares += squares[row]
  }
  return { weights, squares, cubes, effective: sumSquares > 0 ? (sum * sum) / sumSquares : 0 }
}
