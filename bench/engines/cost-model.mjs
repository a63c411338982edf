/**
 * What a fit by mdlp costs where rows are counted in a database, told beforehand: docs/engines.md has it in words, beside
 * what was measured.
 */

/** Cells of a column when it is counted; and what a closer look brings at most, of all its columns: values, or parts of cells. */
const CELLS = 65_536
const VALUES = 600_000
const PARTS = 250_000

/**
 * Groups of a column with two classes: in the count, and in all closer looks together, as they were measured with 1,000,000
 * rows x 10 columns in DuckDB. Cells do not grow with the rows; but ten times as many rows are more values to tell apart in
 * each, which brings so many groups more.
 */
const COUNTED = 68_000
const LOOKED = 90_000
const LOOKED_MORE = 40_000
/** Between so many rows as were measured; fewer do not bring less than these. */
const MEASURED_ROWS = 1e6
const LEAST_ROWS = 1e5

/**
 * Columns in one query; and bytes of a group on the wire: in the count whose it is, rows, smallest and largest value; in closer
 * looks, of which every third group or so is one value, somewhat less. PostgreSQL sends texts, of as many digits as it takes.
 *
 * @type {Record<import('./cost-model.d.mts').CostAsked['kind'], { atOnce: number, countBytes: number, lookBytes: number }>}
 */
const ENGINES = {
  duckdb: { atOnce: 50, countBytes: 32, lookBytes: 29 },
  postgres: { atOnce: 50, countBytes: 58, lookBytes: 51 },
  spark: { atOnce: 25, countBytes: 24, lookBytes: 21 },
}

/** What the program takes itself, and what a group takes in it while the columns of a query are searched. */
const PROGRAM_BYTES = 170e6
const HELD_BYTES = 100

/** @type {typeof import('./cost-model.d.mts').costOf} */
export function costOf({ kind, rows, columns, classes = 2 }) {
  const { atOnce, countBytes, lookBytes } = ENGINES[kind]
  const counted = Math.min(rows, (COUNTED / 2) * classes)
  const more = Math.log10(Math.max(rows, LEAST_ROWS) / MEASURED_ROWS)
  const looked = Math.min(rows, ((LOOKED + LOOKED_MORE * more) / 2) * classes)
  const batches = batchesOf(columns, atOnce)
  const rounds = batches.map((batch) => (batch * rows <= VALUES ? 1 : Math.ceil((batch * looked) / (VALUES + PARTS))))
  const largest = Math.min(columns, atOnce)
  return {
    // The target is looked at with the columns.
    queries: batchesOf(columns + 1, atOnce).length + rounds.reduce((sum, looks) => sum + 1 + looks, 0),
    reads: 2 + Math.max(...rounds),
    bytes: columns * (counted * countBytes + looked * lookBytes),
    memory: PROGRAM_BYTES + largest * (counted + looked) * HELD_BYTES,
    most: {
      counted: largest * Math.min(rows, CELLS * classes),
      looked: Math.min(largest * rows, VALUES + PARTS * classes),
    },
  }
}

/** The columns of each query. */
function batchesOf(columns, atOnce) {
  const count = Math.ceil(columns / atOnce)
  return Array.from({ length: count }, (_, i) => Math.min(atOnce, columns - i * atOnce))
}
