import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import { type Decimal, fits, parseDate, parseNumber, parseTruth, trimAscii } from '../../sources/text/values.ts'

/** A text that does not fit its column, and the first row (from 0) that has it. */
export interface LevelMisfit {
  readonly row: number
  readonly text: string
}

/**
 * A column of texts, each different one kept once. What the column is can be decided when all rows are there, and is
 * worked out once for each different text.
 */
export class TextLevels {
  /** code 0 is missing; level i has code i + 1 */
  readonly #codes: Int32Array
  readonly #levels: string[] = []
  /** by level, the first row that has it: ascending */
  readonly #firstRows: number[] = []
  readonly #codeOf = new Map<string, number>()
  readonly #missing: ReadonlySet<string>

  constructor(rows: number, missing: ReadonlySet<string>) {
    this.#codes = new Int32Array(rows)
    this.#missing = missing
  }

  /** Takes the texts of a column of a chunk as those from `row` on. */
  add(chunk: DuckDBDataChunk, column: number, row: number): void {
    const vector = chunk.getColumnVector(column)
    for (let i = 0; i < chunk.rowCount; i++) {
      const text = vector.getItem(i) as string | null
      if (text !== null) this.#codes[row + i] = this.#codeOf.get(text) ?? this.#newCode(text, row + i)
    }
  }

  /** The first text that cannot stand in a column of the kind; null when all can. */
  misfit(kind: ValueKind, decimal: Decimal): LevelMisfit | null {
    const i = this.#levels.findIndex((text) => !fits(kind, text, decimal))
    return i < 0 ? null : { row: this.#firstRows[i], text: this.#levels[i] }
  }

  /** The column, all of whose texts fit the kind. */
  finish(name: string, kind: ValueKind, decimal: Decimal): SourceColumn {
    if (kind === 'number' || kind === 'date') {
      const parse = kind === 'date' ? parseDate : (text: string): number => parseNumber(text, decimal)
      const numbers = Float64Array.from([Number.NaN, ...this.#levels.map(parse)])
      return { name, kind, values: Float64Array.from(this.#codes, (code) => numbers[code]) }
    }
    const texts = kind === 'category' ? this.#levels : this.#levels.map((text) => String(parseTruth(text)))
    const values = [null, ...texts]
    return { name, kind, values: Array.from(this.#codes, (code) => values[code]) }
  }

  #newCode(text: string, row: number): number {
    const trimmed = trimAscii(text)
    let code = this.#missing.has(trimmed) ? 0 : this.#codeOf.get(trimmed)
    if (code === undefined) {
      code = this.#levels.push(trimmed)
      this.#firstRows.push(row)
      this.#codeOf.set(trimmed, code)
    }
    this.#codeOf.set(text, code)
    return code
  }
}
