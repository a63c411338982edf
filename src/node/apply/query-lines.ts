import type { DuckDBDataChunk } from '@duckdb/node-api'
import { type FieldRows, makeFieldRows, type RowTexts } from '../../wasm/field-rows.ts'
import { ShortTexts } from '../duckdb/short-texts.ts'
import { RowBytes } from '../files/row-bytes.ts'
import type { BinnedValues } from './parquet-query.ts'

/** A part of every line, and what is selected for it: values to find bins of, or a text. */
export interface LinePart {
  readonly sql: string
  readonly bins: BinnedValues | null
}

/** Writes the texts of some rows of a part as bytes; used again for every chunk. */
class PartTexts {
  readonly #short = new ShortTexts()
  readonly #bytes = new RowBytes()
  readonly #ending: string
  readonly #empty: string

  /** A text ends with `ending`; one that is empty is written as `empty`. */
  constructor(ending: string, empty: string) {
    this.#ending = ending
    this.#empty = empty
  }

  take(chunk: DuckDBDataChunk, column: number): RowTexts {
    const out = this.#bytes
    out.length = 0
    const ends = new Uint32Array(chunk.rowCount)
    for (const [row, text] of this.#short.take(chunk, column).entries()) {
      out.appendText((text || this.#empty) + this.#ending)
      ends[row] = out.length
    }
    return { bytes: out.taken(), ends }
  }
}

/** The rows of a query as lines of text: bins by bytes that are made once, what the database wrote as it is. */
export class QueryLines {
  readonly #parts: readonly LinePart[]
  /** per part what is written for each slot; null where the database writes it */
  readonly #fields: readonly (readonly Uint8Array[] | null)[]
  readonly #texts: readonly PartTexts[]
  readonly #fast: FieldRows | null
  readonly #out = new RowBytes()

  constructor(parts: readonly LinePart[], delimiter: string) {
    this.#parts = parts
    // An empty line would not be a row.
    const empty = parts.length === 1 ? '""' : ''
    const endings = parts.map((_, i) => (i + 1 < parts.length ? delimiter : '\n'))
    this.#fields = parts.map(({ bins }, i) =>
      bins === null ? null : bins.texts.map((text) => Buffer.from((text || empty) + endings[i])),
    )
    this.#texts = endings.map((ending) => new PartTexts(ending, empty))
    this.#fast = makeFieldRows(this.#fields)
  }

  /** The lines of a chunk; to be used before the next one. */
  of(chunk: DuckDBDataChunk): Uint8Array {
    const { rowCount } = chunk
    const columns = this.#parts.map(({ bins }, i) => bins?.slots(chunk, i) ?? this.#texts[i].take(chunk, i))
    return this.#fast?.write(rowCount, columns) ?? this.#write(rowCount, columns)
  }

  #write(rows: number, columns: readonly (Int32Array | RowTexts)[]): Uint8Array {
    const out = this.#out
    out.length = 0
    for (let row = 0; row < rows; row++) {
      for (const [i, column] of columns.entries()) {
        if (column instanceof Int32Array) {
          const field = this.#fields[i]![column[row]]
          out.append(field, 0, field.length)
        } else out.append(column.bytes, row === 0 ? 0 : column.ends[row - 1], column.ends[row])
      }
    }
    return out.taken()
  }
}
