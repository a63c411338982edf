import type { ClassRows } from './class-rows.ts'
import { type RowLoops, rowLoops } from '../../wasm/row-loops.ts'
import { partBuckets } from './part-buckets.ts'
import type { LookIntoBuckets } from './read-buckets.ts'
import { sortCells, type SortedCells } from './sorted-cells.ts'

/** How large columns are counted. */
export interface ColumnMeans {
  readonly look: LookIntoBuckets
  /** how a column is sorted for methods that need every value; without it by the plain sort, which needs fewer bytes */
  readonly sorted?: ((rows: ClassRows) => SortedCells) | undefined
  /** the loops over all rows, where there is something faster than the plain ones */
  readonly loops?: (() => RowLoops | null) | undefined
}

/** For tables, whose columns are many and looked into often. */
export const TABLE_MEANS: ColumnMeans = { look: partBuckets, sorted: sortCells, loops: rowLoops }
