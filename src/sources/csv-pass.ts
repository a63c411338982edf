import { DataError } from '../errors.ts'
import { type ColumnBuilder, columnBuilder, FIRST_BLOCK, LAST_BLOCK } from './column-builder.ts'
import { DecimalScanner } from './decimal-scanner.ts'
import type { FileOptions } from './file-options.ts'
import { ENDS, type FieldFault, FieldScanner, OPEN } from './field-scanner.ts'
import type { CsvPlan } from './plan.ts'
import { notText, notUtf8 } from './sample.ts'
import type { SourceColumn } from './source.ts'
import { decodeUtf8 } from './utf8.ts'
import { isWhite, missingTexts } from './values.ts'

const LF = 10
const CR = 13

/** What is done with the fields of a column. */
const LEAVE = 0
const NUMBER = 1
const OTHER = 2

/** Longer fields are taken for a quote that was forgotten. */
const MAX_FIELD = 134_217_728
/** From here on, an open field is looked at again only when its bytes have doubled, so that the work stays linear. */
const LONG_FIELD = 65_536

/** A value that does not fit its column, and the line its record starts at. */
export interface Misfit {
  readonly line: number
  readonly text: string
}

/** What a pass over a file found besides values. */
export interface PassResult {
  readonly rows: number
  /** lines of a wrong number of fields, and the first of them */
  readonly bad: number
  readonly firstBad: { readonly line: number; readonly fields: number } | null
  /** blank lines between rows of several columns */
  readonly blank: number
  /** by the position of the column, its first value that does not fit; such columns have no values */
  readonly misfits: ReadonlyMap<number, Misfit>
}

/** One pass over the bytes of a text table, which fills the columns at some positions. */
export class CsvPass {
  readonly #plan: CsvPlan
  readonly #options: FileOptions
  readonly #fields: FieldScanner
  readonly #numbers: DecimalScanner
  readonly #missing: ReadonlySet<string>
  /** first bytes of declared missing values: such fields are looked at as texts */
  readonly #guard = new Uint8Array(256)
  readonly #builders: (ColumnBuilder | undefined)[]
  #actions: Uint8Array
  /** the current block of each number column, beside its builder for the sake of speed; others have an empty one */
  #blocks: Float64Array[] = []
  #buffer = new Uint8Array(0)
  #at = 0
  #end = 0
  #needed = 0
  #skip: number
  #header: boolean
  #afterCr = false
  #column = 0
  #line = 1
  /** line ends inside quotes of the current record */
  #innerLines = 0
  #blockStart = 0
  #slot = 0
  #blockRows = FIRST_BLOCK
  #bad = 0
  #firstBad: PassResult['firstBad'] = null
  #blank = 0
  /** blank lines since the last row */
  #blankEnd = 0
  readonly #misfits = new Map<number, Misfit>()
  /** columns of the current record whose value does not fit */
  #doubtful: [number, Misfit][] = []

  constructor(plan: CsvPlan, columns: readonly number[], options: FileOptions) {
    const { dialect, names, kinds } = plan
    this.#plan = plan
    this.#options = options
    this.#fields = new FieldScanner(dialect, (fault) => this.#fail(fault))
    this.#numbers = new DecimalScanner(dialect.decimal === dialect.delimiter ? null : dialect.decimal)
    this.#missing = missingTexts(options.missingValues)
    for (const text of this.#missing) if (text !== '') this.#guard[firstByte(text)] = 1
    this.#skip = dialect.skip
    this.#header = dialect.header
    this.#builders = names.map(() => undefined)
    for (const j of columns) this.#builders[j] = columnBuilder(names[j], kinds[j], dialect.decimal)
    this.#lookUpBlocks()
    this.#actions = Uint8Array.from(this.#builders, (builder) =>
      builder === undefined ? LEAVE : builder.kind === 'number' ? NUMBER : OTHER,
    )
  }

  /** Takes the next bytes of the file. */
  feed(chunk: Uint8Array): void {
    this.#append(chunk)
    if (this.#end - this.#at < this.#needed) return
    this.#parse(false)
    const left = this.#end - this.#at
    if (left > MAX_FIELD) this.#fail('long')
    this.#needed = left > LONG_FIELD ? left * 2 : 0
  }

  /** To be called once after the last bytes. */
  finish(): PassResult {
    this.#append(new Uint8Array(0))
    this.#parse(true)
    const rows = this.#blockStart + this.#slot - (this.#plan.names.length === 1 ? this.#blankEnd : 0)
    return { rows, bad: this.#bad, firstBad: this.#firstBad, blank: this.#blank, misfits: this.#misfits }
  }

  /** A column that was asked for and has no misfit. */
  column(position: number, rows: number): SourceColumn {
    return this.#builders[position]!.finish(rows)
  }

  #append(chunk: Uint8Array): void {
    const left = this.#end - this.#at
    if (left + chunk.length + 1 > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(left + chunk.length + 1, left * 2))
      larger.set(this.#buffer.subarray(this.#at, this.#end))
      this.#buffer = larger
    } else if (this.#at > 0) {
      this.#buffer.copyWithin(0, this.#at, this.#end)
    }
    this.#buffer.set(chunk, left)
    this.#at = 0
    this.#end = left + chunk.length
    this.#buffer[this.#end] = LF
  }

  #parse(final: boolean): void {
    if (this.#skip > 0) this.#skipLines()
    const bytes = this.#buffer
    const end = this.#end
    const width = this.#plan.names.length
    const { meaning } = this.#fields
    const numbers = this.#numbers
    const guard = this.#guard
    const delimiter = this.#plan.dialect.delimiter.charCodeAt(0)
    let at = this.#at
    let column = this.#column
    for (;;) {
      if (column === 0) {
        if (at >= end) break
        if (this.#afterCr && bytes[at] === LF) at++
        this.#afterCr = false
        if (at >= end) break
      }
      const action = column < width && !this.#header ? this.#actions[column] : LEAVE
      let stop = at
      let number = Number.NaN
      if (action === NUMBER && guard[bytes[at]] === 0) {
        if (meaning[bytes[at]] !== ENDS) {
          number = numbers.scan(bytes, at)
          stop = numbers.end
        }
        if (meaning[bytes[stop]] !== ENDS || (Number.isNaN(number) && stop !== at)) stop = OPEN
        else this.#blocks[column][this.#slot] = number
      } else {
        stop = OPEN
      }
      if (stop === OPEN) {
        this.#column = column
        stop = this.#fields.find(bytes, at, end, final)
        if (stop === OPEN) break
        this.#innerLines += this.#fields.lines
        if (action !== LEAVE) this.#put(column)
      } else if (stop >= end && !final) break
      if (stop < end && bytes[stop] === delimiter) {
        at = stop + 1
        column++
        continue
      }
      this.#endRecord(column + 1, at, stop)
      if (stop < end && bytes[stop] === CR) this.#afterCr = true
      column = 0
      at = Math.min(stop + 1, end)
    }
    this.#at = at
    this.#column = column
  }

  #skipLines(): void {
    let at = this.#at
    for (; at < this.#end && this.#skip > 0; at++) {
      const byte = this.#buffer[at]
      if (byte === LF && this.#afterCr) this.#afterCr = false
      else if (byte === LF || byte === CR) {
        this.#skip--
        this.#line++
        this.#afterCr = byte === CR
      } else this.#afterCr = false
    }
    this.#at = at
  }

  /** Writes the value of the last field found. */
  #put(column: number): void {
    const { bytes, from, to } = this.#fields
    const builder = this.#builders[column]!
    if (from === to || (this.#guard[bytes[from]] === 1 && this.#missing.has(decodeUtf8(bytes, from, to)))) {
      builder.putMissing(this.#slot)
    } else if (!builder.put(this.#slot, bytes, from, to)) {
      this.#doubtful.push([column, { line: this.#line, text: decodeUtf8(bytes, from, to) }])
    }
  }

  /** The last field of a record is at `at`; `stop` is where the record ends. */
  #endRecord(fields: number, at: number, stop: number): void {
    const { length: width } = this.#plan.names
    if (this.#header) {
      this.#header = false
    } else if (fields === 1 && this.#isBlank(at, stop)) {
      this.#blankEnd++
      if (width === 1) this.#endRow()
    } else if (fields === width) {
      if (width > 1) this.#blank += this.#blankEnd
      this.#blankEnd = 0
      this.#endRow()
    } else {
      this.#bad++
      this.#firstBad ??= { line: this.#line, fields }
      // When such lines are refused, the rest of the file is only read to count them.
      if (this.#options.badRows !== 'skip') this.#actions.fill(LEAVE)
    }
    this.#doubtful.length = 0
    this.#line += 1 + this.#innerLines
    this.#innerLines = 0
  }

  #endRow(): void {
    for (const [column, misfit] of this.#doubtful) {
      this.#misfits.set(column, misfit)
      this.#actions[column] = LEAVE
    }
    this.#slot++
    if (this.#slot < this.#blockRows) return
    this.#blockStart += this.#slot
    this.#slot = 0
    this.#blockRows = Math.min(this.#blockRows * 2, LAST_BLOCK)
    for (const builder of this.#builders) builder?.nextBlock(this.#blockRows)
    this.#lookUpBlocks()
  }

  #lookUpBlocks(): void {
    const none = new Float64Array(0)
    this.#blocks = this.#builders.map((builder) => (builder?.block instanceof Float64Array ? builder.block : none))
  }

  #isBlank(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (!isWhite(this.#buffer[i])) return false
    return true
  }

  #fail(fault: FieldFault): never {
    const { name } = this.#options
    const { names, dialect } = this.#plan
    const first = this.#line + this.#innerLines
    if (fault === 'nul') throw notText(name, first + this.#fields.lines)
    if (fault === 'utf8') throw notUtf8(name, first)
    const column = names[this.#column] ?? null
    const line = fault === 'after-quote' ? first + this.#fields.lines : first
    const place = `${name}, line ${line}${column === null ? '' : `, column "${column}"`}`
    const mark = dialect.delimiter === '\t' ? 'a tab' : `"${dialect.delimiter}"`
    const words = {
      unclosed: 'the quote that opens here is never closed; close it, or double the quotes inside quoted text',
      long: 'found a field of more than 128 MB, expected a shorter one; perhaps a quote is not closed',
      'after-quote': `found text after the closing quote, expected ${mark} or the end of the line; double the quotes inside quoted text`,
    }
    throw new DataError(`${place}: ${words[fault]}`, { column })
  }
}

/** The first byte of a text in UTF-8. */
function firstByte(text: string): number {
  const code = text.codePointAt(0)!
  if (code < 0x80) return code
  return code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18)
}
