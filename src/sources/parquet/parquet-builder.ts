import { bigEndian, type Conversion, exactDecimal, exactInteger, toMillis } from './parquet-column.ts'
import type { SourceColumn } from '../source.ts'
import { missingNumbers, trimAscii } from '../text/values.ts'
import { decimalNumbers, tickMillis, unsignedNumbers, wholeNumbers } from './whole-numbers.ts'

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
  /** memory for a number per row, all of which are written; asked for only where there are numbers */
  readonly numbers: () => Float64Array
}

/** A column of a Parquet file being filled with stored values: every row is put or left out. */
export class ParquetBuilder {
  readonly #name: string
  readonly #file: string
  readonly #conversion: Conversion
  readonly #numbers: Float64Array
  readonly #texts: (string | null)[]
  readonly #known = new Map<string, string | null>()
  readonly #missingNumbers: ReadonlySet<number>

  constructor({ file, name, conversion, rows, missing, numbers }: ParquetTarget) {
    const numeric = conversion.kind === 'number' || conversion.kind === 'date'
    this.#file = file
    this.#name = name
    this.#conversion = conversion
    this.#numbers = numeric ? numbers() : new Float64Array(0)
    this.#texts = numeric ? [] : Array<string | null>(rows).fill(null)
    for (const text of missing) this.#known.set(text, null)
    this.#missingNumbers = new Set(conversion.kind === 'number' ? missingNumbers(missing) : [])
  }

  /** Sets the values of consecutive rows. */
  put(data: ArrayLike<unknown>, row: number): void {
    const { kind, from } = this.#conversion
    if (kind === 'boolean') this.#putTruths(data, row)
    else if (kind === 'category') this.#putTexts(data, row)
    else if (data instanceof Float64Array || (from === 'doubles' && ArrayBuffer.isView(data))) {
      this.#numbers.set(data as Float64Array, row)
    } else if (data instanceof BigInt64Array || data instanceof Int32Array) this.#putWhole(data, row)
    else this.#putNumbers(data, row)
  }

  /** Says that consecutive rows have no value. */
  leaveOut(row: number, count: number): void {
    this.#numbers.fill(Number.NaN, row, row + count)
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

  #putTexts(data: ArrayLike<unknown>, row: number): void {
    // Most texts come again and again, and those of a dictionary are the same strings.
    let [last, lastKnown]: [unknown, string | null] = [null, null]
    for (let i = 0; i < data.length; i++) {
      const value = data[i]
      if (value === null || value === undefined) continue
      if (value !== last) {
        last = value
        lastKnown = this.#knownText(trimAscii(value as string))
      }
      this.#texts[row + i] = lastKnown
    }
  }

  #putTruths(data: ArrayLike<unknown>, row: number): void {
    const [no, yes] = [this.#knownText('false'), this.#knownText('true')]
    for (let i = 0; i < data.length; i++) {
      const value = data[i]
      if (value !== null && value !== undefined) this.#texts[row + i] = value === true || value === 1 ? yes : no
    }
  }

  /** The one string for equal texts; null where it stands for a missing value. */
  #knownText(text: string): string | null {
    let known = this.#known.get(text)
    if (known === undefined) {
      known = text
      this.#known.set(text, text)
    }
    return known
  }

  /** Whole numbers as they are stored: most at once, the few that doubles do not hold one by one. */
  #putWhole(data: BigInt64Array | Int32Array, row: number): void {
    const into = this.#numbers.subarray(row, row + data.length)
    for (let i = this.#convert(data, into, 0); i < data.length; i = this.#convert(data, into, i + 1)) {
      into[i] = this.#number(data[i], row + i)
    }
  }

  /** Fills in values from one on, and gives the place of the first that it left. */
  #convert(data: BigInt64Array | Int32Array, into: Float64Array, start: number): number {
    const conversion = this.#conversion
    switch (conversion.from) {
      case 'integers':
        return wholeNumbers(data, into, start)
      case 'unsigned':
        return unsignedNumbers(data, into, start)
      case 'ticks':
        return tickMillis(data, into, start, Number(conversion.perMilli))
      case 'decimals':
        return decimalNumbers(data, into, start, conversion.scale)
      case 'days':
        for (let i = start; i < data.length; i++) into[i] = Number(data[i]) * DAY
        return data.length
      default:
        return start
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
