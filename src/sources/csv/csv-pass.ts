import { DataError } from '../../errors.ts'
import { ByteWindow } from '../text/byte-window.ts'
import type { ColumnPart } from './column-builder.ts'
import { DecimalScanner } from '../text/decimal-scanner.ts'
import { ENDS, type FieldFault, FieldScanner, OPEN } from './field-scanner.ts'
import type { FileOptions } from '../file-options.ts'
import type { CsvPlan } from './csv-plan.ts'
import { LEAVE, type Misfit, NUMBER, RowBuilder } from './row-builder.ts'
import { notText, notUtf8 } from '../text/first-bytes.ts'
import type { SourceColumn } from '../source.ts'
import { isWhite } from '../text/values.ts'

const LF = 10
const CR = 13

/** Longer fields are taken for a quote that was forgotten. */
const MAX_FIELD = 134_217_728

/** What a pass over a file found besides values. */
export interface PassResult {
  readonly rows: number
  /** lines of a wrong number of fields, and the first of them */
  readonly bad: number
  readonly firstBad: { readonly line: number; readonly fields: number } | null
  /** blank lines between rows of several columns, and those after the last row */
  readonly blank: number
  readonly blankEnd: number
  /** lines in all */
  readonly lines: number
  /** by the position of the column, its first value that does not fit; such columns have no values */
  readonly misfits: ReadonlyMap<number, Misfit>
}

/** One pass over the bytes of a text table, which fills the columns at some positions. */
export class CsvPass {
  readonly #plan: CsvPlan
  readonly #options: FileOptions
  readonly #window = new ByteWindow()
  readonly #fields: FieldScanner
  readonly #numbers: DecimalScanner
  readonly #rows: RowBuilder
  /** lines to skip, and whether the header is still to come */
  #skip: number
  #header: boolean
  #afterCr = false
  #column = 0
  /** the line at which the current record starts, and the line ends inside its quotes */
  #line = 1
  #innerLines = 0
  #bad = 0
  #firstBad: PassResult['firstBad'] = null
  #blank = 0
  /** blank lines since the last row */
  #blankEnd = 0

  /** `rows`: how many are expected, where that is known. */
  constructor(plan: CsvPlan, columns: readonly number[], options: FileOptions, rows?: number) {
    const { dialect } = plan
    this.#plan = plan
    this.#options = options
    this.#fields = new FieldScanner(dialect, (fault) => this.#fail(fault))
    this.#numbers = new DecimalScanner(dialect.decimal === dialect.delimiter ? null : dialect.decimal)
    this.#rows = new RowBuilder(plan, columns, options.missingValues, rows)
    this.#skip = dialect.skip
    this.#header = dialect.header
  }

  /** Takes the next bytes of the file. */
  feed(chunk: Uint8Array): void {
    this.#window.append(chunk)
    if (!this.#window.isReady) return
    this.#parse(false)
    if (this.#window.rest() > MAX_FIELD) this.#fail('long')
  }

  /** To be called once after the last bytes. */
  finish(): PassResult {
    this.#window.append(new Uint8Array(0))
    this.#parse(true)
    const rows = this.#rows.rows - (this.#plan.names.length === 1 ? this.#blankEnd : 0)
    const { misfits } = this.#rows
    const counts = { bad: this.#bad, blank: this.#blank, blankEnd: this.#blankEnd, lines: this.#line - 1 }
    return { rows, ...counts, firstBad: this.#firstBad, misfits }
  }

  /** A column that was asked for and has no misfit. */
  column(position: number, rows: number): SourceColumn {
    return this.#rows.column(position, rows)
  }

  /** All rows of such a column, to be put together with those of other ranges; with blank lines at the end of a single one. */
  part(position: number): ColumnPart {
    return this.#rows.part(position)
  }

  /** Reads every field that is complete. A plain number goes straight from its bytes into its column. */
  #parse(final: boolean): void {
    if (this.#skip > 0) this.#skipLines()
    const { bytes, end } = this.#window
    const rows = this.#rows
    const { actions, guard } = rows
    const { meaning } = this.#fields
    const numbers = this.#numbers
    const { length: width } = this.#plan.names
    const delimiter = this.#plan.dialect.delimiter.charCodeAt(0)
    let { at } = this.#window
    let column = this.#column
    for (;;) {
      if (column === 0) {
        if (at >= end) break
        if (this.#afterCr && bytes[at] === LF) at++
        this.#afterCr = false
        if (at >= end) break
      }
      const action = column < width && !this.#header ? actions[column] : LEAVE
      let stop = OPEN
      if (action === NUMBER && guard[bytes[at]] === 0) {
        if (meaning[bytes[at]] === ENDS) {
          rows.blocks[column][rows.slot] = Number.NaN
          stop = at
        } else {
          const number = numbers.scan(bytes, at)
          if (meaning[bytes[numbers.end]] === ENDS && !Number.isNaN(number)) {
            rows.blocks[column][rows.slot] = number
            stop = numbers.end
          }
        }
      }
      if (stop === OPEN) {
        this.#column = column
        stop = this.#fields.find(bytes, at, end, final)
        if (stop === OPEN) break
        if (action !== LEAVE) rows.put(column, this.#fields, this.#line)
        this.#innerLines += this.#fields.lines
      } else if (stop >= end && !final) {
        break
      }
      if (stop < end && bytes[stop] === delimiter) {
        at = stop + 1
        column++
      } else {
        this.#endRecord(column + 1, column === 0 && this.#isBlank(at, stop))
        this.#afterCr = stop < end && bytes[stop] === CR
        at = Math.min(stop + 1, end)
        column = 0
      }
    }
    this.#window.at = at
    this.#column = column
  }

  #skipLines(): void {
    const { skipped, afterCr } = this.#window.skipLines(this.#skip, this.#afterCr)
    this.#skip -= skipped
    this.#line += skipped
    this.#afterCr = afterCr
  }

  #endRecord(fields: number, blank: boolean): void {
    const { length: width } = this.#plan.names
    if (this.#header) {
      this.#header = false
    } else if (blank) {
      this.#blankEnd++
      // In a table of one column an empty line is a missing value, unless nothing follows.
      if (width === 1) this.#rows.endRow()
    } else if (fields === width) {
      if (width > 1) this.#blank += this.#blankEnd
      this.#blankEnd = 0
      this.#rows.endRow()
    } else {
      this.#bad++
      this.#firstBad ??= { line: this.#line, fields }
      this.#rows.dropRow()
      // When such lines are refused, the rest of the file is only read to count them.
      if (this.#options.badRows !== 'skip') this.#rows.actions.fill(LEAVE)
    }
    this.#line += 1 + this.#innerLines
    this.#innerLines = 0
  }

  #isBlank(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (!isWhite(this.#window.bytes[i])) return false
    return true
  }

  #fail(fault: FieldFault): never {
    const { name } = this.#options
    const { names, dialect } = this.#plan
    const first = this.#line + this.#innerLines
    const last = first + this.#fields.lines
    if (fault === 'nul') throw notText(name, last)
    if (fault === 'utf8') throw notUtf8(name, first)
    const column = names[this.#column] ?? null
    const place = `${name}, line ${fault === 'after-quote' ? last : first}${column === null ? '' : `, column "${column}"`}`
    const mark = dialect.delimiter === '\t' ? 'a tab' : `"${dialect.delimiter}"`
    const words = {
      unclosed: 'the quote that opens here is never closed; close it, or double the quotes inside quoted text',
      long: 'found a field of more than 128 MB, expected a shorter one; perhaps a quote is not closed',
      'after-quote': `found text after the closing quote, expected ${mark} or the end of the line; double the quotes inside quoted text`,
    }
    throw new DataError(`${place}: ${words[fault]}`, { column })
  }
}
