import type { ValueKind } from '../source.ts'

export type Decimal = '.' | ','

const DIGITS = '\\d+(?:_\\d+)*'
const EXPONENT = `(?:[eE][+-]?${DIGITS})?`
const decimalPattern = (mark: string): RegExp =>
  new RegExp(`^[+-]?(?:${DIGITS}(?:${mark}(?:${DIGITS})?)?|${mark}${DIGITS})${EXPONENT}$`)

/** What a number looks like, by decimal mark. */
const DECIMAL: Readonly<Record<Decimal, RegExp>> = { '.': decimalPattern('\\.'), ',': decimalPattern(',') }
/** A number whose comma may as well separate thousands: 1,234 or 12,345,678. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/
const INFINITE = /^([+-]?)inf(?:inity)?$/i
const NOT_A_NUMBER = /^[+-]?nan$/i
const TRUE = /^true$/i
const FALSE = /^false$/i
/** Day-first, month-first and two-digit forms, which are never guessed. */
const AMBIGUOUS = /^\s*\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?:[ T,].*)?$/
const MINUS = 45
const PLUS = 43
const SLASH = 47
const POINT = 46
const COLON = 58

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
 * The number a text stands for, correctly rounded; NaN when it is not a number. White space around it, one sign, "5." and
 * ".5", an exponent, single underscores between digits and inf or infinity in any case are allowed; hexadecimal
 * digits, thousands separators and units are not. 1e400 is Infinity.
 *
 *     console.log(parseNumber(' 1.5e3 ', '.'), parseNumber('3,5', ','), parseNumber('12 kg', '.')) // → 1500 3.5 NaN
 *
 * @param decimal the decimal mark, `.` or `,`
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

/** Whether a text stands for a number, as `parseNumber` takes it; quicker, since most texts are only asked for their kind. */
export function isNumberText(text: string, decimal: Decimal): boolean {
  const trimmed = trimAscii(text)
  return DECIMAL[decimal].test(trimmed) || INFINITE.test(trimmed)
}

/** Whether a text could be a whole number with separated thousands. */
export function looksLikeThousands(text: string): boolean {
  return THOUSANDS.test(text)
}

/** Whether a text is the word nan, which stands for a missing number. */
export function isNanText(text: string): boolean {
  return NOT_A_NUMBER.test(trimAscii(text))
}

/** The truth value a text stands for (true and false in any case; yes and no stay texts, as they are written), or null. */
export function parseTruth(text: string): boolean | null {
  const trimmed = trimAscii(text)
  return TRUE.test(trimmed) ? true : FALSE.test(trimmed) ? false : null
}

/** Whether a text that is not missing can stand in a column of the kind. */
export function fits(kind: ValueKind, text: string, decimal: Decimal): boolean {
  switch (kind) {
    case 'number':
      return isNumberText(text, decimal) || isNanText(text)
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

/** The numbers among texts that stand for a missing value. */
export function missingNumbers(missing: ReadonlySet<string>): number[] {
  return [...missing].map((text) => parseNumber(text, '.')).filter((code) => !Number.isNaN(code))
}

/**
 * Milliseconds since 1970 UTC of an ISO date, NaN when the text is not one: `2015-02-04` or `2015/02/04`, then perhaps T or
 * a blank and `17:51`, `17:51:59` or `17:51:59.123456`, then perhaps Z, `+01:00` or `+01`. Without an offset it is UTC.
 * Checked by the calendar: 2015-02-30 is not a date. Digits beyond microseconds are dropped.
 *
 *     console.log(new Date(parseDate('2026-01-31 17:45+01')).toISOString()) // → 2026-01-31T16:45:00.000Z
 *     console.log(parseDate('2026-02-30')) // → NaN
 */
export function parseDate(given: string): number {
  const text = trimAscii(given)
  if (text.length < 10) return Number.NaN
  const separator = text.charCodeAt(4)
  if ((separator !== MINUS && separator !== SLASH) || text.charCodeAt(7) !== separator) return Number.NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  // Written so that NaN fails too.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN
  const midnight = daysSince1970(year, month, day) * 86_400_000
  return text.length === 10 ? midnight : atClock(text, midnight)
}

/** Whether a text looks like a date whose day and month cannot be told apart for sure, such as 04/02/2015. */
export function looksLikeAmbiguousDate(text: string): boolean {
  return AMBIGUOUS.test(text)
}

/** The time behind a date, such as `T17:51:59.5+01:00`, of the day that starts at `midnight`; NaN when it is none. */
function atClock(text: string, midnight: number): number {
  const { length: end } = text
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const isClock = (text[10] === 'T' || text[10] === ' ') && text.charCodeAt(13) === COLON
  if (!(isClock && hour <= 23 && minute <= 59)) return Number.NaN
  let at = 16
  let second = 0
  let micros = 0
  if (at < end && text.charCodeAt(at) === COLON) {
    second = twoDigits(text, at + 1)
    if (!(second <= 59)) return Number.NaN
    at += 3
    if (at < end && text.charCodeAt(at) === POINT) {
      const first = ++at
      for (let unit = 100_000; at < end && isDigit(text.charCodeAt(at)); at++, unit = Math.floor(unit / 10)) {
        micros += unit * (text.charCodeAt(at) - 48)
      }
      if (at === first || at - first > 9) return Number.NaN
    }
  }
  const shift = at === end ? 0 : offsetMinutes(text, at, end)
  const time = midnight + ((hour * 60 + minute - shift) * 60 + second) * 1000
  // Whole microseconds divided once, as any other reader would do it, so that the last bit agrees.
  return micros % 1000 === 0 ? time + micros / 1000 : (time * 1000 + micros) / 1000
}

/** Minutes that a clock with the offset Z, +01:00 or +01 is ahead of UTC; NaN when it is not an offset. */
function offsetMinutes(text: string, at: number, end: number): number {
  const sign = text.charCodeAt(at)
  if (sign !== PLUS && sign !== MINUS) return text[at] === 'Z' && end === at + 1 ? 0 : Number.NaN
  const hours = twoDigits(text, at + 1)
  const minutes = end === at + 3 ? 0 : twoDigits(text, at + 4)
  const complete = end === at + 3 || (end === at + 6 && text.charCodeAt(at + 3) === COLON)
  if (!(complete && hours <= 23 && minutes <= 59)) return Number.NaN
  return (sign === MINUS ? -1 : 1) * (hours * 60 + minutes)
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + (ones - 48) : Number.NaN
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days from 1970-01-01 in the Gregorian calendar, counted in years that start in March so that leap days come last. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + dayOfYear - 719_468
}
