import { settleByRows } from '../../discretizers/refine/settle-by-rows.ts'
import { type ColumnMeans, MANY_COLUMNS, MANY_PLACES } from '../../summaries/fast/large-columns.ts'

/** How large columns of rows in memory are counted, and how searches are settled by their rows; default by their cells. */
export interface RowMeans extends ColumnMeans {
  readonly settle?: typeof settleByRows | undefined
}

/** For tables: programs that fit a single column stay small without. */
export const TABLE_MEANS: RowMeans = { ...MANY_COLUMNS, settle: settleByRows }

/** For programs that need not be small. */
export const PLACE_MEANS: RowMeans = { ...TABLE_MEANS, ...MANY_PLACES }
