import { DataError } from '../../errors.ts'
import type { Dialect } from '../../sources/csv/dialect.ts'
import type { ValueKind } from '../../sources/source.ts'
import { decodeUtf8 } from '../../util/utf8.ts'
import { parseDate, parseNumber, parseTruth } from '../../sources/text/values.ts'
import { type ColumnBinner, RefusedValue } from './column-binner.ts'
import type { FieldValue, FoundField } from '../../sources/csv/field-scanner.ts'
import type { RowHandler } from '../csv/csv-records.ts'
import type { FieldReader } from './field-reader.ts'
import { csvField, RowBytes } from '../files/row-bytes.ts'

const LF = 10
const SPACE = 32
const QUOTE = 34

/** Characters that an output of an encoder takes at most, with its delimiter. */
const WIDEST = 26

/** How the rows of a text table are written again. */
export interface RewriteOptions {
  /** what messages call the file */
  readonly name: string
  readonly dialect: Dialect
  readonly names: readonly string[]
  readonly reader: FieldReader
  /** by column, what finds its slots; null for a column that stays as it is */
  readonly binners: readonly (ColumnBinner | null)[]
  /** a column that is binned stays too, before its bins */
  readonly keep: boolean
  /** the delimiter to write */
  readonly delimiter: string
  /** by column, its kind, to write values in one way and nothing where missing; null to keep fields as they stand */
  readonly kinds: readonly ValueKind[] | null
}

/** A value that does not fit the kind of its column. */
export class MisfitValue extends Error {
  readonly column: number
  readonly line: number
  readonly text: string

  constructor(column: number, line: number, text: string) {
    super(`${text} does not fit`)
    this.column = column
    this.line = line
    this.text = text
  }
}

/** Writes rows again with their bins, a batch at a time. */
export class RowRewriter implements RowHandler {
  /** bytes of the longest row so far */
  longest = 0
  readonly #options: RewriteOptions
  readonly #delimiter: number
  /** by binned column and slot, what is written */
  readonly #fields: readonly (readonly Buffer[])[]
  /** by binned column, what writes its outputs; null where bins are written themselves */
  readonly #writers: readonly (((rows: number) => string[]) | null)[]
  readonly #binners: readonly ColumnBinner[]
  /** bytes that bins can take in a row */
  readonly #widest: number
  readonly #kept = new RowBytes()
  readonly #out = new RowBytes()
  /** where bins go among the bytes kept */
  readonly #marks: number[] = []
  readonly #lines: number[] = []
  #rowStart = 0
  #fault: ((line: number) => Error) | null = null

  constructor(options: RewriteOptions) {
    const { binners, delimiter } = options
    this.#options = options
    this.#delimiter = delimiter.charCodeAt(0)
    this.#binners = binners.filter((binner) => binner !== null)
    this.#fields = this.#binners.map(({ texts }) => texts.map((text) => Buffer.from(csvField(text, delimiter))))
    this.#writers = this.#binners.map((binner) => (binner.field === null ? null : binner.writer(delimiter)))
    this.#widest = this.#fields.reduce((sum, fields, i) => {
      const outputs = this.#binners[i].outputs?.length
      return sum + (outputs === undefined ? Math.max(...fields.map(({ length }) => length)) : outputs * WIDEST)
    }, 0)
  }

  field(column: number, found: FoundField): void {
    const { binners, keep, kinds } = this.#options
    const binner = binners[column]
    if (column > 0) this.#kept.appendByte(this.#delimiter)
    if (binner === null || keep) {
      if (kinds === null) this.#keepBytes(found)
      else this.#keepValue(column, kinds[column], found)
    }
    if (binner === null) return
    if (keep) this.#kept.appendByte(this.#delimiter)
    this.#marks.push(this.#kept.length)
    this.#bin(binner, found)
  }

  endRow(line: number): void {
    if (this.#fault !== null) throw this.#fault(line)
    this.#kept.appendByte(LF)
    this.longest = Math.max(this.longest, this.#kept.length - this.#rowStart + this.#widest)
    this.#rowStart = this.#kept.length
    this.#lines.push(line)
  }

  dropRow(): void {
    this.#kept.length = this.#rowStart
    this.#marks.length = this.#lines.length * this.#binners.length
    this.#fault = null
  }

  /** The rows since the last call; to be used before the next one. */
  flush(): Buffer {
    const { length: rows } = this.#lines
    const slots = this.#binners.map((binner, i) =>
      this.#writers[i] === null ? this.#told(() => binner.slots(rows)) : null,
    )
    const texts = this.#writers.map((writer) => (writer === null ? null : this.#told(() => writer(rows))))
    this.#out.length = 0
    let from = 0
    let mark = 0
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < slots.length; i++) {
        const to = this.#marks[mark++]
        this.#out.append(this.#kept.bytes, from, to)
        const own = slots[i]
        if (own === null) this.#out.appendText(texts[i]![row])
        else {
          const field = this.#fields[i][own[row]]
          this.#out.append(field, 0, field.length)
        }
        from = to
      }
    }
    this.#out.append(this.#kept.bytes, from, this.#rowStart)
    this.#kept.length = 0
    this.#rowStart = 0
    this.#marks.length = 0
    this.#lines.length = 0
    return this.#out.taken()
  }

  #told<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof RefusedValue) throw error.at(`${this.#options.name}, line ${this.#lines[error.row]}`)
      throw error
    }
  }

  #bin(binner: ColumnBinner, value: FieldValue): void {
    try {
      const misfit = this.#options.reader.put(binner, this.#lines.length, value)
      if (misfit !== null) this.#fault ??= (line) => this.#unfit(binner, line, misfit)
    } catch (error) {
      if (!(error instanceof RefusedValue)) throw error
      this.#fault ??= (line) => error.at(`${this.#options.name}, line ${line}`)
    }
  }

  #unfit({ column: { name, kind } }: ColumnBinner, line: number, text: string): DataError {
    const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text
    const code = /^[\w?.-]{1,20}$/.test(text) ? text : '…'
    return new DataError(
      `${this.#options.name}, line ${line}: column "${name}" holds "${shown}", expected a ${kind} as in the binning; ` +
        `correct that, or if it stands for a missing value, add --missing-values ${code}`,
      { column: name },
    )
  }

  #keepBytes({ source, at, stop }: FoundField): void {
    const { dialect, delimiter } = this.#options
    const standard = dialect.quote !== null && (dialect.delimiter === delimiter || isQuoted(source, at))
    if (standard) this.#kept.append(source, at, stop)
    else this.#kept.appendField(source, at, stop, this.#delimiter)
  }

  #keepValue(column: number, kind: ValueKind, value: FieldValue): void {
    const { reader } = this.#options
    const { bytes, from, to } = value
    if (reader.isMissing(value)) return
    if (kind === 'category') return this.#kept.appendField(bytes, from, to, this.#delimiter)
    if (kind === 'number' && reader.decimal === '.' && !Number.isNaN(reader.plainNumber(value))) {
      return this.#kept.append(bytes, from, to)
    }
    const text = decodeUtf8(bytes, from, to)
    if (!reader.fits(kind, value)) {
      this.#fault ??= (line) => new MisfitValue(column, line, text)
      return
    }
    const worth =
      kind === 'boolean' ? parseTruth(text) : kind === 'date' ? parseDate(text) : parseNumber(text, reader.decimal)
    if (!Number.isNaN(worth)) this.#kept.appendText(String(worth))
  }
}

function isQuoted(bytes: Uint8Array, at: number): boolean {
  while (bytes[at] === SPACE) at++
  return bytes[at] === QUOTE
}
