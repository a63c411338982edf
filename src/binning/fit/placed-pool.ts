import { byteLabels } from '../../summaries/byte-labels.ts'
import { type ColumnPool, poolHere } from './column-pool.ts'
import { startPlaces } from './known-places.ts'
import { PlacedRows } from './placed-rows.ts'

/** Fits in the thread that asks, as `inlinePool` does, in the way of programs that need not be small. */
export const placedPool: ColumnPool = {
  bytes: byteLabels,
  ...poolHere((marks, scratch) => new PlacedRows(marks, scratch), startPlaces),
}
