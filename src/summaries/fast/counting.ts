import type { Ends } from './bucket-plan.ts'
import { bucketColumn, type BucketedColumn, type BucketRoom, classBytes, endsSummary } from './class-buckets.ts'
import { gridSummary } from './grid.ts'
import { gridNumbers } from './grid-numbers.ts'
import { bucketNumbers, rowNumbers } from './number-buckets.ts'
import type { RowMarks } from '../tallies.ts'
import type { NumberSummary } from '../../types.ts'

/** How the columns of a table are counted without sorting them: by classes, or by the sums of a numeric target. */
export interface Counting {
  readonly grid: (values: Float64Array, scale: number, ends: Ends) => NumberSummary | null
  readonly buckets: (values: Float64Array, ends: Ends, room: BucketRoom) => BucketedColumn
  /** all values as one cell, where that takes less */
  readonly ends: ((values: Float64Array, ends: Ends) => NumberSummary) | null
}

/** What every column of a table needs, kept while its rows are. */
const countings = new WeakMap<RowMarks, Counting | null>()

/** How rows are counted; null where they must be added up in another way. */
export function countingOf(marks: RowMarks): Counting | null {
  const known = countings.get(marks)
  if (known !== undefined) return known
  const made = byClasses(marks) ?? byNumbers(marks)
  countings.set(marks, made)
  return made
}

function byClasses(marks: RowMarks): Counting | null {
  const codes = classBytes(marks)
  if (codes === null) return null
  return {
    grid: (values, scale, ends) => gridSummary(values, codes, marks, scale, ends),
    buckets: (values, ends, room) => bucketColumn(values, codes, marks, ends, room),
    ends: (values, ends) => endsSummary(values, codes, marks, ends),
  }
}

function byNumbers(marks: RowMarks): Counting | null {
  const numbers = rowNumbers(marks)
  if (numbers === null) return null
  return {
    grid: (values, scale, ends) => gridNumbers(values, numbers, marks, scale, ends),
    buckets: (values, ends, room) => bucketNumbers(values, numbers, marks, ends, room),
    ends: null,
  }
}
