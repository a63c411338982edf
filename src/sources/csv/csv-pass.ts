import { DataError } from '../../errors.ts'
import { decodeUtf8, toUtf8 } from '../../util/utf8.ts'
import { type ColumnBuilder, columnBuilder, type ColumnPart } from './column-builders.ts'
import type { CsvPlan } from './csv-plan.ts'
import { DecimalScanner } from '../text/decimal-scanner.ts'
import { byteMeanings, ENDS, type FieldValue, type FoundField, OPEN } from './field-scanner.ts'
import type { FileOptions, SourceColumn } from '../source.ts'
import { type RecordFault, type RecordHandler, RecordWalker } from './record-walker.ts'
import { notText, notUtf8 } from '../text/text-file.ts'
import { isInexactWhole } from '../text/table-notes.ts'
import { missingTexts, trimAscii } from '../text/values.ts'

/** Longer fields are taken for a quote that was forgotten. */
const MAX_FIELD = 134_217_728

/** Rows of the first block; the next ones double up to the last, so that very wide tables start small. */
const FIRST_BLOCK = 64
const LAST_BLOCK = 65_536

/** Doubles tell all whole numbers apart up to here. */
const LARGEST = 2 ** 53

/** What is done with the fields of a column: nothing, read as a plain number if it is one, or given to `put`. */
const LEAVE = 0
const NUMBER = 1
const OTHER = 2

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

/** One pass over the bytes of a text table, which fills the columns at some positions. */
export class CsvPass implements RecordHandler {
  readonly #plan: CsvPlan
  readonly #options: FileOptions
  readonly #walker: RecordWalker
  readonly #numbers: DecimalScanner
  readonly #meaning: Uint8Array
  readonly #rows: RowBuilder
  #bad = 0
  #firstBad: PassResult['firstBad'] = null
  #blank = 0
  /** blank lines since the last row */
  #blankEnd = 0

  /** `rows`: how many are expected, where that is known. */
  constructor(plan: CsvPlan, columns: readonly number[], options: FileOptions, rows?: number) {
    const { dialect, names } = plan
    this.#plan = plan
    this.#options = options
    this.#walker = new RecordWalker({ dialect, width: names.length, longest: MAX_FIELD }, this)
    this.#numbers = new DecimalScanner(dialect.decimal === dialect.delimiter ? null : dialect.decimal)
    this.#meaning = byteMeanings(dialect.delimiter)
    this.#rows = new RowBuilder(plan, columns, options.missingValues, rows)
  }

  feed(chunk: Uint8Array): void {
    this.#walker.feed(chunk, false)
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

  /** All rows of such a column, to be put together with those of other sections; with blank lines at the end of a single one. */
  part(position: number): ColumnPart {
    return this.#rows.part(position)
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
    if (this.#plan.names.length > 1) this.#blank += this.#blankEnd
    this.#blankEnd = 0
    this.#rows.endRow()
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

/** Fills columns row after row. A row counts only when it is ended; until then it may be written again. */
class RowBuilder {
  /** by column, what is done with its fields */
  readonly actions: Uint8Array
  /** the current block of each number column, for writing plain numbers at `slot`; other columns have an empty one */
  blocks: readonly Float64Array[] = []
  slot = 0
  /** first bytes of declared missing values: such fields are not read as plain numbers */
  readonly guard: Uint8Array = new Uint8Array(256)
  /** by column, the first value that does not fit; such columns have no values */
  readonly misfits: Map<number, Misfit> = new Map()
  /** by column, the first whole number that a double cannot hold */
  readonly inexact: Map<number, string> = new Map()
  readonly #builders: (ColumnBuilder | undefined)[]
  readonly #missing: ReadonlySet<string>
  #blockStart = 0
  #blockRows: number
  /** columns of the current row whose value does not fit */
  readonly #doubtful: [number, Misfit][] = []

  /** `rows`: how many are expected, where that is known. */
  constructor(
    { dialect, names, kinds }: CsvPlan,
    columns: readonly number[],
    missing?: readonly string[],
    rows: number = FIRST_BLOCK,
  ) {
    this.#blockRows = rows
    this.#missing = missingTexts(missing)
    for (const text of this.#missing) if (text !== '') this.guard[toUtf8(text)[0]] = 1
    this.#builders = names.map(() => undefined)
    for (const j of columns) this.#builders[j] = columnBuilder(names[j], kinds[j], dialect.decimal, rows)
    this.actions = Uint8Array.from(this.#builders, (builder) =>
      builder === undefined ? LEAVE : builder.kind === 'number' ? NUMBER : OTHER,
    )
    this.#lookUpBlocks()
  }

  /** Rows ended so far. */
  get rows(): number {
    return this.#blockStart + this.slot
  }

  /** Writes the value of the field that was found last, in a record that starts at `line`. */
  put(column: number, { bytes, from, to }: FieldValue, line: number): void {
    const builder = this.#builders[column]!
    if (from === to || (this.guard[bytes[from]] === 1 && this.#missing.has(decodeUtf8(bytes, from, to)))) {
      builder.putMissing(this.slot)
    } else if (!builder.put(this.slot, bytes, from, to)) {
      this.#doubtful.push([column, { line, text: decodeUtf8(bytes, from, to) }])
    } else if (builder.kind === 'number' && Math.abs(builder.block[this.slot]) >= LARGEST) {
      this.doubt(column, bytes, from, to)
    }
  }

  /** Notes a large number whose digits a double cannot hold. */
  doubt(column: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.inexact.has(column)) return
    const text = trimAscii(decodeUtf8(bytes, from, to))
    if (isInexactWhole(text)) this.inexact.set(column, text)
  }

  putMissing(column: number): void {
    this.#builders[column]?.putMissing(this.slot)
  }

  endRow(): void {
    for (const [column, misfit] of this.#doubtful) {
      this.misfits.set(column, misfit)
      this.actions[column] = LEAVE
    }
    this.#doubtful.length = 0
    this.slot++
    if (this.slot < this.#blockRows) return
    this.#blockStart += this.slot
    this.slot = 0
    this.#blockRows = Math.min(this.#blockRows * 2, LAST_BLOCK)
    for (const builder of this.#builders) builder?.nextBlock(this.#blockRows)
    this.#lookUpBlocks()
  }

  /** Forgets what was written since the last row. */
  dropRow(): void {
    this.#doubtful.length = 0
  }

  /** The first rows of a column that was asked for and has no misfit. */
  column(position: number, rows: number): SourceColumn {
    return this.#builders[position]!.finish(rows)
  }

  /** All rows of such a column, to be put together with those of other sections. */
  part(position: number): ColumnPart {
    return this.#builders[position]!.part(this.rows)
  }

  #lookUpBlocks(): void {
    const none = new Float64Array(0)
    this.blocks = this.#builders.map((builder) => (builder?.block instanceof Float64Array ? builder.block : none))
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
  readonly parts: ReadonlyMap<number, ColumnPart>
}

/** Reads one section of `size` bytes, which come in pieces. Throws when it does not end where a record ends. */
export function readSection(
  { plan, columns, options, density }: SectionTask,
  bytes: Iterable<Uint8Array>,
  size: number,
): SectionRead {
  // A few rows too many cost less than another block.
  const pass = new CsvPass(plan, columns, options, Math.ceil(size * density * 1.1) + 16)
  for (const piece of bytes) pass.feed(piece)
  const result = pass.finish()
  const parts = columns.filter((j) => !result.misfits.has(j)).map((j): [number, ColumnPart] => [j, pass.part(j)])
  return { result, parts: new Map(parts) }
}
