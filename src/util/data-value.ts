import { DataError } from '../errors.ts'
import { show } from './check.ts'

/** What a value of the data is, whichever way it comes in. */
export type ValueSort = 'number' | 'date' | 'truth' | 'text' | 'missing' | 'refused'

/** The largest whole number up to which doubles tell all whole numbers apart. */
const LARGEST = 9_007_199_254_740_992n

/**
 * Decides what a value of the data is, for every way in: `fit`, tables, streams, encoders, trees and models.
 *
 * 1. Missing: null, undefined, NaN, the empty text and a Date that is none.
 * 2. Number: any other number, the infinities too, and every bigint; one that a double cannot hold is refused when read.
 * 3. Date, truth value, text.
 * 4. Refused: everything else, such as lists, objects and functions.
 */
export function sortOf(value: unknown): ValueSort {
  switch (typeof value) {
    case 'number':
      return Number.isNaN(value) ? 'missing' : 'number'
    case 'bigint':
      return 'number'
    case 'string':
      return value === '' ? 'missing' : 'text'
    case 'boolean':
      return 'truth'
    case 'undefined':
      return 'missing'
    default:
      if (value === null) return 'missing'
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'missing' : 'date'
      return 'refused'
  }
}

/** The number of a value: NaN where it is missing, milliseconds since 1970 UTC of a Date, undefined where it has none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const sort = sortOf(value)
  if (sort === 'missing') return Number.NaN
  if (sort === 'date') return (value as Date).getTime()
  return typeof value === 'bigint' && value <= LARGEST && value >= -LARGEST ? Number(value) : undefined
}

/** The label of a value as text: null where it is missing, undefined where it has none. −0 and 0 are one label. */
export function labelOf(value: unknown): string | null | undefined {
  if (typeof value === 'string') return value === '' ? null : value
  const sort = sortOf(value)
  if (sort === 'missing') return null
  if (sort === 'refused') return undefined
  if (sort === 'date') return (value as Date).toISOString()
  return value === 0 ? '0' : String(value)
}

const PLAIN_NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/** The number that a text spells with a decimal point; undefined where it spells none. For calls that ask for it. */
export function numberOfText(text: string): number | undefined {
  return PLAIN_NUMBER.test(text) ? Number(text) : undefined
}

/** Where a value came from, for messages: the function that was called, the column if it has a name, the row from 0. */
export interface ValuePlace {
  readonly where: string
  readonly column?: string | null | undefined
  readonly row?: number | undefined
  /** what the column should hold; default numbers */
  readonly expected?: string | undefined
}

/** The error for a value that is no number. */
export function notANumber(value: unknown, { where, column = null, row, expected = 'numbers' }: ValuePlace): DataError {
  const what = column === null ? `values must be ${expected}` : `column ${show(column)} must hold ${expected}`
  const [found, why] =
    typeof value === 'bigint'
      ? [String(value), ', which a double cannot hold exactly; expected a whole number up to 2^53']
      : [show(value), '']
  const at = row === undefined ? '' : ` at row ${row}`
  return new DataError(`${where}: ${what}, got ${found}${at}${why}`, { column, row: row ?? null })
}

/** The error for a value that can be no label. */
export function notALabel(value: unknown, { where, column = null, row }: ValuePlace): DataError {
  const what = column === null ? 'labels must be' : `column ${show(column)} must hold`
  const at = row === undefined ? '' : ` at row ${row}`
  return new DataError(`${where}: ${what} texts, numbers or truth values, got ${show(value)}${at}`, {
    column,
    row: row ?? null,
  })
}

/** The same for a whole column. */
export type NumbersPlace = Omit<ValuePlace, 'row'>

/** The values of a column as doubles, NaN where missing; a Float64Array is used as it is. O(values). */
export function readNumbers(values: ArrayLike<unknown>, place: NumbersPlace): Float64Array {
  if (values instanceof Float64Array) return values
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < numbers.length; row++) {
    const number = numberOf(values[row])
    if (number === undefined) throw notANumber(values[row], { ...place, row })
    numbers[row] = number
  }
  return numbers
}
