import { bigEndian, type Conversion, exactDecimal, exactInteger, toMillis } from './parquet-column.ts'
import type { SourceColumn } from '../source.ts'
import { missingNumbers, trimAscii } from '../text/values.ts'

const DAY = 86_400_000

/** What a column is to become. */
export interface ParquetTarget {
  /** what messages call the file */
  readonly file: string
  readonly name: string
  readonly conversion: Conversion
  readonly rows: number
  /** texts that stand for a missing value */
  readonly missing: ReadonlySet<string>
  /** whether every row is put, so that numbers need not be missing first, in memory that threads share without a copy */
  readonly shared?: boolean
}

/** A column of a Parquet file being filled with stored values. */
export class ParquetBuilder {
  readonly #name: string
  readonly #file: string
  readonly #conversion: Conversion
  readonly #numbers: Float64Array
  readonly #texts: (string | null)[]
  readonly #known = new Map<string, string | null>()
  readonly #missingNumbers: ReadonlySet<number>

  constructor({ file, name, conversion, rows, missing, shared = false }: ParquetTarget) {
    const numeric = conversion.kind === 'number' || conversion.kind === 'date'
    this.#file = file
    this.#name = name
    this.#conversion = conversion
    this.#numbers =
      shared && numeric
        ? new Float64Array(new SharedArrayBuffer(rows * 8))
        : new Float64Array(numeric ? rows : 0).fill(Number.NaN)
    this.#texts = numeric ? [] : Array<string | null>(rows).fill(null)
    for (const text of missing) this.#known.set(text, null)
    this.#missingNumbers = new Set(conversion.kind === 'number' ? missingNumbers(missing) : [])
  }

  /** Sets the values of consecutive rows. */
  put(data: ArrayLike<unknown>, row: number): void {
    if (this.#conversion.kind === 'boolean') this.#putTexts(data, row, String)
    else if (this.#conversion.kind === 'category') this.#putTexts(data, row, (value) => trimAscii(String(value)))
    else if (data instanceof Float64Array || data instanceof Float32Array) this.#numbers.set(data, row)
    else if (data instanceof BigInt64Array && this.#conversion.from === 'integers') this.#putIntegers(data, row)
    else this.#putNumbers(data, row)
  }

  finish(): SourceColumn {
    const { kind } = this.#conversion
    if (kind === 'boolean' || kind === 'category') return { name: this.#name, kind, values: this.#texts }
    const codes = this.#missingNumbers
    if (codes.size > 0) {
      for (const [i, value] of this.#numbers.entries()) if (codes.has(value)) this.#numbers[i] = Number.NaN
    }
    return { name: this.#name, kind, values: this.#numbers }
  }

  #putTexts(data: ArrayLike<unknown>, row: number, toText: (value: unknown) => string): void {
    for (let i = 0; i < data.length; i++) {
      if (data[i] === null || data[i] === undefined) continue
      const text = toText(data[i])
      let known = this.#known.get(text)
      if (known === undefined) {
        known = text
        this.#known.set(text, text)
      }
      this.#texts[row + i] = known
    }
  }

  /** Without a bigint per value: the high half tells whether a double holds the number. */
  #putIntegers(data: BigInt64Array, row: number): void {
    const halves = new Int32Array(data.buffer, data.byteOffset, data.length * 2)
    for (let i = 0; i < data.length; i++) {
      const high = halves[2 * i + 1]
      this.#numbers[row + i] =
        high >= -2_097_152 && high < 2_097_152
          ? high * 4_294_967_296 + (halves[2 * i] >>> 0)
          : exactInteger(data[i], this.#place(row + i), this.#name)
    }
  }

  #putNumbers(data: ArrayLike<unknown>, row: number): void {
    for (let i = 0; i < data.length; i++) {
      const value = data[i]
      this.#numbers[row + i] = value === null || value === undefined ? Number.NaN : this.#number(value, row + i)
    }
  }

  #number(value: unknown, row: number): number {
    const conversion = this.#conversion
    switch (conversion.from) {
      case 'days':
        return Number(value) * DAY
      case 'ticks':
        return toMillis(value as bigint, conversion.perMilli)
      case 'decimals': {
        const unscaled = value instanceof Uint8Array ? bigEndian(value) : BigInt(value as bigint | number)
        return exactDecimal(unscaled, conversion.scale, this.#place(row), this.#name)
      }
      case 'unsigned':
        return exactInteger(BigInt.asUintN(64, value as bigint), this.#place(row), this.#name)
      case 'integers':
        return exactInteger(value as bigint, this.#place(row), this.#name)
      case 'doubles':
      case 'texts':
      case 'truth':
        return Number(value)
      default:
        return conversion satisfies never
    }
  }

  #place(row: number): string {
    return `${this.#file}, row ${row + 1}`
  }
}
