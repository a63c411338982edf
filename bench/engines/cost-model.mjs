/** Cells of a column when it is counted, and what a closer look brings at most: rows of few cells, or parts of cells. */
const CELLS = 65_536
const VALUES = 600_000
const PARTS = 250_000

/** Closer looks that a fit by mdlp took, at least and at most, wherever it was measured. */
const LOOKS = { least: 1, most: 4 }

/**
 * Columns in one query, and bytes of a group on the wire (whose it is, rows, smallest and largest value): doubles in DuckDB, Arrow in
 * Spark, texts in PostgreSQL, where they have as many digits as they need.
 *
 * @type {Record<'duckdb' | 'postgres' | 'spark', { atOnce: number, groupBytes: number }>}
 */
const ENGINES = {
  duckdb: { atOnce: 50, groupBytes: 32 },
  postgres: { atOnce: 50, groupBytes: 64 },
  spark: { atOnce: 25, groupBytes: 28 },
}

/** What the program takes itself, and what a group takes in it while the cells of its column are searched. */
const PROGRAM_BYTES = 170e6
const HELD_BYTES = 100

/**
 * What a fit by mdlp costs on a server at most: queries, reads of each column, bytes to the client and memory there. Every
 * column is read by one first look, one count and some closer looks; queries do so for a batch of columns each.
 *
 * @param {{ kind: 'duckdb' | 'postgres' | 'spark', rows: number, columns: number, classes: number }} asked
 */
export function costOf({ kind, rows, columns, classes }) {
  const { atOnce, groupBytes } = ENGINES[kind]
  const batches = Math.ceil(columns / atOnce)
  /** Groups of a count: no more than there are rows. */
  const counted = (/** @type {number} */ some) => some * Math.min(rows, CELLS * classes)
  /** Groups of a closer look: rows of few cells, and parts of the others. */
  const looked = (/** @type {number} */ some) => Math.min(some * rows, VALUES + PARTS * classes)
  const [full, rest] = [Math.floor(columns / atOnce), columns % atOnce]
  const lookedAll = full * looked(atOnce) + looked(rest)
  return {
    reads: { least: 2 + LOOKS.least, most: 2 + LOOKS.most },
    queries: { least: batches * (2 + LOOKS.least), most: batches * (2 + LOOKS.most) },
    counted: counted(columns),
    looked: looked(Math.min(columns, atOnce)),
    bytes: (counted(columns) + LOOKS.most * lookedAll) * groupBytes,
    memory: PROGRAM_BYTES + (counted(Math.min(columns, atOnce)) + looked(Math.min(columns, atOnce))) * HELD_BYTES,
  }
}
