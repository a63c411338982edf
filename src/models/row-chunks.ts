import { ArgumentError } from '../errors.ts'
import type { SparseRows } from '../encoders/encoded-rows.ts'
import { show } from '../util/check.ts'

/** Encoded rows with their labels: 1 for the event, 0 for the rest. */
export interface LabelledRows {
  /** the encoded rows, as `encodeSparse` gives them */
  readonly rows: SparseRows
  /** numbers from 0 to 1, one per row */
  readonly labels: ArrayLike<number>
  /** a row of weight 2 counts as two rows; default 1 */
  readonly weights?: Float64Array | null | undefined
}

/**
 * Rows to learn from: all at once, in chunks, or a function that gives the chunks again for each pass, so that they need
 * not be in memory together. The arrays of a chunk may be used again for the next one.
 */
export type RowSource =
  LabelledRows | readonly LabelledRows[] | (() => Iterable<LabelledRows> | AsyncIterable<LabelledRows>)

/** Runs through the chunks of a source once; each is checked before use. */
export async function* chunksOf(source: RowSource, columns?: number, where = 'logistic'): AsyncGenerator<LabelledRows> {
  const chunks = typeof source === 'function' ? source() : 'rows' in source ? [source] : source
  let width = columns
  for await (const chunk of chunks) {
    checkChunk(chunk, width, where)
    width ??= chunk.rows.columns
    yield chunk
  }
}

/** Refuses labels and weights that no model can learn from. */
function checkChunk({ rows, labels, weights }: LabelledRows, columns: number | undefined, where: string): void {
  if (columns !== undefined && rows.columns !== columns) {
    throw new ArgumentError(`${where}: rows must have ${columns} outputs like the first, got ${rows.columns}`, {
      code: 'length-mismatch',
    })
  }
  if (labels.length < rows.rows) {
    throw new ArgumentError(`${where}: labels must be one per row (${rows.rows}), got ${labels.length}`, {
      code: 'length-mismatch',
    })
  }
  if (weights != null && weights.length < rows.rows) {
    throw new ArgumentError(`${where}: weights must be one per row (${rows.rows}), got ${weights.length}`, {
      code: 'length-mismatch',
    })
  }
  for (let row = 0; row < rows.rows; row++) {
    if (!(labels[row] >= 0 && labels[row] <= 1)) {
      throw new ArgumentError(`${where}: labels must be numbers from 0 to 1, got ${show(labels[row])} at row ${row}`, {
        code: 'out-of-range',
      })
    }
    if (weights != null && !(weights[row] >= 0 && weights[row] < Infinity)) {
      throw new ArgumentError(
        `${where}: weights must be finite and at least 0, got ${show(weights[row])} at row ${row}`,
        { code: 'out-of-range' },
      )
    }
  }
}

/** Rows that are dealt together: of each such block the last part is held out. */
const BLOCK = 1000

/** A part of the rows: to learn from, or held out. */
export interface DealtPart {
  readonly start: number
  readonly end: number
  readonly held: boolean
}

/**
 * Splits rows into parts to learn from and parts held out: of every 1,000 rows the last `share`. That needs no list of
 * rows, is the same in every pass, and spreads over the whole of a file.
 */
export function dealRows(rows: number, share: number): DealtPart[] {
  if (share === 0) return rows === 0 ? [] : [{ start: 0, end: rows, held: false }]
  const found: DealtPart[] = []
  for (let start = 0; start < rows; start += BLOCK) {
    const end = Math.min(rows, start + BLOCK)
    const from = end - Math.round((end - start) * share)
    if (from > start) found.push({ start, end: from, held: false })
    if (end > from) found.push({ start: from, end, held: true })
  }
  return found
}
