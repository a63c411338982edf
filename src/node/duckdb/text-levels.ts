import type { DuckDBDataChunk } from '@duckdb/node-api'
import type { SourceColumn, ValueKind } from '../../sources/source.ts'
import { type Decimal, parseDate, parseNumber, parseTruth, trimAscii } from '../../sources/text/values.ts'

/** A column of texts, each different one kept once; what it stands for is worked out once for each. */
export class TextLevels {
  /** code 0 is missing; level i has code i + 1 */
  readonly #codes: Int32Array
  readonly #levels: string[] = []
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
      if (text !== null) this.#codes[row + i] = this.#codeOf.get(text) ?? this.#newCode(text)
    }
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

  #newCode(text: string): number {
    const trimmed = trimAscii(text)
    let code = this.#missing.has(trimmed) ? 0 : this.#codeOf.get(trimmed)
    if (code === undefined) {
      code = this.#levels.push(trimmed)
      this.#codeOf.set(trimmed, code)
    }
    this.#codeOf.set(text, code)
    return code
  }
}
