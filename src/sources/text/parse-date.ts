const MINUS = 45
const PLUS = 43
const SLASH = 47
const POINT = 46
const COLON = 58

/** Day-first, month-first and two-digit forms, which are never guessed. */
const AMBIGUOUS = /^\s*\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?:[ T,].*)?$/

/**
 * Milliseconds since 1970 UTC of an ISO date, NaN when the text is none: `2015-02-04` or `2015/02/04`, then perhaps T or
 * a blank and `17:51`, `17:51:59` or `17:51:59.123456`, then perhaps Z, `+01:00` or `+01`. Without an offset it is UTC.
 * Checked by the calendar: 2015-02-30 is no date. Digits beyond microseconds are dropped.
 */
export function parseDate(text: string): number {
  let start = 0
  let end = text.length
  while (start < end && isAsciiWhite(text.charCodeAt(start))) start++
  while (end > start && isAsciiWhite(text.charCodeAt(end - 1))) end--
  if (end - start < 10) return Number.NaN
  const separator = text.charCodeAt(start + 4)
  if ((separator !== MINUS && separator !== SLASH) || text.charCodeAt(start + 7) !== separator) return Number.NaN
  const year = twoDigits(text, start) * 100 + twoDigits(text, start + 2)
  const month = twoDigits(text, start + 5)
  const day = twoDigits(text, start + 8)
  // Written so that NaN fails too.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN
  const midnight = daysSince1970(year, month, day) * 86_400_000
  return end - start === 10 ? midnight : atClock(text, start + 10, end, midnight)
}

/** Whether a text looks like a date whose day and month cannot be told apart for sure, such as 04/02/2015. */
export function looksLikeAmbiguousDate(text: string): boolean {
  return AMBIGUOUS.test(text)
}

/** The time `T17:51:59.5+01:00` of the day that starts at `midnight`; NaN when it is no time of day. */
function atClock(text: string, start: number, end: number, midnight: number): number {
  const mark = text[start]
  const hour = twoDigits(text, start + 1)
  const minute = twoDigits(text, start + 4)
  if (!((mark === 'T' || mark === ' ') && text.charCodeAt(start + 3) === COLON && hour <= 23 && minute <= 59)) {
    return Number.NaN
  }
  let at = start + 6
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

/** Minutes that a clock with the offset Z, +01:00 or +01 is ahead of UTC; NaN when it is no offset. */
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

function isAsciiWhite(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
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
