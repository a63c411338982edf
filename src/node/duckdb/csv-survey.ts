import { isUtf8 } from 'node:buffer'
import type { OpenFile } from '../../sources/file-options.ts'
import type { CsvPlan } from '../../sources/csv/csv-plan.ts'
import { isWhite } from '../../sources/text/values.ts'

const LF = 10
const CR = 13
const QUOTE = 34

/** Longer lines are left to the plain reader. */
const LONGEST = 1 << 20
const NUL = Buffer.from([0])
const MARK = Buffer.from('\uFEFF')
const TWO_SIGNS = Buffer.from('+-')

/** What the lines of a text table are, when nothing about them is doubtful. */
export interface Survey {
  readonly records: number
  /** blank lines between records */
  readonly blank: number
  /** whether every record is one line and no line is blank, so that lines can be told from rows */
  readonly plain: boolean
}

/**
 * Looks through a text table for everything that readers take differently: other line ends, stray quotes, bytes that are
 * no text, lines that end in too many empty fields. Null when there is any such thing; else a count of the records,
 * found by other means than the database's. A line with too few or too many values is left to the database to find.
 */
export async function surveyCsv(open: OpenFile, plan: CsvPlan, missing: ReadonlySet<string>): Promise<Survey | null> {
  const surveyor = new Surveyor(plan, missing)
  for await (const piece of open()) {
    surveyor.feed(piece)
    if (surveyor.doubtful) return null
  }
  return surveyor.finish()
}

class Surveyor {
  doubtful = false
  readonly #delimiter: number
  readonly #crlf: boolean
  readonly #quoted: boolean
  readonly #width: number
  readonly #missing: readonly Buffer[]
  /** lines to skip, and whether the header is still to come */
  #skip: number
  #header: boolean
  #rest: Buffer = Buffer.alloc(0)
  #start = true
  #records = 0
  #blank = 0
  #blankEnd = 0
  #several = false

  constructor({ dialect, names }: CsvPlan, missing: ReadonlySet<string>) {
    this.#delimiter = dialect.delimiter.charCodeAt(0)
    this.#crlf = dialect.newline === '\r\n'
    this.#quoted = dialect.quote !== null
    this.#width = names.length
    this.#missing = [...missing].map((text) => Buffer.from(text))
    this.#skip = dialect.skip
    this.#header = dialect.header
  }

  feed(piece: Uint8Array): void {
    const bytes =
      this.#rest.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([this.#rest, piece])
    const end = bytes.lastIndexOf(LF) + 1
    this.#rest = bytes.subarray(this.#look(bytes.subarray(0, end)))
    if (this.#rest.length > LONGEST) this.doubtful = true
  }

  finish(): Survey | null {
    if (this.#rest.length > 0) {
      const left = this.#look(Buffer.concat([this.#rest, Buffer.from(this.#crlf ? '\r\n' : '\n')]))
      // What is left is a quote that is never closed.
      if (left <= this.#rest.length) this.doubtful = true
    }
    if (this.doubtful || (this.#width === 1 && this.#blank + this.#blankEnd > 0)) return null
    return { records: this.#records, blank: this.#blank, plain: this.#blank === 0 && !this.#several }
  }

  /** Looks at whole lines; tells where the first record starts that is not complete. */
  #look(lines: Buffer): number {
    const mark = this.#start && lines.indexOf(MARK) === 0 ? MARK.length : 0
    if (lines.length > 0) this.#start = false
    if (
      lines.includes(NUL) ||
      lines.includes(TWO_SIGNS) ||
      lines.indexOf(MARK, mark) >= 0 ||
      (!this.#crlf && lines.includes(CR)) ||
      !isUtf8(lines)
    ) {
      this.doubtful = true
      return lines.length
    }
    return this.#quoted && lines.includes(QUOTE) ? this.#quotedLines(lines, mark) : this.#plainLines(lines, mark)
  }

  #plainLines(lines: Buffer, from: number): number {
    let start = from
    for (let newline = lines.indexOf(LF, start); newline >= 0; newline = lines.indexOf(LF, start)) {
      const end = this.#crlf ? newline - 1 : newline
      if (this.#crlf && lines.indexOf(CR, start) !== end) this.doubtful = true
      if (this.#lastIsMissing(lines, start, end) && this.#isRow(start, end)) {
        if (fieldsOf(lines, start, end, this.#delimiter) !== this.#width) this.doubtful = true
      }
      this.#endRecord(lines, start, end)
      start = newline + 1
    }
    return start
  }

  /** Quotes must enclose whole fields. Here every field is looked at, so that their number is known too. */
  #quotedLines(lines: Buffer, from: number): number {
    let start = from
    while (start < lines.length && !this.doubtful) {
      let end = start
      let fields = 1
      if (this.#skip > 0) {
        end = lines.indexOf(LF, start) - (this.#crlf ? 1 : 0)
      } else {
        for (; ; end++, fields++) {
          if (lines[end] === QUOTE) {
            const close = closingQuote(lines, end + 1)
            if (close < 0) return start
            if (lines.subarray(end, close).includes(LF)) this.#severalLines()
            end = close + 1
          } else {
            while (lines[end] !== this.#delimiter && lines[end] !== LF && lines[end] !== CR && lines[end] !== QUOTE)
              end++
          }
          if (lines[end] !== this.#delimiter) break
        }
      }
      const newline = this.#crlf ? end + 1 : end
      if (lines[newline] !== LF || (this.#crlf && lines[end] !== CR)) this.doubtful = true
      if (fields !== this.#width && this.#isRow(start, end)) this.doubtful = true
      this.#endRecord(lines, start, end)
      start = newline + 1
    }
    return start
  }

  #severalLines(): void {
    this.#several = true
    // What the database skips before the rows is counted in lines.
    if (this.#header) this.doubtful = true
  }

  #isRow(start: number, end: number): boolean {
    return this.#skip === 0 && !this.#header && end > start
  }

  #endRecord(lines: Buffer, start: number, end: number): void {
    if (this.#skip > 0) {
      this.#skip--
    } else if (this.#header) {
      this.#header = false
    } else if (end === start || (this.#width === 1 && isBlank(lines, start, end))) {
      this.#blankEnd++
    } else {
      this.#blank += this.#blankEnd
      this.#blankEnd = 0
      this.#records++
    }
  }

  /** Whether the last field of a line is one that the database takes for missing: it ignores surplus ones of these. */
  #lastIsMissing(lines: Buffer, start: number, end: number): boolean {
    return this.#missing.some((text) => {
      const from = end - text.length
      if (from < start || (from > start && lines[from - 1] !== this.#delimiter)) return false
      for (let i = 0; i < text.length; i++) if (lines[from + i] !== text[i]) return false
      return true
    })
  }
}

function fieldsOf(bytes: Buffer, start: number, end: number, delimiter: number): number {
  let fields = 1
  for (let i = start; i < end; i++) if (bytes[i] === delimiter) fields++
  return fields
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isWhite(bytes[i])) return false
  return true
}

function closingQuote(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(QUOTE, from)
  while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2)
  return at
}
