import { hasCuts } from '../../binning/binning.ts'
import { DecimalScanner } from '../../sources/text/decimal-scanner.ts'
import { decodeUtf8 } from '../../util/utf8.ts'
import {
  type Decimal,
  fits,
  isNanText,
  missingTexts,
  parseDate,
  parseNumber,
  parseTruth,
} from '../../sources/text/values.ts'
import type { ColumnBinner } from './column-binner.ts'
import type { FieldValue } from '../../sources/csv/field-scanner.ts'

/** Reads the values of fields as `readCsv` does. */
export class FieldReader {
  readonly decimal: Decimal
  readonly #missing: ReadonlySet<string>
  /** first bytes of texts that stand for a missing value */
  readonly guard: Uint8Array = new Uint8Array(256)
  readonly #numbers: DecimalScanner

  constructor(decimal: Decimal, missingValues: readonly string[] | undefined) {
    this.decimal = decimal
    this.#missing = missingTexts(missingValues)
    for (const text of this.#missing) if (text !== '') this.guard[Buffer.from(text)[0]] = 1
    this.#numbers = new DecimalScanner(decimal)
  }

  isMissing({ bytes, from, to }: FieldValue): boolean {
    return from === to || (this.guard[bytes[from]] === 1 && this.#missing.has(decodeUtf8(bytes, from, to)))
  }

  /** The number of a plain decimal such as 1.5; NaN for everything else, which may still be a number. */
  plainNumber({ bytes, from, to }: FieldValue): number {
    const number = this.#numbers.scan(bytes, from)
    return this.#numbers.end === to ? number : Number.NaN
  }

  /** Gives a binner the value of a row; the value as a text when it cannot stand in the column, else null. */
  put(binner: ColumnBinner, row: number, value: FieldValue): string | null {
    const { kind } = binner.column
    const missing = this.isMissing(value)
    if (!hasCuts(binner.column)) {
      const text = missing ? null : decodeUtf8(value.bytes, value.from, value.to)
      // A fit saw truth values as true and false, however they were written.
      const truth = text === null || kind !== 'boolean' ? null : parseTruth(text)
      binner.putLevel(row, truth === null ? text : String(truth))
      return null
    }
    let number = missing || kind === 'date' ? Number.NaN : this.plainNumber(value)
    if (!missing && Number.isNaN(number)) {
      const text = decodeUtf8(value.bytes, value.from, value.to)
      number = kind === 'date' ? parseDate(text) : parseNumber(text, this.decimal)
      if (Number.isNaN(number) && !(kind === 'number' && isNanText(text))) return text
    }
    binner.putNumber(row, number)
    return null
  }

  /** Whether a value that is not missing can stand in a column of the kind. */
  fits(kind: 'number' | 'date' | 'boolean' | 'category', value: FieldValue): boolean {
    return kind === 'category' || fits(kind, decodeUtf8(value.bytes, value.from, value.to), this.decimal)
  }
}
