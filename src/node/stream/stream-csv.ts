import { ByteWindow } from '../../sources/text/byte-window.ts'
import type { Dialect } from '../../sources/csv/dialect.ts'
import { type FieldFault, FieldScanner, OPEN } from '../../sources/csv/field-scanner.ts'
import { decodeUtf8 } from '../../sources/text/decode-utf8.ts'
import { isNanText, isWhite, parseNumber } from '../../sources/text/values.ts'
import { DataError } from '../../errors.ts'
import { FieldReader } from '../apply/field-reader.ts'
import { LabelTexts } from './label-texts.ts'
import { type StreamLabel, type StreamReader, type StreamRoles, StreamRows } from './stream-rows.ts'

const LF = 10
const CR = 13
/** No record is longer: a quote that is never closed must not fill the memory. */
const LONGEST = 16_777_216

/** How an endless CSV is read. */
export interface StreamCsvOptions {
  readonly name: string
  readonly dialect: Dialect
  readonly names: readonly string[]
  readonly roles: StreamRoles
  readonly missingValues: readonly string[] | undefined
  /** bytes before those that will be fed */
  readonly offset: number
  /** whether the lines to skip and the names come first; `maybe`: the names may stand there again */
  readonly start: 'yes' | 'no' | 'maybe'
}

/** A record that is no row. */
class BadRecord extends Error {}

/** Reads an endless CSV. Records that are broken are counted and left out; what is no number counts as missing. */
export class StreamCsv implements StreamReader {
  bad = 0
  odd = 0
  readonly #options: StreamCsvOptions
  readonly #rows: StreamRows
  readonly #window = new ByteWindow()
  readonly #scanner: FieldScanner
  readonly #reader: FieldReader
  readonly #labels = new LabelTexts()
  readonly #delimiter: number
  #base: number
  #skip: number
  #header: 'yes' | 'no' | 'maybe'
  #afterCr = false
  /** odd values of the record being read, which count only once it is a row */
  #oddHere = 0

  constructor(options: StreamCsvOptions) {
    const { dialect, roles, missingValues, offset, start } = options
    this.#options = options
    this.#rows = new StreamRows(1 + Math.max(-1, ...roles.binned))
    this.#scanner = new FieldScanner(dialect, (fault: FieldFault) => {
      throw new BadRecord(fault)
    })
    this.#reader = new FieldReader(dialect.decimal, missingValues)
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#base = offset
    this.#skip = start === 'yes' ? dialect.skip : 0
    this.#header = dialect.header ? start : 'no'
  }

  get offset(): number {
    return this.#base + this.#window.at
  }

  feed(chunk: Uint8Array, final: boolean, take: (rows: StreamRows) => void): void {
    this.#base += this.#window.at
    this.#window.append(chunk)
    if (!final && !this.#window.isReady) return
    this.#skipLines()
    const hand = (): void => {
      if (this.#rows.size > 0) take(this.#rows)
      this.#rows.clear()
    }
    while (this.#record(final)) if (this.#rows.isFull) hand()
    hand()
    if (this.#window.rest() > LONGEST) {
      throw new DataError(`${this.#options.name}: a record is longer than ${LONGEST} bytes; is a quote never closed?`)
    }
  }

  #skipLines(): void {
    const { skipped, afterCr } = this.#window.skipLines(this.#skip, this.#afterCr)
    this.#skip -= skipped
    this.#afterCr = afterCr
  }

  /** Reads one record; false when it is not complete. */
  #record(final: boolean): boolean {
    const window = this.#window
    if (this.#skip > 0) return false
    if (window.at < window.end) {
      if (this.#afterCr && window.bytes[window.at] === LF) window.at++
      this.#afterCr = false
    }
    if (window.at >= window.end) return false
    const kept = this.#rows.kept.length
    const marks = this.#rows.marks.length
    let stop: number
    try {
      stop = this.#header === 'no' ? this.#row(final) : this.#names(final)
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error
      stop = this.#brokenEnd(final)
      if (stop !== OPEN) this.bad++
      this.#drop(kept, marks)
    }
    if (stop === OPEN) {
      this.#drop(kept, marks)
      return false
    }
    this.#afterCr = stop < window.end && window.bytes[stop] === CR
    window.at = Math.min(stop + 1, window.end)
    return true
  }

  #drop(kept: number, marks: number): void {
    const rows = this.#rows
    rows.kept.length = kept
    rows.marks.length = marks
    rows.labels.length = rows.size
    rows.keys.length = rows.size
  }

  /** Walks over the fields of a row; the position of its end, or OPEN. */
  #row(final: boolean): number {
    const { bytes, at: start, end } = this.#window
    const { names, roles } = this.#options
    const rows = this.#rows
    const { size } = rows
    let at = start
    let label: StreamLabel = null
    let key: string | null = null
    this.#oddHere = 0
    for (let column = 0; ; column++) {
      const stop = this.#scanner.find(bytes, at, end, final)
      if (stop === OPEN) return OPEN
      const ends = stop >= end || bytes[stop] !== this.#delimiter
      if (ends && column === 0 && isBlank(bytes, start, stop)) return stop
      if (column >= names.length) {
        if (ends) throw new BadRecord('width')
        at = stop + 1
        continue
      }
      const place = roles.binned[column]
      if (place >= 0) rows.values[place][size] = this.#number()
      else if (column === roles.target) label = this.#label()
      if (column === roles.key && !this.#reader.isMissing(this.#scanner)) {
        key = decodeUtf8(this.#scanner.bytes, this.#scanner.from, this.#scanner.to)
      }
      if (roles.keep) this.#keep(column, place, bytes, at, stop)
      if (!ends) {
        at = stop + 1
        continue
      }
      if (column !== names.length - 1) throw new BadRecord('width')
      if (roles.keep) rows.marks.push(rows.kept.length)
      if (roles.target >= 0) rows.labels.push(label)
      if (roles.key >= 0) rows.keys.push(key)
      rows.size++
      this.odd += this.#oddHere
      return stop
    }
  }

  #number(): number {
    const scanner = this.#scanner
    const number = this.#reader.plainNumber(scanner)
    if (number === number) return this.#reader.isMissing(scanner) ? Number.NaN : number
    if (this.#reader.isMissing(scanner)) return Number.NaN
    const text = decodeUtf8(scanner.bytes, scanner.from, scanner.to)
    const parsed = parseNumber(text, this.#reader.decimal)
    if (Number.isNaN(parsed) && !isNanText(text)) this.#oddHere++
    return parsed
  }

  #label(): StreamLabel {
    if (this.#reader.isMissing(this.#scanner)) return null
    if (!this.#options.roles.numericTarget) return this.#labels.text(this.#scanner)
    const number = this.#number()
    return Number.isNaN(number) ? null : number
  }

  #keep(column: number, place: number, bytes: Uint8Array, at: number, stop: number): void {
    const { kept, marks } = this.#rows
    if (column > 0) kept.appendByte(this.#delimiter)
    if (place >= 0) marks.push(kept.length)
    else if (this.#options.dialect.quote === null) kept.appendField(bytes, at, stop, this.#delimiter)
    else kept.append(bytes, at, stop)
  }

  /** Walks over the names; where they only may stand here and do not, the record is a row. */
  #names(final: boolean): number {
    const { bytes, at: start, end } = this.#window
    const found: string[] = []
    for (let at = start; ;) {
      const stop = this.#scanner.find(bytes, at, end, final)
      if (stop === OPEN) return OPEN
      found.push(decodeUtf8(this.#scanner.bytes, this.#scanner.from, this.#scanner.to))
      if (stop < end && bytes[stop] === this.#delimiter) {
        at = stop + 1
        continue
      }
      if (found.length === 1 && found[0] === '') return stop
      const repeated = this.#header === 'yes' || found.every((name, i) => name === this.#options.names[i])
      this.#header = 'no'
      return repeated ? stop : this.#row(final)
    }
  }

  /** The end of the line on which a broken record starts. */
  #brokenEnd(final: boolean): number {
    const { bytes, at, end } = this.#window
    const { newline } = this.#options.dialect
    const next = (byte: number): number => {
      const found = bytes.indexOf(byte, at)
      return found < 0 ? end : Math.min(found, end)
    }
    const stop = newline === '\r' ? next(CR) : newline === 'mixed' ? Math.min(next(CR), next(LF)) : next(LF)
    return stop >= end && !final ? OPEN : stop
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isWhite(bytes[i])) return false
  return true
}
