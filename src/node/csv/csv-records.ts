import { ByteWindow } from '../../sources/text/byte-window.ts'
import { FieldScanner, OPEN } from '../../sources/csv/field-scanner.ts'
import type { CsvPlan } from '../../sources/csv/csv-plan.ts'
import { isWhite } from '../../sources/text/values.ts'

const LF = 10
const CR = 13
/** No record is longer. */
const LONGEST = 134_217_728

/** The value of a field: some bytes, without quotes and white space around them. */
export type FieldValue = Pick<FieldScanner, 'bytes' | 'from' | 'to'>

/** What is done with the fields of the rows of a text table. */
export interface RecordHandler {
  /** A field: its value, and its bytes as they stand in the file, those from `at` to `stop`. */
  field(column: number, value: FieldValue, bytes: Uint8Array, at: number, stop: number): void
  /** The fields since the last call are a row, which starts at the line. */
  endRow(line: number): void
  /** The fields since the last call are none. */
  dropRow(): void
}

/** The file is not as it should be; a reader that knows how to say so has to look at it. */
export class BrokenTable extends Error {}

/** Walks over the records of a text table by the rules of `readCsv`, and hands out the fields of its rows. */
export class CsvRecords {
  rows = 0
  bad = 0
  firstBad: number | null = null
  blank = 0
  readonly #plan: CsvPlan
  readonly #skipBad: boolean
  readonly #handler: RecordHandler
  readonly #window = new ByteWindow()
  readonly #scanner: FieldScanner
  #skip: number
  #header: boolean
  #afterCr = false
  #line = 1
  /** lines of blank records since the last row, which are rows of a single column if another follows */
  #blankLines: number[] = []

  constructor(plan: CsvPlan, skipBad: boolean, handler: RecordHandler) {
    this.#plan = plan
    this.#skipBad = skipBad
    this.#handler = handler
    this.#skip = plan.dialect.skip
    this.#header = plan.dialect.header
    this.#scanner = new FieldScanner(plan.dialect, () => {
      throw new BrokenTable()
    })
  }

  /** Takes the next bytes of the file; `final` with the last ones. */
  feed(chunk: Uint8Array, final: boolean): void {
    this.#window.append(chunk)
    if (!final && !this.#window.isReady) return
    this.#skipLines()
    while (this.#record(final));
    if (this.#window.rest() > LONGEST) throw new BrokenTable()
  }

  /** Walks over one record; false when it is not complete. */
  #record(final: boolean): boolean {
    const { bytes, end } = this.#window
    let { at } = this.#window
    if (at < end) {
      // The other half of \r\n.
      if (this.#afterCr && bytes[at] === LF) at++
      this.#afterCr = false
      this.#window.at = at
    }
    if (at >= end) return false
    const { length: width } = this.#plan.names
    const delimiter = this.#plan.dialect.delimiter.charCodeAt(0)
    const start = at
    let lines = 0
    for (let column = 0; ; column++) {
      const stop = this.#scanner.find(bytes, at, end, final)
      if (stop === OPEN) {
        this.#handler.dropRow()
        return false
      }
      lines += this.#scanner.lines
      const ends = stop >= end || bytes[stop] !== delimiter
      const blank = ends && column === 0 && isBlank(bytes, start, stop)
      if (ends && column === 0 && width === 1 && !blank) this.#endBlankRows(bytes)
      if (!this.#header && column < width) this.#handler.field(column, this.#scanner, bytes, at, stop)
      if (!ends) {
        at = stop + 1
        continue
      }
      this.#endRecord(column + 1, blank)
      this.#line += 1 + lines
      this.#afterCr = stop < end && bytes[stop] === CR
      this.#window.at = Math.min(stop + 1, end)
      return true
    }
  }

  #endRecord(fields: number, blank: boolean): void {
    const { length: width } = this.#plan.names
    if (this.#header) {
      this.#header = false
    } else if (blank) {
      this.#handler.dropRow()
      this.#blankLines.push(this.#line)
    } else if (fields === width) {
      this.blank += this.#blankLines.length
      this.#blankLines = []
      this.#handler.endRow(this.#line)
      this.rows++
    } else {
      if (!this.#skipBad) throw new BrokenTable()
      this.#handler.dropRow()
      this.bad++
      this.firstBad ??= this.#line
    }
  }

  /** In a table of one column, a blank line is a missing value if a row follows. */
  #endBlankRows(bytes: Uint8Array): void {
    for (const line of this.#blankLines) {
      this.#handler.field(0, { bytes, from: 0, to: 0 }, bytes, 0, 0)
      this.#handler.endRow(line)
      this.rows++
    }
    this.#blankLines = []
  }

  #skipLines(): void {
    const { skipped, afterCr } = this.#window.skipLines(this.#skip, this.#afterCr)
    this.#skip -= skipped
    this.#line += skipped
    this.#afterCr = afterCr
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isWhite(bytes[i])) return false
  return true
}
