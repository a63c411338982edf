import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import type { SourceColumn, ValueKind } from '../source.ts'
import { type Decimal, looksLikeThousands, parseNumber } from './values.ts'

/** Longer texts are not taken for codes of missing values. */
const CODE_LENGTH = 20
const POINT_THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const COMMA_THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

/** Says that a column is text because of one value, and what to do if it should not be; `instead`: what it was before. */
export function textNote(
  column: string,
  { line, text }: { readonly line: number; readonly text: string },
  decimal: Decimal,
  instead: ValueKind = 'number',
): Note {
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text
  const message = `column "${column}" is read as text because of "${shown}" at line ${line}${remedy(text, decimal, instead === 'number' ? keepNumbers(column) : '')}`
  return { code: 'text', message }
}

/** What keeps a column of numbers that holds a text. */
export function keepNumbers(column: string): string {
  return `; to keep its numbers and count texts as missing, add --number ${shellWord(column)}`
}

function shellWord(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : JSON.stringify(name)
}

/** Says how many values of a column that was asked for as numbers are none. `row` counts from 0. */
export function oddNumbers(
  column: string,
  { count: many, row, text }: { readonly count: number; readonly row: number; readonly text: string },
): Note {
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text
  const which = many === 1 ? '1 value that is no number counts' : `${many} values that are no numbers count`
  const message = `column "${column}": ${which} as missing, ${many === 1 ? '' : 'the first '}"${shown}" at row ${row + 1} of the data`
  return { code: 'odd-numbers', message, figures: { values: many, row: row + 1 } }
}

/** Whether a text is a whole number that a double cannot hold. */
export function isInexactWhole(text: string): boolean {
  if (!/^[+-]?\d{16,}$/.test(text)) return false
  const number = Number(text)
  return !Number.isFinite(number) || BigInt(number) !== BigInt(text.replace('+', ''))
}

/** Says that numbers of a column were rounded, in the words in which Parquet files are refused. */
export function inexactWhole(column: string, text: string): Note {
  const message = `column "${column}": found ${text}, which a double cannot hold exactly, expected a whole number up to 2^53; leave the column out, or read it as text with --category ${shellWord(column)}`
  return { code: 'inexact', message }
}

/** Whether a text is a number but for marks that separate its thousands. */
export function hasThousands(text: string, decimal: Decimal): boolean {
  return (decimal === '.' ? COMMA_THOUSANDS : POINT_THOUSANDS).test(text)
}

function remedy(text: string, decimal: Decimal, keep: string): string {
  const other = decimal === '.' ? ',' : '.'
  if (hasThousands(text, decimal)) {
    const doubt = decimal === '.' && looksLikeThousands(text) && !/,.*,/.test(text)
    return `; remove the separators of thousands${doubt ? ', or if it is a decimal comma, add --decimal ,' : ''}`
  }
  if (Number.isNaN(parseNumber(text, decimal)) && !Number.isNaN(parseNumber(text, other))) {
    return `; if that is a number with a decimal ${other === ',' ? 'comma' : 'point'}, add --decimal ${other}`
  }
  if (text.length > CODE_LENGTH || text.includes(',')) return keep
  return `; if that stands for a missing value, add --missing-values ${/^[\w?.-]+$/.test(text) ? text : `"${text}"`}${keep}`
}

/** Says that a column of dates stays text because their form does not say for sure which number is the day. */
export function ambiguousDates(column: string, text: string): Note {
  const message = `column "${column}" is read as text: dates are read only in forms such as 2015-02-04, not "${text}"`
  return { code: 'date-order', message }
}

/** Says that a comma that may separate thousands was read as the decimal mark. */
export function decimalComma(text: string): Note {
  const message = `numbers such as "${text}" are read with a decimal comma; if the comma separates thousands, remove it from the file`
  return { code: 'decimal-comma', message }
}

/** What is known of the lines of a text table when all have been read. */
export interface LineCounts {
  readonly rows: number
  /** lines left out because of their number of fields, the first of them, and the right number */
  readonly skipped: number
  readonly firstSkipped: number | null
  readonly width: number
  /** blank lines between rows of several columns */
  readonly blank: number
}

/** What there is to tell once a text table has been read: lines left out, no rows at all, columns without a value. */
export function closingNotes(columns: readonly SourceColumn[], counts: LineCounts): Note[] {
  const { rows, skipped, firstSkipped, width, blank } = counts
  const notes: Note[] = []
  if (skipped > 0) {
    const message = `${count(skipped, 'line')} left out for not having ${count(width, 'field')}, the first at line ${firstSkipped}`
    notes.push({ code: 'skipped', message })
  }
  if (blank > 0) notes.push({ code: 'blank-lines', message: `${count(blank, 'blank line')} left out` })
  return [...notes, ...valueNotes(columns, rows)]
}

/** What there is to tell of the values of a table: that it has no rows, or which columns have no value. */
export function valueNotes(columns: readonly SourceColumn[], rows: number): Note[] {
  if (rows === 0) return [{ code: 'no-rows', message: 'there are column names but no rows' }]
  return emptyColumns(columns.filter(isEmpty).map(({ name }) => name))
}

/** One note for all columns without a value. */
export function emptyColumns(empty: readonly string[]): Note[] {
  const names = empty.map((name) => `"${name}"`)
  if (names.length === 0) return []
  const more = names.length > 6 ? ` and ${names.length - 5} more` : ''
  const listed = `column${names.length === 1 ? '' : 's'} ${(more === '' ? names : names.slice(0, 5)).join(', ')}${more}`
  return [{ code: 'empty-column', message: `no value in ${listed}` }]
}

export function isEmpty(column: SourceColumn): boolean {
  return column.kind === 'number' || column.kind === 'date'
    ? column.values.every(Number.isNaN)
    : column.values.every((value) => value === null)
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

/** Lines of a wrong number of fields: the first of them, how many in all, and what was expected. */
export interface BadLines {
  readonly line: number
  readonly fields: number
  readonly bad: number
  /** the right number, and why: "5 as in line 1" */
  readonly expected: string
}

/** Says which line has too few or too many fields, and how many more. */
export function badLines(name: string, { line, fields, bad, expected }: BadLines): DataError {
  const more = bad === 1 ? '' : ` (and ${bad - 1} more such line${bad === 2 ? '' : 's'})`
  return new DataError(
    `${name}, line ${line}: found ${fields} field${fields === 1 ? '' : 's'}, expected ${expected}${more}; ` +
      'correct that, or add --bad-rows skip to leave such lines out',
  )
}
