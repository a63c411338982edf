import type { Dialect } from '../../sources/csv/dialect.ts'
import {
  type BytesAtHand,
  type FieldValue,
  type FoundField,
  OPEN,
  QUOTE,
  trimField,
} from '../../sources/csv/field-scanner.ts'
import { PlainRows, type PlainRowTaker } from '../../sources/csv/plain-rows.ts'
import { type RecordFault, type RecordHandler, RecordWalker } from '../../sources/csv/record-walker.ts'
import { type CsvRows, NOTE } from '../../wasm/csv-row-reader.ts'
import { decodeUtf8 } from '../../util/utf8.ts'
import { isNanText, parseNumber } from '../../sources/text/values.ts'
import { DataError } from '../../errors.ts'
import { FieldReader } from '../apply/field-reader.ts'
import { LabelTexts } from './label-texts.ts'
import { type StreamLabel, type StreamReader, type StreamRoles, StreamRows } from './stream-rows.ts'

/** No record is longer: a quote that is never closed must not fill the memory. */
const LONGEST = 16_777_216
/** Of fewer bytes, as they come through a slow pipe, rows are read one by one. */
const FEW_BYTES = 4096
/** What WebAssembly does with the fields of a column: nothing, read plain numbers and note others, or note all. */
const [LEAVE, NUMBER, OTHER] = [0, 1, 2]

export interface StreamCsvOptions {
  readonly name: string
  readonly dialect: Dialect
  readonly names: readonly string[]
  readonly roles: StreamRoles
  readonly missingValues: readonly string[] | undefined
  /** bytes before those that will be fed */
  readonly offset: number
  readonly start: CsvStart
}

/**
 * Whether the lines to skip and the names come first; `maybe`: the names may stand there again; `again`: or other names,
 * which are refused.
 */
export type CsvStart = 'yes' | 'no' | 'maybe' | 'again'

/** Reads an endless CSV. Records that are broken are counted and left out; what is not a number counts as missing. */
export class StreamCsv implements StreamReader, RecordHandler, PlainRowTaker {
  bad = 0
  odd = 0
  readonly #options: StreamCsvOptions
  readonly #rows: StreamRows
  readonly #walker: RecordWalker
  readonly #reader: FieldReader
  readonly #labels = new LabelTexts()
  readonly #delimiter: number
  readonly #plainRows: PlainRows
  readonly #noted: NotedField
  readonly actions: Uint8Array
  /** bytes up to the end of what was fed */
  #end: number
  /** whether the fields of the record so far are the names, where these may stand; null where they cannot */
  #names: boolean | null
  /** fields of the first record of a file that has the place of another one; null after it */
  #first: string[] | null = null
  #take: (rows: StreamRows) => void = () => {}
  /** of the record being read: values that are not numbers, which count only once it is a row; its label and its key */
  #oddHere = 0
  #label: StreamLabel = null
  #key: string | null = null

  constructor(options: StreamCsvOptions) {
    const { dialect, names, roles, missingValues, offset, start } = options
    this.#options = options
    this.#rows = new StreamRows(1 + Math.max(-1, ...roles.binned), roles.keep)
    const atStart = start === 'yes' ? dialect : { ...dialect, skip: 0, header: false }
    const walk = { width: names.length, longest: LONGEST, waits: 'record', byLine: true } as const
    this.#walker = new RecordWalker({ dialect: atStart, ...walk }, this)
    this.#reader = new FieldReader(dialect.decimal, missingValues)
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.actions = Uint8Array.from(roles.binned, (index, column) => {
      if (index >= 0) return column === roles.key ? OTHER : NUMBER
      return roles.keep || column === roles.target || column === roles.key ? OTHER : LEAVE
    })
    this.#plainRows = new PlainRows(options, this)
    this.#noted = new NotedField(dialect.quote !== null)
    this.#end = offset
    this.#names = (start === 'maybe' || start === 'again') && dialect.header ? true : null
    if (start === 'again' && dialect.header) this.#first = []
  }

  get offset(): number {
    return this.#end - this.#walker.waiting
  }

  feed(piece: Uint8Array, final: boolean, take: (rows: StreamRows) => void): void {
    this.#take = take
    this.#end += piece.length
    this.#walker.feed(piece, final)
    this.#hand()
  }

  /** Rows of plain values, as far as WebAssembly reads them. */
  readRows(hand: BytesAtHand, line: number): number {
    const mayBeNames = this.#names !== null || this.#first !== null
    return mayBeNames || hand.end - hand.at < FEW_BYTES ? 0 : this.#plainRows.read(hand, line)
  }

  get rowsEnd(): number {
    return this.#plainRows.stop
  }

  get guard(): Uint8Array {
    return this.#reader.guard
  }

  get room(): number {
    return this.#rows.room
  }

  addRows(read: CsvRows, count: number, bytes: Uint8Array): void {
    const { roles } = this.#options
    const { values, size } = this.#rows
    const found = this.#noted
    const { notes } = read
    const end = read.noted * NOTE
    for (const [column, index] of roles.binned.entries()) {
      if (index >= 0) values[index].set(read.column(column, count), size)
    }
    for (let row = 0, i = 0; row < count; row++) {
      let next = 0
      for (; i < end && notes[i + 1] === row; i += NOTE) {
        const column = notes[i]
        if (roles.keep) this.#keepNumbers(next, column)
        found.lieAt(bytes, notes[i + 2], notes[i + 3])
        this.field(column, found)
        next = column + 1
      }
      if (roles.keep) this.#keepNumbers(next, roles.binned.length)
      this.endRow()
    }
  }

  readPlain(): number {
    return OPEN
  }

  field(column: number, found: FoundField): void {
    const { names, roles } = this.#options
    const rows = this.#rows
    const index = roles.binned[column]
    if (index >= 0) rows.values[index][rows.size] = this.#number(found)
    else if (column === roles.target) this.#label = this.#labelOf(found)
    if (column === roles.key && !this.#reader.isMissing(found)) this.#key = textOf(found)
    if (roles.keep) this.#keep(column, index, found)
    this.#first?.push(textOf(found))
    if (this.#names === true) this.#names = textOf(found) === names[column]
  }

  endRow(): void {
    const { roles } = this.#options
    const rows = this.#rows
    if (this.#names === true) {
      this.dropRow()
    } else {
      // A row has a number or nothing somewhere; names are neither.
      if (this.#first !== null && this.#oddHere >= rows.values.length) this.#refuseNames()
      if (roles.keep) rows.mark()
      if (roles.target >= 0) rows.labels[rows.size] = this.#label
      if (roles.key >= 0) rows.keys.push(this.#key)
      rows.size++
      this.odd += this.#oddHere
      this.#startRow()
      if (rows.isFull) this.#hand()
    }
    this.#names = null
    this.#first = null
  }

  dropRow(): void {
    this.#rows.unmark()
    if (this.#names !== null) this.#names = true
    if (this.#first !== null) this.#first = []
    this.#startRow()
  }

  blankLine(): void {
    // Blank lines are neither rows nor bad.
  }

  badRecord(_line: number, fields: number): void {
    // Some files do not name their last column.
    const areNames = this.#names === true && fields < this.#options.names.length
    if (!areNames && this.#first !== null) this.#refuseNames()
    if (!areNames) this.bad++
    this.dropRow()
    this.#names = null
    this.#first = null
  }

  fault({ kind }: RecordFault): void {
    if (kind === 'long') {
      throw new DataError(`${this.#options.name}: a record is longer than ${LONGEST} bytes; is a quote never closed?`)
    }
    this.bad++
    this.dropRow()
  }

  /** The columns are fixed with the first file; rows of others would be read as nonsense. */
  #refuseNames(): never {
    const { name, names } = this.#options
    const listed = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ')
    throw new DataError(
      `${name} has another first line since it was rotated: expected the columns ${listed(names)} or a row of them, got ${listed(this.#first ?? [])}; give the new file the same columns, or start a stream of its own for it, with another state file`,
    )
  }

  #hand(): void {
    if (this.#rows.size > 0) this.#take(this.#rows)
    this.#rows.clear()
  }

  #startRow(): void {
    this.#oddHere = 0
    this.#label = null
    this.#key = null
  }

  #number(value: FieldValue): number {
    const number = this.#reader.plainNumber(value)
    if (number === number) return this.#reader.isMissing(value) ? Number.NaN : number
    if (this.#reader.isMissing(value)) return Number.NaN
    const text = textOf(value)
    const parsed = parseNumber(text, this.#reader.decimal)
    if (Number.isNaN(parsed) && !isNanText(text)) this.#oddHere++
    return parsed
  }

  #labelOf(value: FieldValue): StreamLabel {
    if (this.#reader.isMissing(value)) return null
    if (!this.#options.roles.numericTarget) return this.#labels.text(value)
    const number = this.#number(value)
    return Number.isNaN(number) ? null : number
  }

  #keep(column: number, index: number, { source, at, stop }: FoundField): void {
    const { kept } = this.#rows
    if (column > 0) kept.appendByte(this.#delimiter)
    if (index >= 0) this.#rows.mark()
    else if (this.#options.dialect.quote === null) kept.appendField(source, at, stop, this.#delimiter)
    else kept.append(source, at, stop)
  }

  /** The same for columns from … to − 1, all of which are binned and were read as numbers. */
  #keepNumbers(from: number, to: number): void {
    for (let column = from; column < to; column++) {
      if (column > 0) this.#rows.kept.appendByte(this.#delimiter)
      this.#rows.mark()
    }
  }
}

/** A field that WebAssembly has noted. */
class NotedField implements FoundField {
  bytes: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  source: Uint8Array = this.bytes
  at = 0
  stop = 0
  readonly #quoted: boolean

  constructor(quoted: boolean) {
    this.#quoted = quoted
  }

  /** `first` and `stop` are addresses in the memory that the bytes are a part of. */
  lieAt(bytes: Uint8Array, first: number, stop: number): void {
    if (this.source !== bytes) {
      this.source = bytes
      this.bytes = bytes
    }
    this.at = first - bytes.byteOffset
    this.stop = stop - bytes.byteOffset
    const inQuotes = this.#quoted && bytes[this.at] === QUOTE ? 1 : 0
    this.from = this.at + inQuotes
    this.to = this.stop - inQuotes
    trimField(this)
  }
}

function textOf({ bytes, from, to }: FieldValue): string {
  return decodeUtf8(bytes, from, to)
}
