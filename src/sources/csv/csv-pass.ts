import { DataError } from '../../errors.ts'
import type { ColumnPart } from './column-builders.ts'
import type { CsvPlan } from './csv-plan.ts'
import { DecimalScanner } from '../text/decimal-scanner.ts'
import { byteMeanings, type BytesAtHand, ENDS, type FoundField, OPEN } from './field-scanner.ts'
import type { FileOptions, SourceColumn } from '../source.ts'
import { type RecordFault, type RecordHandler, RecordWalker } from './record-walker.ts'
import { notText, notUtf8 } from '../text/text-file.ts'
import { PlainRows } from './plain-rows.ts'
import { LARGEST, LEAVE, type Misfit, NUMBER, RowBuilder } from './row-builder.ts'

/** Longer fields are taken for a quote that was forgotten. */
const MAX_FIELD = 134_217_728

/** The first bytes of a file are read without WebAssembly, which small files do not need. */
const KERNEL_FROM = 524_288

/** What is read at once: larger pieces leave the processor's cache before they are parsed. */
const PIECE = 262_144

/** Writes the next bytes of a file to the start of some memory and tells how many; none at the end. */
export type FillBytes = (memory: Uint8Array) => number

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
  /** by the position of a number column, its first whole number that a double cannot hold */
  readonly inexact: ReadonlyMap<number, string>
}

/** What is known of a file before it is read. */
export interface PassHints {
  /** about how many rows it has */
  readonly rows?: number
  /** bytes to read without WebAssembly; default as many as small files have */
  readonly kernelFrom?: number
}

/** One pass over the bytes of a text table, which fills the columns at some positions. */
export class CsvPass implements RecordHandler {
  readonly #plan: CsvPlan
  readonly #options: FileOptions
  readonly #walker: RecordWalker
  readonly #numbers: DecimalScanner
  readonly #meaning: Uint8Array
  readonly #rows: RowBuilder
  /** null until so many bytes have come */
  #plainRows: PlainRows | null = null
  #kernelFrom: number
  #bad = 0
  #firstBad: PassResult['firstBad'] = null
  #blank = 0
  /** blank lines since the last row */
  #blankEnd = 0

  constructor(plan: CsvPlan, columns: readonly number[], options: FileOptions, hints: PassHints = {}) {
    const { rows, kernelFrom = KERNEL_FROM } = hints
    const { dialect, names } = plan
    this.#plan = plan
    this.#options = options
    this.#walker = new RecordWalker({ dialect, width: names.length, longest: MAX_FIELD }, this)
    this.#numbers = new DecimalScanner(dialect.decimal === dialect.delimiter ? null : dialect.decimal)
    this.#meaning = byteMeanings(dialect.delimiter)
    this.#rows = new RowBuilder(plan, columns, options.missingValues, rows)
    this.#kernelFrom = kernelFrom
  }

  feed(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE)
      this.#kernelFrom -= piece.length
      this.#walker.feed(piece, false)
    }
  }

  /** Takes bytes that are written straight to where they are read; false when there were none. */
  feedFrom(fill: FillBytes): boolean {
    const count = fill(this.#walker.reserve(PIECE))
    this.#kernelFrom -= count
    this.#walker.added(count, false)
    return count > 0
  }

  /** To be called once after the last bytes. */
  finish(): PassResult {
    this.#walker.feed(new Uint8Array(0), true)
    const rows = this.#rows.rows - (this.#plan.names.length === 1 ? this.#blankEnd : 0)
    const { misfits, inexact } = this.#rows
    const counts = { bad: this.#bad, blank: this.#blank, blankEnd: this.#blankEnd, lines: this.#walker.line - 1 }
    return { rows, ...counts, firstBad: this.#firstBad, misfits, inexact }
  }

  /** A column that was asked for and has no misfit. */
  column(position: number, rows: number): SourceColumn {
    return this.#rows.column(position, rows)
  }

  /** Rows that `part` gives. */
  get heldRows(): number {
    return this.#rows.rows
  }

  /** All rows of such a column, to be put together with those of other sections; with blank lines at the end of a single one. */
  part(position: number): ColumnPart {
    return this.#rows.part(position)
  }

  /** Rows of plain values, as far as WebAssembly reads them. */
  readRows(hand: BytesAtHand, line: number): number {
    if (this.#kernelFrom > 0) return 0
    this.#plainRows ??= new PlainRows(this.#plan, this.#rows)
    const count = this.#plainRows.read(hand, line)
    if (count > 0) this.#endBlank()
    return count
  }

  get rowsEnd(): number {
    return this.#plainRows?.stop ?? 0
  }

  /** A plain number goes straight from its bytes into its column. */
  readPlain(column: number, bytes: Uint8Array, at: number): number {
    const rows = this.#rows
    if (rows.actions[column] !== NUMBER || rows.guard[bytes[at]] !== 0) return OPEN
    if (this.#meaning[bytes[at]] === ENDS) {
      rows.blocks[column][rows.slot] = Number.NaN
      return at
    }
    const numbers = this.#numbers
    const number = numbers.scan(bytes, at)
    if (this.#meaning[bytes[numbers.end]] !== ENDS || Number.isNaN(number)) return OPEN
    rows.blocks[column][rows.slot] = number
    if (number >= LARGEST || number <= -LARGEST) rows.doubt(column, bytes, at, numbers.end)
    return numbers.end
  }

  field(column: number, found: FoundField, line: number): void {
    if (this.#rows.actions[column] !== LEAVE) this.#rows.put(column, found, line)
  }

  endRow(): void {
    this.#endBlank()
    this.#rows.endRow()
  }

  #endBlank(): void {
    if (this.#plan.names.length > 1) this.#blank += this.#blankEnd
    this.#blankEnd = 0
  }

  dropRow(): void {
    this.#rows.dropRow()
  }

  blankLine(): void {
    this.#blankEnd++
    // In a table of one column an empty line is a missing value, unless nothing follows.
    if (this.#plan.names.length > 1) return
    this.#rows.putMissing(0)
    this.#rows.endRow()
  }

  badRecord(line: number, fields: number): void {
    this.#bad++
    this.#firstBad ??= { line, fields }
    this.#rows.dropRow()
    // When such lines are refused, the rest of the file is only read to count them.
    if (this.#options.badRows !== 'skip') this.#rows.actions.fill(LEAVE)
  }

  fault({ kind, column: position, line, lastLine }: RecordFault): never {
    const { name } = this.#options
    const { names, dialect } = this.#plan
    if (kind === 'nul') throw notText(name, lastLine)
    if (kind === 'utf8') throw notUtf8(name, line)
    const column = names[position] ?? null
    const place = `${name}, line ${kind === 'after-quote' ? lastLine : line}${column === null ? '' : `, column "${column}"`}`
    const mark = dialect.delimiter === '\t' ? 'a tab' : `"${dialect.delimiter}"`
    const words = {
      unclosed: 'the quote that opens here is never closed; close it, or double the quotes inside quoted text',
      long: 'found a field of more than 128 MB, expected a shorter one; perhaps a quote is not closed',
      'after-quote': `found text after the closing quote, expected ${mark} or the end of the line; double the quotes inside quoted text`,
    }
    throw new DataError(`${place}: ${words[kind]}`, { column })
  }
}

/** What is to be read from each section of a text table. Plain data, which can be sent to another thread. */
export interface SectionTask {
  /** without header and lines to skip */
  readonly plan: CsvPlan
  readonly columns: readonly number[]
  readonly options: Pick<FileOptions, 'name' | 'missingValues' | 'badRows'>
  /** about how many rows there are in a byte */
  readonly density: number
}

/** What a section gave: its parts of the columns that have no misfit in it. */
export interface SectionRead {
  readonly result: PassResult
  /** rows of a part; in a table of one column, blank lines at the end too */
  readonly rows: number
  readonly parts: ReadonlyMap<number, ColumnPart>
}

/** Reads one section of `size` bytes. Throws when it does not end where a record ends. */
export function readSection(
  { plan, columns, options, density }: SectionTask,
  fill: FillBytes,
  size: number,
): SectionRead {
  // A few rows too many cost less than another block.
  const rows = Math.ceil(size * density * 1.1) + 16
  const pass = new CsvPass(plan, columns, options, size < KERNEL_FROM ? { rows } : { rows, kernelFrom: 0 })
  while (pass.feedFrom(fill));
  const result = pass.finish()
  const parts = columns.filter((j) => !result.misfits.has(j)).map((j): [number, ColumnPart] => [j, pass.part(j)])
  return { result, rows: pass.heldRows, parts: new Map(parts) }
}
