import type { CellSource } from '../../binning/fit/cell-source.ts'
import { RowsInMemory } from '../../binning/fit/rows-in-memory.ts'
import { TABLE_MEANS } from '../../binning/fit/table-means.ts'
import { type ColumnOptions, summarizeNumbers } from '../../summaries/summarize-numbers.ts'
import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import type { NumberSummary, Target } from '../../types.ts'

/**
 * The rows of a table that count, side by side: all or half of them. Columns of them are fitted as whole tables are, so that
 * large ones need no sort.
 */
export class RowSet {
  readonly #memory: RowsInMemory
  /** which rows of the table they are; null for all */
  readonly #rows: Uint32Array | null
  #values = new Float64Array(0)
  /** the column that they are of */
  #column: Float64Array | null = null

  constructor(marks: RowMarks) {
    const rows = new Uint32Array(marks.rows)
    let size = 0
    for (let row = 0; row < marks.rows; row++) if (rowStanding(row, marks) === 'counts') rows[size++] = row
    this.#rows = size === marks.rows ? null : rows.slice(0, size)
    this.#memory = new RowsInMemory({ ...marksOf(marks, this.#rows), notes: [] }, TABLE_MEANS)
  }

  get target(): Target | null {
    return this.#memory.marks.target
  }

  /** A column of the table as a source of cells for these rows; to be fitted before the next one is. */
  source(values: Float64Array, codes: ColumnOptions): CellSource {
    return this.#memory.column(this.numbers(values), codes)
  }

  /** Every value of a column of the table in these rows, sorted. */
  summary(values: Float64Array, codes: ColumnOptions): NumberSummary {
    return summarizeNumbers(this.numbers(values), this.#memory.marks, codes)
  }

  /** The values that a column of the table has in these rows; to be used before the next one. */
  numbers(values: Float64Array): Float64Array {
    const rows = this.#rows
    if (rows === null) return values
    if (this.#column === values) return this.#values
    this.#column = values
    if (this.#values.length < rows.length) this.#values = new Float64Array(rows.length)
    const own = this.#values
    for (let i = 0; i < rows.length; i++) own[i] = values[rows[i]]
    return own
  }
}

function marksOf(marks: RowMarks, rows: Uint32Array | null): RowMarks {
  const { codes, numbers, weights } = marks
  if (rows === null) return marks
  return {
    ...marks,
    rows: rows.length,
    codes: codes === null ? null : Int32Array.from(rows, (row) => codes[row]),
    numbers: numbers === null ? null : Float64Array.from(rows, (row) => numbers[row]),
    weights: weights === null ? null : Float64Array.from(rows, (row) => weights[row]),
  }
}
