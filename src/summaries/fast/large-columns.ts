import { type RowLoops, rowLoops } from '../../wasm/row-loops.ts'
import { keepPlaces } from './keep-places.ts'
import { keepBuckets } from './keep-buckets.ts'
import type { LookIntoBuckets } from './read-buckets.ts'

/** How large columns are counted. */
export interface ColumnMeans {
  /** about how many cells to begin with */
  readonly cells?: number | undefined
  readonly look: LookIntoBuckets
  /** the loops over all rows, where there is something faster than the plain ones */
  readonly loops?: (() => RowLoops | null) | undefined
}

/** Enough to find the few that matter, and so few that looking at all of them takes no time. */
const CELLS = 2048

/** For tables, whose columns are many and looked into often. */
export const MANY_COLUMNS: ColumnMeans = { look: keepBuckets, loops: rowLoops, cells: CELLS }

/** The same for programs that need not be small: what a binning tells besides cuts takes less. */
export const MANY_PLACES: ColumnMeans = { ...MANY_COLUMNS, look: keepPlaces }
