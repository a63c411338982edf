import type { NumberColumn } from '../binning/binning.ts'
import { dateText } from '../util/date-text.ts'

/** What stands where there is no number. */
export const NONE = '–'

/**
 * Rows or weights: whole numbers with commas, others with two decimals.
 *
 *     console.log(countText(20640), countText(0.5)) // → 20,640 0.50
 */
export function countText(count: number): string {
  if (!Number.isFinite(count)) return NONE
  if (Math.abs(count) >= 1e15) return count.toPrecision(4)
  if (Number.isInteger(count)) return withCommas(count.toFixed(0))
  return Math.abs(count) < 0.005 ? count.toPrecision(1) : withCommas(count.toFixed(2))
}

/** "1 row", "20,640 rows", "2 passes". */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : nouns}`
}

/**
 * A share as percent: "33 %", "<1 %" for a little, ">99 %" for nearly all. With `digits` decimals.
 *
 *     console.log(percentText(0.333), percentText(0.9999), percentText(0.1234, 1)) // → 33 % >99 % 12.3 %
 */
export function percentText(share: number, digits = 0): string {
  if (!Number.isFinite(share)) return NONE
  const least = 10 ** -digits
  const percent = 100 * share
  if (percent > 0 && percent < least / 2) return `<${least} %`
  if (percent < 100 && percent >= 100 - least / 2) return `>${(100 - least).toFixed(digits)} %`
  return `${percent.toFixed(digits)} %`
}

/**
 * A fixed number of decimals, with a sign where asked. Never −0.
 *
 *     console.log(fixedText(1.5, 2), fixedText(1.5, 2, true), fixedText(-0.001, 2)) // → 1.50 +1.50 0.00
 */
export function fixedText(x: number, digits: number, signed = false): string {
  if (!Number.isFinite(x)) return NONE
  const text = Math.abs(x) >= 1e9 ? x.toPrecision(4) : x.toFixed(digits)
  const zero = Number(text) === 0
  if (zero) return (0).toFixed(digits)
  return signed && x > 0 ? `+${text}` : text
}

/** A score and what it had to clear: as many decimals, from two to four, as show two digits of both and tell them apart. */
export function scoreTexts(scores: readonly number[]): string[] {
  const enough = (digits: number): boolean => {
    const texts = scores.map((score) => fixedText(score, digits))
    return (
      new Set(texts).size === new Set(scores).size &&
      scores.every((score) => score === 0 || Math.abs(score) >= 0.95 * 10 ** (1 - digits))
    )
  }
  const digits = [2, 3].find(enough) ?? 4
  return scores.map((score) => fixedText(score, digits))
}

/** Numbers of one column with the decimals that show three digits of `detail`, such as their deviation. */
export function alignedTexts(values: readonly (number | null)[], detail: number): string[] {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  const digits = detail > 0 && Number.isFinite(detail) ? Math.max(0, 2 - Math.floor(Math.log10(detail))) : 2
  const plain = largest < 1e9 && digits <= 8
  return values.map((value) => {
    if (value === null || !Number.isFinite(value)) return NONE
    if (!plain) return String(Number(value.toPrecision(4)))
    return withCommas(fixedText(value, digits))
  })
}

/**
 * A value of a column in six digits; whole numbers and dates are written out.
 *
 *     console.log(valueText('number', 1 / 3), valueText('date', 0)) // → 0.333333 1970-01-01
 *
 * @param kind of the column
 */
export function valueText(kind: NumberColumn['kind'], value: number): string {
  if (kind === 'date') return dateText(Math.round(value))
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value + 0) : String(Number(value.toPrecision(6)))
}

/** A span of a column: a number, or for dates a length of time in its largest whole unit. */
export function spanText(kind: NumberColumn['kind'], span: number): string {
  if (kind !== 'date') return valueText(kind, span)
  const units: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ]
  const [size, name] = units.find(([unit]) => span >= unit) ?? [1, 'millisecond']
  const amount = Number((span / size).toPrecision(4))
  return `${amount} ${name}${amount === 1 ? '' : 's'}`
}

function withCommas(text: string): string {
  const [whole, ...rest] = text.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/**
 * A p-value in few letters: 0.041, 3e-12, <1e-300.
 *
 *     console.log(pValueText(0.041), pValueText(3e-12)) // → 0.041 3e-12
 */
export function pValueText(p: number | null): string {
  if (p === null) return NONE
  if (p < 1e-300) return '<1e-300'
  return p < 0.0005 ? p.toExponential(0) : p.toFixed(3)
}
