import type { NumberSummary } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import type { Steps } from '../../util/steps.ts'
import type { RowLoops } from '../../wasm/row-loops.ts'
import type { RowMarks } from '../tallies.ts'
import type { Ends } from './bucket-plan.ts'
import { bucketColumn, type BucketedColumn, endsSummary } from './class-buckets.ts'
import { type ClassRows, classRows } from './class-rows.ts'
import { type Grid, gridSummary } from './grid.ts'
import { gridNumbers } from './grid-numbers.ts'
import type { ColumnMeans } from './large-columns.ts'
import { bucketNumbers, numberRows } from './number-buckets.ts'

/** How the columns of a table are counted without sorting them: by classes, or by the sums of a numeric target. */
export interface Counting {
  /** one cell per value, where all of them lie on a grid of few steps; else null */
  readonly grid: (values: Float64Array, grid: Grid) => NumberSummary | null
  readonly buckets: (values: Float64Array, ends: Ends) => BucketedColumn | Steps<BucketedColumn>
  /** all values as one cell, where that takes less */
  readonly ends?: (values: Float64Array, ends: Ends) => NumberSummary
  /** the classes of the rows, where there are any */
  readonly byClass?: ClassRows
  /** loops faster than the plain ones */
  readonly loops: RowLoops | null | undefined
}

/** How the rows of a table are counted; null where they must be added up in another way. O(rows), once for all columns. */
export function countingOf(marks: RowMarks, given: ColumnMeans, scratch: Scratch): Counting | null {
  const loops = given.loops?.()
  const means = {
    look: given.look,
    loops,
    scratch,
    rowsOfCell: marks.rows / (given.cells ?? Infinity),
  }
  const byClass = classRows(marks, scratch)
  if (byClass !== null) {
    return {
      grid: (values, grid) => gridSummary(values, byClass, grid, loops),
      buckets: (values, ends) => bucketColumn(values, byClass, ends, means),
      ends: (values, ends) => endsSummary(values, byClass, ends),
      byClass,
      loops,
    }
  }
  const byNumber = numberRows(marks)
  if (byNumber === null) return null
  return {
    grid: (values, grid) => gridNumbers(values, byNumber, grid),
    buckets: (values, ends) => bucketNumbers(values, byNumber, ends, means),
    loops,
  }
}
