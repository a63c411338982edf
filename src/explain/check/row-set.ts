import type { CellSource, Counted } from '../../binning/fit/cell-source.ts'
import type { LastStep } from '../../binning/fit/count-column.ts'
import { fitNumbers } from '../../binning/fit/fit-numbers.ts'
import type { MethodGiven } from '../../binning/fit/method-given.ts'
import { PlacedRows } from '../../binning/fit/placed-rows.ts'
import type { CountedRows } from '../../summaries/fast/bucket-slots.ts'
import { type ColumnOptions, summarizeNumbers } from '../../summaries/summarize-numbers.ts'
import { type RowMarks, rowStanding } from '../../summaries/tallies.ts'
import type { NumberSummary, Target } from '../../types.ts'
import { omit } from '../../util/omit.ts'
import { answer, runNow, type Steps } from '../../util/steps.ts'

/** A column as it was counted for a fit, with its cells as far as that looked into them. */
interface CountedColumn extends ColumnOptions {
  readonly values: Float64Array
  readonly source: CellSource
  readonly counted: Counted
  readonly summary: NumberSummary
}

/**
 * The rows of a table that count, side by side: all or half of them. Columns of them are fitted as whole tables are, so that
 * large ones need no sort.
 */
export class RowSet {
  readonly #memory: PlacedRows
  /** which rows of the table they are; null for all */
  readonly #rows: Uint32Array | null
  #values = new Float64Array(0)
  /** the column that they are of */
  #column: Float64Array | null = null
  /** the column that was fitted last; null where it cannot be looked into again */
  #last: CountedColumn | null = null

  constructor(marks: RowMarks) {
    const rows = new Uint32Array(marks.rows)
    let size = 0
    for (let row = 0; row < marks.rows; row++) if (rowStanding(row, marks) === 'counts') rows[size++] = row
    this.#rows = size === marks.rows ? null : rows.slice(0, size)
    this.#memory = new PlacedRows({ ...marksOf(marks, this.#rows), notes: [] })
  }

  get target(): Target | null {
    return this.#memory.marks.target
  }

  /** Fits a column of the table to these rows. If it was the last one that was fitted, it is not counted again. */
  fit<T>(values: Float64Array, { missing, special }: ColumnOptions, given: MethodGiven, last: LastStep<T>): T {
    const source = this.#again(values, { missing, special }) ?? this.#memory.column(this.numbers(values), { missing, special }) // prettier-ignore
    let counted: Counted | null = null
    const summarize: CellSource['summarize'] = function* (asked): Steps<Counted> {
      return (counted = yield* answer(source.summarize(asked)))
    }
    return runNow(
      fitNumbers({ ...source, summarize }, given, {
        ...last,
        make: (settled) => {
          const { summary } = settled
          this.#last = counted?.readAgain === undefined ? null : { values, missing, special, source, counted, summary }
          return last.make(settled)
        },
      }),
    )
  }

  /** Where each row was counted, if this is the column that was fitted last, all rows count, and that is known. */
  countedRows(values: Float64Array): CountedRows | undefined {
    return this.#rows === null && this.#last?.values === values ? this.#last.counted.rows : undefined
  }

  /** The column that was fitted last, as it was counted then; null where it is another one. */
  #again(values: Float64Array, { missing, special }: ColumnOptions): CellSource | null {
    const last = this.#last
    if (last?.values !== values || last.missing !== missing || last.special !== special) return null
    // What was found of its first cells is of no use to finer ones.
    const counted = { ...omit(last.counted, 'finer', 'inBlocks'), summary: last.summary }
    return { ...last.source, summarize: () => counted }
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
    return picked(values, rows, own)
  }
}

function marksOf(marks: RowMarks, rows: Uint32Array | null): RowMarks {
  const { codes, numbers, weights } = marks
  if (rows === null) return marks
  return {
    ...marks,
    rows: rows.length,
    codes: codes && picked(codes, rows, new Int32Array(rows.length)),
    numbers: numbers && picked(numbers, rows, new Float64Array(rows.length)),
    weights: weights && picked(weights, rows, new Float64Array(rows.length)),
  }
}

/** Writes what some rows have; faster than `from` with a function. */
function picked<T extends Int32Array | Float64Array>(from: T, rows: Uint32Array, into: T): T {
  for (let i = 0; i < rows.length; i++) into[i] = from[rows[i]]
  return into
}
