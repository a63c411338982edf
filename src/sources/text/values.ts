import { parseDate } from './parse-date.ts'
import type { ValueKind } from '../source.ts'

export { parseDate } from './parse-date.ts'

/** The decimal mark of numbers. */
export type Decimal = '.' | ','

const DIGITS = '\\d+(?:_\\d+)*'
const EXPONENT = `(?:[eE][+-]?${DIGITS})?`
const decimalPattern = (mark: string): RegExp =>
  new RegExp(`^[+-]?(?:${DIGITS}(?:${mark}(?:${DIGITS})?)?|${mark}${DIGITS})${EXPONENT}$`)

/** What a number looks like, by decimal mark. */
const DECIMAL: Readonly<Record<Decimal, RegExp>> = { '.': decimalPattern('\\.'), ',': decimalPattern(',') }
const INFINITE = /^([+-]?)inf(?:inity)?$/i
const NOT_A_NUMBER = /^[+-]?nan$/i
const TRUE = /^true$/i
const FALSE = /^false$/i

/** The text without ASCII white space at its ends. Wider white space, such as U+00A0, belongs to the value. */
export function trimAscii(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhite(text.charCodeAt(start))) start++
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** Whether a character code is ASCII white space: blank, tab, line feed, vertical tab, form feed, carriage return. */
export function isWhite(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

/**
 * The number a text stands for, correctly rounded; NaN when it is none. White space around it, one sign, "5." and
 * ".5", an exponent, single underscores between digits and inf or infinity in any case are allowed; hexadecimal
 * digits, thousands separators and units are not. 1e400 is Infinity.
 */
export function parseNumber(text: string, decimal: Decimal): number {
  const trimmed = trimAscii(text)
  if (DECIMAL[decimal].test(trimmed)) {
    const plain = trimmed.includes('_') ? trimmed.replaceAll('_', '') : trimmed
    return Number(decimal === ',' ? plain.replace(',', '.') : plain)
  }
  const infinite = INFINITE.exec(trimmed)
  if (infinite === null) return Number.NaN
  return infinite[1] === '-' ? -Infinity : Infinity
}

/** Whether a text is the word nan, which stands for a missing number. */
export function isNanText(text: string): boolean {
  return NOT_A_NUMBER.test(trimAscii(text))
}

/** The truth value a text stands for (true and false in any case; yes and no stay texts, as they are written); null when it is none. */
export function parseTruth(text: string): boolean | null {
  const trimmed = trimAscii(text)
  return TRUE.test(trimmed) ? true : FALSE.test(trimmed) ? false : null
}

/** Whether a text that is not missing can stand in a column of the kind. */
export function fits(kind: ValueKind, text: string, decimal: Decimal): boolean {
  switch (kind) {
    case 'number':
      return !Number.isNaN(parseNumber(text, decimal)) || isNanText(text)
    case 'date':
      return !Number.isNaN(parseDate(text))
    case 'boolean':
      return parseTruth(text) !== null
    case 'category':
      return true
    default:
      return kind satisfies never
  }
}

/** Kinds in the order they are tried. */
export const KINDS: readonly ValueKind[] = ['number', 'date', 'boolean', 'category']

/** The first kind that every text fits, missing ones left out by the caller: number, date, boolean, category. */
export function kindOfTexts(texts: readonly string[], decimal: Decimal): ValueKind {
  return KINDS.find((kind) => texts.every((text) => fits(kind, text, decimal))) ?? 'category'
}

/** Texts that stand for a missing value: the empty one and those declared, white space around them removed. */
export function missingTexts(declared: readonly string[] = []): ReadonlySet<string> {
  return new Set(['', ...declared.map(trimAscii)])
}
