import { isWhite } from '../text/values.ts'
import type { Dialect } from './dialect.ts'
import {
  type BytesAtHand,
  ByteWindow,
  FAULT,
  type FieldFault,
  FieldScanner,
  type FoundField,
  OPEN,
} from './field-scanner.ts'

const LF = 10
const CR = 13

/** What is done with the records of a text table. The lines that are told are those at which records start. */
export interface RecordHandler {
  /** Reads records by itself, if it can: how many, each a line. They end before `rowsEnd`. May move the bytes. */
  readRows?(bytes: BytesAtHand, line: number): number
  readonly rowsEnd?: number
  /** Reads a field itself, if it can: the position of the byte that ends the field, or OPEN to have its value found. */
  readPlain(column: number, bytes: Uint8Array, at: number): number
  /** A field of a record, to be used before the next one is found. Fields beyond the width of the table are not told. */
  field(column: number, found: FoundField, line: number): void
  /** The fields since the last row are a row. */
  endRow(line: number): void
  /** The fields since the last row are of no use. */
  dropRow(): void
  /** Nothing but white space on a line; the byte at `stop` ends it. */
  blankLine(line: number, bytes: Uint8Array, stop: number): void
  /** A record of too few or too many fields, which are of no use. */
  badRecord(line: number, fields: number): void
  /** A record that cannot be read. Throws, unless the lines of such records are to be left out. */
  fault(fault: RecordFault): void
}

export interface RecordFault {
  readonly kind: FieldFault
  readonly column: number
  /** the line at which the field starts, and the one on which the fault was found */
  readonly line: number
  readonly lastLine: number
}

export interface WalkOptions {
  readonly dialect: Dialect
  /** fields of a row */
  readonly width: number
  /** more bytes that wait for their end are a fault */
  readonly longest: number
  /**
   * What waits for more bytes: `field`, the fields before it having been told for good; or `record`, all fields of which
   * are told again. Default field.
   */
  readonly waits?: 'field' | 'record'
  /** whether only the first line of a record is left out that cannot be read or is of another width; default all of it */
  readonly byLine?: boolean
}

/**
 * Walks over the records of a text table that comes in pieces: lines before the header and the header itself are left
 * out, \n, \r\n and \r end a record unless they are in quotes, and what is blank, broken or of another width is told apart.
 */
export class RecordWalker {
  /** the line at which the current record starts */
  line = 1
  readonly #options: WalkOptions
  readonly #handler: RecordHandler
  readonly #window = new ByteWindow()
  readonly #scanner: FieldScanner
  readonly #delimiter: number
  /** lines to skip, and whether the header is still to come */
  #skip: number
  #header: boolean
  #afterCr = false
  /** of the current record: the field that comes next, and the line ends inside quotes before it */
  #column = 0
  #innerLines = 0

  constructor(options: WalkOptions, handler: RecordHandler) {
    const { dialect } = options
    this.#options = options
    this.#handler = handler
    this.#scanner = new FieldScanner(dialect)
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#skip = dialect.skip
    this.#header = dialect.header
  }

  /** Bytes of the pieces so far that were not needed yet. */
  get waiting(): number {
    return this.#window.end - this.#window.at
  }

  /** Takes the next bytes; `final` with the last ones. */
  feed(piece: Uint8Array, final: boolean): void {
    this.reserve(piece.length).set(piece)
    this.added(piece.length, final)
  }

  /** Where the next bytes can be written, if they are not many more. */
  reserve(bytes: number): Uint8Array {
    return this.#window.reserve(bytes)
  }

  /** So many bytes have been written there; `final` with the last ones. */
  added(bytes: number, final: boolean): void {
    this.#window.add(bytes)
    if (!final && !this.#window.isReady) return
    if (this.#skip > 0) this.#skipLines()
    if (this.#skip === 0) {
      do this.#rows()
      while (this.#record(final))
    }
    if (this.#window.rest() > this.#options.longest) this.#handler.fault(this.#faultOf('long'))
  }

  #skipLines(): void {
    const { skipped, afterCr } = this.#window.skipLines(this.#skip, this.#afterCr)
    this.#skip -= skipped
    this.line += skipped
    this.#afterCr = afterCr
  }

  /** Lets the handler read rows by itself, between records. */
  #rows(): void {
    const handler = this.#handler
    if (handler.readRows === undefined || this.#header || this.#column > 0 || !this.#startRecord()) return
    const rows = handler.readRows(this.#window, this.line)
    if (rows === 0) return
    this.line += rows
    this.#window.at = handler.rowsEnd!
  }

  /** Goes to the first byte of a record; false when there is none yet. */
  #startRecord(): boolean {
    const window = this.#window
    if (this.#afterCr && window.at < window.end) {
      // The other half of \r\n.
      if (window.bytes[window.at] === LF) window.at++
      this.#afterCr = false
    }
    return window.at < window.end
  }

  /** Walks over a record; false when it is not complete. */
  #record(final: boolean): boolean {
    if (this.#column === 0 && !this.#startRecord()) return false
    const { bytes, end, at: start } = this.#window
    let at = start
    const handler = this.#handler
    const scanner = this.#scanner
    const delimiter = this.#delimiter
    const told = this.#header ? 0 : this.#options.width
    for (let column = this.#column; ; column++) {
      let stop = column < told ? handler.readPlain(column, bytes, at) : OPEN
      const found = stop === OPEN
      if (found) stop = scanner.find(bytes, at, end, final)
      if (stop < 0 || (stop >= end && !final)) {
        this.#column = column
        if (stop !== FAULT) return this.#wait(at)
        return this.#leaveOut(start, final)
      }
      const ends = stop >= end || bytes[stop] !== delimiter
      if (ends && column === 0 && isBlank(bytes, at, stop)) {
        handler.blankLine(this.line, bytes, stop)
      } else {
        if (found) {
          this.#innerLines += scanner.lines
          if (column < told) handler.field(column, scanner, this.line)
        }
        if (!ends) {
          at = stop + 1
          continue
        }
        if (this.#header) this.#header = false
        else if (column + 1 === told) handler.endRow(this.line)
        else return this.#badRecord(start, stop, column + 1, final)
      }
      this.#goOn(stop)
      return true
    }
  }

  /** Goes on behind a byte that ends a line. */
  #goOn(stop: number): void {
    const { bytes, end } = this.#window
    this.#afterCr = stop < end && bytes[stop] === CR
    this.#window.at = Math.min(stop + 1, end)
    this.line += 1 + this.#innerLines
    this.#innerLines = 0
    this.#column = 0
  }

  /** Leaves the field at a position, or all fields of its record, until there are more bytes. */
  #wait(at: number): false {
    if (this.#options.waits === 'record') {
      this.#handler.dropRow()
      this.#column = 0
      this.#innerLines = 0
    } else {
      this.#window.at = at
    }
    return false
  }

  #badRecord(start: number, stop: number, fields: number, final: boolean): boolean {
    const next = this.#options.byLine === true ? this.#firstLineEnd(start, final) : stop
    if (next === OPEN) return this.#wait(start)
    this.#handler.badRecord(this.line, fields)
    if (next !== stop) this.#innerLines = 0
    this.#goOn(next)
    return true
  }

  #leaveOut(start: number, final: boolean): boolean {
    const next = this.#firstLineEnd(start, final)
    if (next === OPEN && this.#options.byLine === true) return this.#wait(start)
    this.#handler.fault(this.#faultOf(this.#scanner.fault))
    this.#innerLines = 0
    this.#goOn(next)
    return true
  }

  /** The end of the line on which a record starts, by the line ends of the table; or OPEN. */
  #firstLineEnd(start: number, final: boolean): number {
    const { bytes, end } = this.#window
    const { newline } = this.#options.dialect
    const next = (byte: number): number => {
      const found = bytes.indexOf(byte, start)
      return found < 0 ? end : Math.min(found, end)
    }
    const stop = newline === '\r' ? next(CR) : newline === 'mixed' ? Math.min(next(CR), next(LF)) : next(LF)
    return stop >= end && !final ? OPEN : stop
  }

  #faultOf(kind: FieldFault): RecordFault {
    const line = this.line + this.#innerLines
    return { kind, column: this.#column, line, lastLine: line + this.#scanner.lines }
  }
}

/** Whether some bytes are nothing but ASCII white space. */
function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isWhite(bytes[i])) return false
  return true
}
