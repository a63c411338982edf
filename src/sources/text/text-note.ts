import type { Note } from '../../types.ts'
import { looksLikeThousands } from './decimal-mark.ts'
import { type Decimal, parseNumber } from './values.ts'

/** Longer texts are no codes for missing values. */
const CODE_LENGTH = 20
const POINT_THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const COMMA_THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/

/** Says that a column is text because of one value, and what to do if it should not be. */
export function textNote(
  column: string,
  { line, text }: { readonly line: number; readonly text: string },
  decimal: Decimal,
): Note {
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text
  const message = `column "${column}" is read as text because of "${shown}" at line ${line}${remedy(text, decimal)}`
  return { code: 'text', message }
}

/** Whether a text is a number but for marks that separate its thousands. */
export function hasThousands(text: string, decimal: Decimal): boolean {
  return (decimal === '.' ? COMMA_THOUSANDS : POINT_THOUSANDS).test(text)
}

function remedy(text: string, decimal: Decimal): string {
  const other = decimal === '.' ? ',' : '.'
  if (hasThousands(text, decimal)) {
    const doubt = decimal === '.' && looksLikeThousands(text) && !/,.*,/.test(text)
    return `; remove the separators of thousands${doubt ? ', or if it is a decimal comma, add --decimal ,' : ''}`
  }
  if (Number.isNaN(parseNumber(text, decimal)) && !Number.isNaN(parseNumber(text, other))) {
    return `; if that is a number with a decimal ${other === ',' ? 'comma' : 'point'}, add --decimal ${other}`
  }
  if (text.length > CODE_LENGTH || text.includes(',')) return ''
  return `; if that stands for a missing value, add --missing-values ${/^[\w?.-]+$/.test(text) ? text : `"${text}"`}`
}

/** Says that a column of dates stays text because their form does not say for sure which number is the day. */
export function ambiguousDates(column: string, text: string): Note {
  const message = `column "${column}" is read as text: of dates, only forms such as 2015-02-04 are read, not "${text}"`
  return { code: 'date-order', message }
}

/** Says that a comma that may separate thousands was read as the decimal mark. */
export function decimalComma(text: string): Note {
  const message = `numbers such as "${text}" are read with a decimal comma; if the comma separates thousands, remove it from the file`
  return { code: 'decimal-comma', message }
}
