import type { CsvPlan } from '../../sources/csv/csv-plan.ts'
import { type FoundField, OPEN } from '../../sources/csv/field-scanner.ts'
import { type RecordHandler, RecordWalker } from '../../sources/csv/record-walker.ts'

/** No record is longer. */
const LONGEST = 134_217_728
const NONE = new Uint8Array(0)
const EMPTY: FoundField = { bytes: NONE, from: 0, to: 0, source: NONE, at: 0, stop: 0 }

/** What is done with the rows of a text table. */
export type RowHandler = Pick<RecordHandler, 'field' | 'endRow' | 'dropRow'>

/** The file is not as it should be; a reader that knows how to say so has to look at it. */
export class BrokenTable extends Error {}

/** Hands out the rows of a text table, by the rules of `readCsv`; none is left half done between two pieces of the file. */
export class CsvRecords implements RecordHandler {
  rows = 0
  bad = 0
  firstBad: number | null = null
  blank = 0
  readonly #skipBad: boolean
  readonly #handler: RowHandler
  readonly #walker: RecordWalker
  readonly #oneColumn: boolean
  readonly #delimiter: number
  /** lines of blank records since the last row, which are rows of a single column if another follows */
  #blankLines: number[] = []

  constructor({ dialect, names: { length: width } }: CsvPlan, skipBad: boolean, handler: RowHandler) {
    this.#skipBad = skipBad
    this.#handler = handler
    this.#oneColumn = width === 1
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#walker = new RecordWalker({ dialect, width, longest: LONGEST, waits: 'record' }, this)
  }

  /** Takes the next bytes of the file; `final` with the last ones. */
  feed(piece: Uint8Array, final: boolean): void {
    this.#walker.feed(piece, final)
  }

  readPlain(): number {
    return OPEN
  }

  field(column: number, found: FoundField, line: number): void {
    if (this.#blankLines.length > 0 && this.#oneColumn) this.#endBlankRows(found)
    this.#handler.field(column, found, line)
  }

  endRow(line: number): void {
    this.blank += this.#blankLines.length
    this.#blankLines = []
    this.#handler.endRow(line)
    this.rows++
  }

  dropRow(): void {
    this.#handler.dropRow()
  }

  blankLine(line: number): void {
    this.#blankLines.push(line)
  }

  badRecord(line: number): void {
    if (!this.#skipBad) throw new BrokenTable()
    this.#handler.dropRow()
    this.bad++
    this.firstBad ??= line
  }

  fault(): never {
    throw new BrokenTable()
  }

  /** In a table of one column, a blank line is a missing value if a row follows: a record of a single field. */
  #endBlankRows({ source, stop }: FoundField): void {
    if (source[stop] === this.#delimiter) return
    for (const line of this.#blankLines) {
      this.#handler.field(0, EMPTY, line)
      this.#handler.endRow(line)
      this.rows++
    }
    this.#blankLines = []
  }
}
