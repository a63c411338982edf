import { type RowLoops, rowLoops } from '../../wasm/row-loops.ts'
import { partBuckets } from './part-buckets.ts'
import type { LookIntoBuckets } from './read-buckets.ts'

/** How large columns are counted. */
export interface ColumnMeans {
  readonly look: LookIntoBuckets
  /** the loops over all rows, where there is something faster than the plain ones */
  readonly loops?: (() => RowLoops | null) | undefined
}

/** For tables, whose columns are many and looked into often. */
export const TABLE_MEANS: ColumnMeans = { look: partBuckets, loops: rowLoops }
