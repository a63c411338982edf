import { ArgumentError, DataError } from '../errors.ts'
import type { ValuesGiven } from '../types.ts'
import { show } from './check.ts'

/**
 * What a value of the data counts as, whichever way it comes in: `fit`, tables, streams, encoders, trees and models.
 *
 * 1. Missing: null, undefined, NaN, the empty text and a Date that is none.
 * 2. Number: any other number, the infinities too; a bigint that a double can hold; a Date, as milliseconds since 1970 UTC.
 * 3. Label: those as text, any other text, and truth values.
 * 4. Refused: everything else, such as lists, objects and functions.
 *
 * `numberOf` and `labelOf` say so for the two kinds of columns. A page that only assigns values carries them, so they are
 * short.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (value == null || value === '') return Number.NaN
  if (value instanceof Date) return value.getTime()
  // oxlint-disable-next-line eqeqeq -- bigint and double are compared to the last digit, and are never identical
  return typeof value === 'bigint' && value == (Number(value) as unknown) ? Number(value) : undefined
}

/** The label of a value as text: null where it is missing, undefined where it has none. −0 and 0 are one label. */
export function labelOf(value: unknown): string | null | undefined {
  if (value == null || value === '' || Number.isNaN(value)) return null
  // A Date that is none gives null.
  if (value instanceof Date) return value.toJSON()
  if (Object(value) === value || typeof value === 'symbol') return undefined
  return `${value as string | number | boolean}`
}

/** What a value of the data is, for telling what a column holds. */
export type ValueSort = 'number' | 'date' | 'truth' | 'text' | 'missing' | 'refused'

/** The sort of a value; every bigint is a number here, and one that a double cannot hold is refused when it is read. */
export function sortOf(value: unknown): ValueSort {
  const label = labelOf(value)
  if (label === null) return 'missing'
  if (label === undefined) return 'refused'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'truth' : 'date'
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
  readonly row: number
  /** what it should hold; default numbers */
  readonly expected?: string | undefined
}

/** The error for a value that its column cannot hold. */
export function refusedValue(value: unknown, place: ValuePlace): DataError {
  const { where, column, row, expected = 'numbers' } = place
  const name = column == null ? '' : ` ${show(column)}`
  return new DataError(`${where}: column${name} must hold ${expected}, got ${show(value)} at row ${row}`, {
    ...place,
    value,
  })
}

/** What columns of labels and of weights should hold, in the words of messages. */
export const LABEL_WORDS = 'texts or numbers'

export const WEIGHT_WORDS = 'finite weights of at least 0'

/** The same for a whole column. */
export type NumbersPlace = Omit<ValuePlace, 'row'>

/** The values of a column as doubles, NaN where missing; a Float64Array is used as it is. O(values). */
export function readNumbers(values: ArrayLike<unknown>, place: NumbersPlace): Float64Array {
  if (values instanceof Float64Array) return values
  const numbers = new Float64Array(values.length)
  for (let row = 0; row < numbers.length; row++) {
    const number = numberOf(values[row])
    if (number === undefined) throw refusedValue(values[row], { ...place, row })
    numbers[row] = number
  }
  return numbers
}

/** A column that is read by a function, such as a vector of Arrow or a column of Arquero. */
interface Vector {
  readonly length: number
  readonly get?: (row: number) => unknown
  readonly at?: (row: number) => unknown
}

/**
 * The values of one column, to be read by row. Vectors are read by their function, which knows what is missing; what can only
 * be gone through is collected. Anything else is refused, and so is a Map, which gives values by key. O(values).
 */
export function valuesOf<T>(where: string, what: string, given: ValuesGiven<T>): ArrayLike<T> {
  if (typeof given === 'object' && given !== null) {
    const { length, get, at = get } = given as unknown as Vector
    if (length >= 0) {
      if (at === undefined || length === 0 || 0 in given) return given as ArrayLike<T>
      return Array.from({ length }, (_, row) => (get ?? at).call(given, row) as T)
    }
    if (get === undefined && Symbol.iterator in given) return [...given]
  }
  throw new ArgumentError(`${where}: ${what} must be a list, got ${show(given)}`, { code: 'wrong-type' })
}
