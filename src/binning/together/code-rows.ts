import type { Blocks } from '../../discretizers/search/blocks.ts'
import { type ColumnView, gridFor, onGrid } from '../../discretizers/column-view.ts'
import type { Patterns } from './row-patterns.ts'
import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import type { NumberValues } from '../../types.ts'
import { bisectRight } from '../../util/bisect.ts'
import { ExactSum } from '../../util/numbers/exact-sum.ts'
import { assign } from '../assign.ts'
import type { NumberColumn } from '../binning.ts'

/** The rows that count as patterns, from one code per row and column. Needs a class target. O(rows · columns). */
export function rowPatterns(marks: RowMarks, codes: readonly Int32Array[]): Patterns {
  const rows = countingRows(marks)
  const columns = codes.length
  const byRow = new Int32Array(rows.length * columns)
  const classes = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    classes[i] = marks.codes?.[rows[i]] ?? 0
    for (let column = 0; column < columns; column++) byRow[i * columns + column] = codes[column][rows[i]]
  }
  return { size: rows.length, columns, codes: byRow, classes, weights: gridWeights(marks.weights, rows) }
}

function countingRows(marks: RowMarks): Int32Array {
  const rows = new Int32Array(marks.rows)
  let size = 0
  for (let row = 0; row < marks.rows; row++) if (rowStanding(row, marks) === 'counts') rows[size++] = row
  return rows.subarray(0, size)
}

/** Codes below this stand for missing values and special codes of a column. */
export function asideCodes({ special }: NumberColumn): number {
  return 1 + special.length
}

/** One code per row: its block above those of missing values and special codes. `column` has the one bin of all values. */
export function blockCodes(column: NumberColumn, values: NumberValues, view: ColumnView, blocks: Blocks): Int32Array {
  const blockOf = new Int32Array(Math.max(1, view.size))
  for (let block = 0; block < blocks.size; block++) {
    blockOf.fill(block, blocks.firstCell[block], blocks.firstCell[block + 1])
  }
  const aside = asideCodes(column)
  const codes = assign(column, values)
  for (let row = 0; row < codes.length; row++) {
    // Slot 0 is the bin; missing is 1 and the special codes follow.
    if (codes[row] > 0) codes[row]--
    else codes[row] = aside + blockOf[Math.max(0, bisectRight(view.lo, values[row] as number) - 1)]
  }
  return codes
}

/** Weights whose sums are exact, so that the order of the rows does not matter. */
function gridWeights(weights: Float64Array | null, rows: Int32Array): Float64Array {
  if (weights === null) return new Float64Array(rows.length).fill(1)
  const sum = new ExactSum()
  for (const row of rows) sum.add(weights[row])
  const grid = gridFor(Float64Array.of(sum.value()))
  const gridded = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) gridded[i] = onGrid(weights[rows[i]], grid)
  return gridded
}
