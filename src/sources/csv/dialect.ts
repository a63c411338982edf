import { check, integer, type Rule, knownOptions } from '../../util/check.ts'
import { FILE_NAMES, type ReadOptions } from '../source.ts'
import { isBlank, splitRecords, type TextRecord, type TextRecords } from '../text/split-records.ts'
import {
  type Decimal,
  fits,
  kindOfTexts,
  looksLikeThousands,
  missingTexts,
  parseDate,
  isNumberText,
  trimAscii,
} from '../text/values.ts'
import { calledAs } from '../../util/called-as.ts'

/** How a text table is written. */
export interface Dialect {
  /** one ASCII character */
  readonly delimiter: string
  /** null when quotes are plain text */
  readonly quote: '"' | null
  /** the decimal mark of numbers */
  readonly decimal: Decimal
  /** whether the first record holds the names */
  readonly header: boolean
  /** physical lines before the first record: those to skip, then empty ones */
  readonly skip: number
  /** the line ends outside quotes; `mixed` when there are several kinds */
  readonly newline: '\n' | '\r\n' | '\r' | 'mixed'
}

export interface HeadOptions extends ReadOptions {
  /** the head is the whole file, so that its last record is not cut; default false */
  readonly whole?: boolean | undefined
}

const DELIMITERS = [',', ';', '\t', '|']
/** What is looked at to tell delimiters apart: enough records, but not all fields of a very wide table. */
const LOOK = { maxRecords: 1000, maxFields: 50_000 }

const DELIMITER: Rule<string> = {
  words: 'one ASCII character other than a letter, digit, sign, point, quote or line end',
  type: 'string',
  accepts: (v) => typeof v === 'string' && /^[\t !#-*,/:-@[-^`{-~]$/.test(v),
}

/**
 * Finds out how a text table is written from its head. The delimiter among `, ; tab |` is the one that gives
 * records of equal length and many numbers and dates; a table of one column is legal. What the options say holds.
 *
 *     const { delimiter, decimal, header } = sniffDialect('age;height\n31;1,75\n44;1,82\n')
 *     console.log(delimiter, decimal, header) // → ; , true
 *
 * @param head the first part of the text
 */
export function sniffDialect(head: string, options: HeadOptions = {}): Dialect {
  return calledAs('sniffDialect', () => {
    knownOptions<object>('sniffDialect', options, { ...FILE_NAMES, whole: 1 })
    if (options.delimiter !== undefined) check('sniffDialect', 'delimiter', DELIMITER, options.delimiter)
    check('sniffDialect', 'skip', integer(0), options.skip ?? 0)
    const { skip, start, told } = firstRecord(head, options.skip ?? 0)
    const looks = new Map<string, TextRecords>()
    const look = (delimiter: string, quote: '"' | null): TextRecords => {
      const key = `${delimiter}${quote ?? ''}`
      const found = looks.get(key) ?? splitRecords(head, { delimiter, quote, start, line: skip + 1, ...LOOK })
      looks.set(key, found)
      return found
    }
    const delimiter = options.delimiter ?? told ?? sniffDelimiter(head, start, look, options)
    const quote = sniffQuote(delimiter, look)
    const split = look(delimiter, quote)
    const records = completeRecords(split, options.whole === true)
    const missing = missingTexts(options.missingValues)
    const decimal = options.decimal ?? sniffDecimal(records, delimiter, missing)
    const header = options.header ?? sniffHeader(records, decimal, missing)
    const [newline = '\n', other] = split.newlines
    return { delimiter, quote, decimal, header, skip, newline: other === undefined ? newline : 'mixed' }
  })
}

/** The records that are surely complete, blank lines left out. A cut last record counts only when it is the only one. */
export function completeRecords(split: TextRecords, whole: boolean): readonly TextRecord[] {
  const records = split.records.filter((record) => !record.blank)
  return split.open && !whole && records.length > 1 ? records.slice(0, -1) : records
}

/** Where the first record starts after so many lines and the empty ones that follow, and how many lines that was. */
export function skipLines(text: string, lines: number): { skip: number; start: number } {
  let start = text.startsWith('\uFEFF') ? 1 : 0
  let skip = 0
  const lineEnd = /\r\n|[\r\n]/g
  for (lineEnd.lastIndex = start; ; skip++) {
    const match = lineEnd.exec(text)
    const end = match === null ? text.length : lineEnd.lastIndex
    if (skip >= lines && !isBlank(text.slice(start, end))) return { skip, start }
    if (match === null) return { skip, start: text.length }
    start = end
  }
}

/** Where the table starts. A first line such as sep=; tells spreadsheets the delimiter and is not part of it. */
function firstRecord(text: string, lines: number): { skip: number; start: number; told: string | undefined } {
  const { skip, start } = skipLines(text, lines)
  const told = /^sep=(.)$/i.exec(text.slice(start, start + 7).split(/[\r\n]/, 1)[0])?.[1]
  if (told === undefined || !DELIMITER.accepts(told)) return { skip, start, told: undefined }
  return { ...skipLines(text, skip + 1), told }
}

function sniffDelimiter(
  head: string,
  start: number,
  look: (delimiter: string, quote: '"' | null) => TextRecords,
  options: HeadOptions,
): string {
  const present = DELIMITERS.filter((delimiter) => head.includes(delimiter, start))
  let best = { delimiter: '', score: 0 }
  for (const delimiter of present) {
    const records = completeRecords(look(delimiter, sniffQuote(delimiter, look)), options.whole === true)
    const score = delimiterScore(records, delimiter, options)
    // A little more is not more: the order of the list decides between equals.
    if (score > best.score + 1e-9) best = { delimiter, score }
  }
  if (best.delimiter !== '') return best.delimiter
  return DELIMITERS.find((delimiter) => !present.includes(delimiter)) ?? ','
}

/** 0 when most records have one field; else the share of records with the usual count, less where few values are typed. */
function delimiterScore(records: readonly TextRecord[], delimiter: string, options: HeadOptions): number {
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  const [width, usual] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0])
  if (width === 1) return 0
  const body = records.length > 1 ? records.slice(1) : records
  if (records.length > 1 && records[0].fields.length === 1 && isDecimalColumn(body, delimiter, options)) return 0
  const cells = body.flatMap(({ fields }) => fields)
  const marks: readonly Decimal[] = options.decimal === undefined ? ['.', ','] : [options.decimal]
  const typed = cells.filter((cell) => isTyped(cell, marks)).length
  // Under a single name, texts with a mark in them are one column of sentences rather than two.
  if (typed === 0 && records.length > 1 && records[0].fields.length === 1) return 0
  return (usual / records.length) * (0.5 + (0.5 * typed) / cells.length)
}

/** Numbers with a decimal comma under one name look like two columns. */
function isDecimalColumn(body: readonly TextRecord[], delimiter: string, options: HeadOptions): boolean {
  if (delimiter !== ',' || options.decimal === '.') return false
  return body.every(({ fields }) => isNumberText(fields.join(','), ','))
}

function isTyped(cell: string, marks: readonly Decimal[]): boolean {
  if (trimAscii(cell) === '') return true
  return marks.some((mark) => isNumberText(cell, mark)) || !Number.isNaN(parseDate(cell))
}

/** Quotes are plain text only where reading them as quotes fails more often than not and ignoring them does not. */
function sniffQuote(delimiter: string, look: (delimiter: string, quote: '"' | null) => TextRecords): '"' | null {
  const { faults, quoted } = look(delimiter, '"')
  if (faults === 0 || quoted > faults) return '"'
  const [first, ...rest] = look(delimiter, null).records.filter((record) => !record.blank)
  return rest.slice(0, -1).every(({ fields }) => fields.length === first.fields.length) ? null : '"'
}

/**
 * Whether the first record holds names. A text over a column of numbers, dates or truth values speaks for it, a value
 * of the column's own kind against it; the majority decides. Years in a row (2000, 2001, 2002) count as names. Where nothing
 * speaks either way, names are distinct texts that do not stand again in their columns.
 */
function sniffHeader(records: readonly TextRecord[], decimal: Decimal, missing: ReadonlySet<string>): boolean {
  if (records.length === 0) return false
  const names = records[0].fields.map(trimAscii)
  let forNames = 0
  let against = 0
  let repeated = false
  const years = yearRun(names)
  for (const [j, name] of names.entries()) {
    if (missing.has(name)) continue
    const below = records.slice(1).flatMap(({ fields }) => {
      const text = trimAscii(fields[j] ?? '')
      return missing.has(text) ? [] : [text]
    })
    if (below.length === 0) continue
    const kind = kindOfTexts(below, decimal)
    if (kind === 'category') repeated ||= below.includes(name)
    else if (fits(kind, name, decimal) && !years.has(j)) against++
    else forNames++
  }
  if (forNames + against > 0) return forNames > against
  const isName = (text: string): boolean =>
    !missing.has(text) && !fits('number', text, decimal) && !fits('date', text, decimal)
  return !repeated && names.every(isName) && new Set(names).size === names.length
}

/** Positions of at least three years that follow each other, as tables of time series have them for names. */
function yearRun(names: readonly string[]): ReadonlySet<number> {
  const run = new Set<number>()
  for (let first = 0, j = 1; j <= names.length; j++) {
    if (j < names.length && YEAR.test(names[j - 1]) && Number(names[j]) === Number(names[j - 1]) + 1) continue
    if (j - first >= 3) for (let i = first; i < j; i++) run.add(i)
    first = j
  }
  return run
}

const YEAR = /^(?:1[89]|2[01])\d\d$/

/**
 * The decimal mark: the comma where more columns are numbers with it than with the point. The first record may hold
 * names and is not looked at. Between commas, a quoted "1,234" is taken for thousands, never for a decimal comma.
 */
function sniffDecimal(records: readonly TextRecord[], delimiter: string, missing: ReadonlySet<string>): Decimal {
  const body = records.length > 1 ? records.slice(1) : records
  const width = body.reduce((most, { fields }) => Math.max(most, fields.length), 0)
  const columns = { '.': 0, ',': 0 }
  const cells = { '.': 0, ',': 0 }
  let plainCommas = 0
  for (let j = 0; j < width; j++) {
    const values = body.map(({ fields }) => trimAscii(fields[j] ?? '')).filter((text) => !missing.has(text))
    let [point, comma, both] = [0, 0, 0]
    for (const text of values) {
      const withPoint = isNumberText(text, '.')
      const withComma = isNumberText(text, ',')
      if (withPoint) point++
      if (withComma) comma++
      if (withPoint && withComma) both++
      if (withComma && text.includes(',') && !looksLikeThousands(text)) plainCommas++
    }
    cells['.'] += point - both
    cells[','] += comma - both
    if (point === values.length && comma < point) columns['.']++
    if (comma === values.length && point < comma) columns[',']++
  }
  if (delimiter === ',' && plainCommas === 0) return '.'
  if (columns[','] !== columns['.']) return columns[','] > columns['.'] ? ',' : '.'
  return cells[','] > 0 && cells['.'] === 0 ? ',' : '.'
}
