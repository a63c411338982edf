import { isAscii } from 'node:buffer'
import { type CsvPlan, planCsv } from '../../sources/csv/csv-plan.ts'
import { skipLines } from '../../sources/csv/dialect.ts'
import { byteMeanings, ENDS, type FoundField, OPEN } from '../../sources/csv/field-scanner.ts'
import { type RecordHandler, RecordWalker } from '../../sources/csv/record-walker.ts'
import { readHead } from '../../sources/text/text-file.ts'
import { openBytes } from '../files/file-bytes.ts'
import type { DuckDbFileOptions } from './connect.ts'
import { readingOf } from '../../sources/source.ts'

const LF = 10
const CR = 13
const QUOTE = 34

/** Longer records are not given to the database. */
const LONGEST = 1 << 20
/** The database takes longer with every column. */
const MOST_COLUMNS = 500
/** Delimiters for which the two readers were compared. */
const DELIMITERS = [',', ';', '\t', '|']
/** Part of the work that is the survey. */
const SURVEY_PART = 0.2

const NONE = Buffer.alloc(0)
const MARK = Buffer.from('\uFEFF')
const TWO_SIGNS = Buffer.from('+-')

/** How a text table is read and what its lines are, when nothing about them is doubtful. */
export interface Survey {
  readonly plan: CsvPlan
  readonly records: number
  /** blank lines between records */
  readonly blank: number
  /** whether every record is one line and no line is blank, so that lines can be told from rows */
  readonly plain: boolean
}

/**
 * Looks through a text table for everything that the database takes differently than `readCsv`: decimal commas, other
 * line ends, stray quotes, bytes that are not text, lines of another width. Null when there is any such thing; else a count
 * of the records, found by other means than the database's.
 */
export async function surveyCsv(path: string, gzip: boolean, options: DuckDbFileOptions): Promise<Survey | null> {
  const { name, size = 0, onProgress } = options
  const { text, whole } = await readHead(name, openBytes(path, name, { gzip }))
  const plan = planCsv(text, { ...readingOf(options), name: options.name, whole })
  if (!suits(plan, text)) return null
  const onBytes = (count: number): void => onProgress?.(SURVEY_PART * Math.min(1, count / Math.max(1, size)))
  const surveyor = new Surveyor(plan)
  try {
    for await (const piece of openBytes(path, name, { gzip, onBytes })()) surveyor.feed(piece)
    return surveyor.finish()
  } catch (error) {
    if (error instanceof Doubtful) return null
    throw error
  }
}

/** The two readers could take the file differently. */
class Doubtful extends Error {}

/** Whether the database reads such a file right: with a decimal comma it silently drops the digits of some numbers. */
function suits({ dialect, wanted }: CsvPlan, text: string): boolean {
  const { delimiter, decimal, newline, skip } = dialect
  const skipped = text.slice(0, skipLines(text, skip).start)
  const odd = newline === '\r\n' ? /\r(?!\n)|(?<!\r)\n/ : /\r/
  const known = DELIMITERS.includes(delimiter) && (newline === '\n' || newline === '\r\n') && !odd.test(skipped)
  return known && decimal === '.' && wanted.length > 0 && wanted.length <= MOST_COLUMNS
}

class Surveyor implements RecordHandler {
  readonly #plan: CsvPlan
  readonly #crlf: boolean
  readonly #walker: RecordWalker
  /** the last bytes before those at hand; null at the start of the file */
  #tail: Buffer | null = null
  readonly #meaning: Uint8Array
  /** nothing in the bytes at hand but the ends of fields and lines needs a closer look */
  #simple = false
  #quotes = false
  /** the header is walked over like a row, so that its quotes are looked at too */
  #header: boolean
  #records = 0
  #blank = 0
  #blankEnd = 0

  constructor(plan: CsvPlan) {
    const { dialect, names } = plan
    this.#plan = plan
    this.#crlf = dialect.newline === '\r\n'
    this.#header = dialect.header
    this.#meaning = byteMeanings(dialect.delimiter)
    const walk = { dialect: { ...dialect, header: false }, width: names.length, longest: LONGEST }
    this.#walker = new RecordWalker({ ...walk, waits: 'record' }, this)
  }

  feed(piece: Uint8Array): void {
    let bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    if (this.#tail === null && bytes.indexOf(MARK) === 0) bytes = bytes.subarray(MARK.length)
    const seam = Buffer.concat([this.#tail ?? NONE, bytes.subarray(0, 2)])
    const odd = [TWO_SIGNS, MARK].some((mark) => bytes.includes(mark) || seam.includes(mark))
    if (odd || (!this.#crlf && bytes.includes(CR)) || (this.#endsInCr() && bytes[0] !== LF)) throw new Doubtful()
    const nothingWaits = this.#walker.waiting === 0
    const quoted = this.#plan.dialect.quote !== null && bytes.includes(QUOTE)
    this.#quotes = quoted || (this.#quotes && !nothingWaits)
    this.#simple = !quoted && !this.#crlf && isAscii(bytes) && !bytes.includes(0) && (this.#simple || nothingWaits)
    this.#tail = Buffer.from(bytes.length > 1 ? bytes.subarray(-2) : seam.subarray(-2))
    this.#walker.feed(bytes, false)
  }

  finish(): Survey | null {
    const { dialect, names } = this.#plan
    if (this.#endsInCr()) return null
    // A line that is not ended is ended here, so that every end of a line is one of the file's kind.
    this.#walker.feed(this.#walker.waiting > 0 ? Buffer.from(dialect.newline) : NONE, true)
    const blank = this.#blank + this.#blankEnd
    if (names.length === 1 && blank > 0) return null
    const lines = dialect.skip + (dialect.header ? 1 : 0) + this.#records + blank
    const plain = this.#blank === 0 && this.#walker.line - 1 === lines
    return { plan: this.#plan, records: this.#records, blank: this.#blank, plain }
  }

  readPlain(_column: number, bytes: Uint8Array, at: number): number {
    if (!this.#simple) return OPEN
    while (this.#meaning[bytes[at]] !== ENDS) at++
    return at
  }

  field(_column: number, { source, at, stop }: FoundField): void {
    if (this.#quotes) {
      if (!isWhollyQuoted(source, at, stop)) throw new Doubtful()
      // What the database skips before the rows is counted in lines.
      if (this.#header && source.subarray(at, stop).includes(LF)) throw new Doubtful()
    }
    this.#checkEnd(source, stop)
  }

  endRow(): void {
    if (!this.#header) {
      this.#blank += this.#blankEnd
      this.#blankEnd = 0
      this.#records++
    }
    this.#header = false
  }

  dropRow(): void {
    // Nothing is kept of a record before its end.
  }

  blankLine(_line: number, bytes: Uint8Array, stop: number): void {
    this.#checkEnd(bytes, stop)
    this.#blankEnd++
  }

  badRecord(): void {
    // Some files name all columns but one.
    if (!this.#header) throw new Doubtful()
    this.#header = false
  }

  fault(): never {
    throw new Doubtful()
  }

  #checkEnd(bytes: Uint8Array, stop: number): void {
    if (!this.#crlf) return
    if (bytes[stop] === LF || (bytes[stop] === CR && bytes[stop + 1] !== LF)) throw new Doubtful()
  }

  /** Whether the bytes so far end in a carriage return that ends a record. */
  #endsInCr(): boolean {
    return this.#tail?.at(-1) === CR && this.#walker.waiting === 0
  }
}

/** Whether quotes enclose all of a field, if it has any. */
function isWhollyQuoted(source: Uint8Array, at: number, stop: number): boolean {
  if (source[at] === QUOTE) return source[stop - 1] === QUOTE
  for (let i = at; i < stop; i++) if (source[i] === QUOTE) return false
  return true
}
