import type { DuckDBDataChunk } from '@duckdb/node-api'
import { ShortTexts } from '../duckdb/short-texts.ts'
import { RowBytes } from '../files/row-bytes.ts'
import type { BinnedValues } from './parquet-query.ts'

const LF = 10

/** A part of every line, and what is selected for it: values to find bins of, or a text. */
export interface LinePart {
  readonly sql: string
  readonly bins: BinnedValues | null
}

/** The rows of a query as lines of text: bins by bytes that are made once, what the database wrote as it is. */
export class QueryLines {
  readonly #parts: readonly LinePart[]
  readonly #delimiter: number
  /** per part what is written for each slot; none where the database writes it */
  readonly #fields: readonly (readonly Uint8Array[])[]
  readonly #texts: readonly ShortTexts[]
  readonly #out = new RowBytes()

  constructor(parts: readonly LinePart[], delimiter: string) {
    this.#parts = parts
    this.#delimiter = delimiter.charCodeAt(0)
    this.#fields = parts.map(({ bins }) => (bins?.texts ?? []).map((text) => Buffer.from(text)))
    this.#texts = parts.map(() => new ShortTexts())
  }

  /** The lines of a chunk; to be used before the next one. */
  of(chunk: DuckDBDataChunk): Buffer {
    const slots = this.#parts.map(({ bins }, i) => bins?.slots(chunk, i) ?? null)
    const texts = slots.map((own, i) => (own === null ? this.#texts[i].take(chunk, i) : null))
    const out = this.#out
    out.length = 0
    const { rowCount } = chunk
    for (let row = 0; row < rowCount; row++) {
      const start = out.length
      for (let i = 0; i < slots.length; i++) {
        if (i > 0) out.appendByte(this.#delimiter)
        const own = slots[i]
        if (own === null) out.appendText(texts[i]?.[row] ?? '')
        else {
          const field = this.#fields[i][own[row]]
          out.append(field, 0, field.length)
        }
      }
      // An empty line would not be a row.
      if (out.length === start) out.appendText('""')
      out.appendByte(LF)
    }
    return out.taken()
  }
}
