import type { NumberSummary } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { makeCountValues } from '../../wasm/value-counts.ts'
import type { Ends } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'

/** Most numbers of a table of counts, and most rows: beyond either the plain sort decides. */
const MOST_SUMS = 67_108_864
const MOST_ROWS = 100_000_000

/** The exact summary of a column; null where the plain sort must do. */
export type SortedCells = (values: Float64Array, ends: Ends) => NumberSummary | null

/** Makes ready for sorting the columns of a table with these classes, one after the other. */
export type SortCells = (rows: ClassRows, scratch: Scratch) => SortedCells

/**
 * Sorts the columns of a table, one after the other, in WebAssembly; it is compiled when the first column is, and its
 * memory stays with the scratch. A summary has one cell
 * per distinct value, and lies in memory that the next column uses again. O(rows).
 */
export const sortCells: SortCells = (rows, scratch) => {
  const { codes, classes, marks } = rows
  return (values, { odd }) => {
    const count = scratch.other('sort', makeCountValues)
    const counted = values.length > MOST_ROWS ? null : (count?.(values, codes, { classes, most: MOST_SUMS }) ?? null)
    if (counted === null) return null
    const { values: lo, rows: times, sums } = counted
    const size = lo.length
    const cells = { size, shift: 0, lo, hi: lo, tallies: { size, channels: classes, rows: times, sums, residues: [] } }
    return { ...plainSummary(cells, countAside(values, rows, odd > 0), marks), distinct: size }
  }
}
