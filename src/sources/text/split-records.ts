import { isWhite } from './values.ts'

/** A record has no more fields than this: what follows them is not kept, so that a line of commas costs little. */
export const MOST_FIELDS = 1_000_000

/** A row of a text table before anything is made of it. */
export interface TextRecord {
  /** the physical line it starts at, from 1 */
  readonly line: number
  readonly fields: readonly string[]
  /** nothing but white space on one line */
  readonly blank: boolean
}

/** The records of a text, and how well its quotes are kept. */
export interface TextRecords {
  readonly records: readonly TextRecord[]
  /** fields that were quoted as they should be */
  readonly quoted: number
  /** closing quotes with text after them */
  readonly faults: number
  /** the last record may be cut: no line end follows it, or its quote is never closed */
  readonly open: boolean
  /** the line ends met between records */
  readonly newlines: ReadonlySet<'\n' | '\r\n' | '\r'>
}

export interface SplitOptions {
  readonly delimiter: string
  readonly quote: '"' | null
  /** where to start in the text, and the number of that line; default the beginning and 1 */
  readonly start?: number
  readonly line?: number
  /** stop after so many records and after so many fields; default never */
  readonly maxRecords?: number
  readonly maxFields?: number
}

/**
 * Splits a text into records and fields. A quote counts only as the first character of a field (blanks before it are
 * ignored); inside, doubled quotes stand for one and line ends belong to the value. \n, \r\n and \r end a record.
 */
export function splitRecords(text: string, options: SplitOptions): TextRecords {
  const { delimiter, quote, maxRecords = Infinity, maxFields = Infinity } = options
  const records: TextRecord[] = []
  let at = options.start ?? 0
  let line = options.line ?? 1
  let quoted = 0
  let faults = 0
  let fieldCount = 0
  let open = false
  const newlines = new Set<'\n' | '\r\n' | '\r'>()
  while (at < text.length && records.length < maxRecords && fieldCount < maxFields) {
    const first = line
    const fields: string[] = []
    const start = at
    let plain = true
    for (let more = true; more;) {
      let value: string | null = null
      const opening = quote === null ? -1 : openingQuote(text, at, quote, delimiter)
      if (opening >= 0) {
        const closing = closingQuote(text, opening + 1, quote!)
        open = closing < 0
        value = text.slice(opening + 1, open ? text.length : closing).replaceAll('""', '"')
        line += lineEnds(value)
        at = open ? text.length : closing + 1
        plain = false
      }
      const end = fieldEnd(text, at, delimiter)
      const rest = text.slice(at, end)
      const clean = value === null || isBlank(rest)
      if (value !== null && clean) quoted++
      else if (!clean) faults++
      if (fields.length < MOST_FIELDS) fields.push(value === null ? rest : clean ? value : value + rest)
      at = end
      more = at < text.length && text[at] === delimiter
      if (more) at++
    }
    const blank = plain && isBlank(text.slice(start, at))
    records.push({ line: first, fields, blank })
    fieldCount += fields.length
    if (at >= text.length) return { records, quoted, faults, open: true, newlines }
    const newline = text[at] === '\n' ? '\n' : text[at + 1] === '\n' ? '\r\n' : '\r'
    newlines.add(newline)
    at += newline.length
    line++
  }
  return { records, quoted, faults, open: false, newlines }
}

/** Number of line ends in a text; \r\n is one. */
function lineEnds(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0
}

/** Whether there is nothing but ASCII white space. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isWhite(text.charCodeAt(i))) return false
  return true
}

/** Position of the quote that opens the field at `at`, −1 when the field is not quoted. */
function openingQuote(text: string, at: number, quote: string, delimiter: string): number {
  let first = at
  if (delimiter !== ' ') while (text[first] === ' ') first++
  return text[first] === quote ? first : -1
}

/** Position of the quote that closes a field whose value starts at `at`, −1 when there is none. */
function closingQuote(text: string, at: number, quote: string): number {
  for (;;) {
    const found = text.indexOf(quote, at)
    if (found < 0 || text[found + 1] !== quote) return found
    at = found + 2
  }
}

function fieldEnd(text: string, at: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0)
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === mark || code === 10 || code === 13) return at
  }
  return at
}
