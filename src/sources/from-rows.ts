import { ArgumentError, DataError } from '../errors.ts'
import type { LabelValues } from '../types.ts'
import { show } from '../util/check.ts'
import { numberOf, sortOf } from '../util/data-value.ts'
import { suggest } from '../util/suggest.ts'

/** What a column is made into: numbers a `Float64Array`, with NaN where missing, anything else a list, with null. */
export type RowColumn<Value> = [NonNullable<Value>] extends [number] ? Float64Array : (NonNullable<Value> | null)[]

/** The columns of rows, by name. */
export type RowColumns<Row, Name extends keyof Row = keyof Row> = {
  readonly [Key in Name & string]-?: RowColumn<Row[Key]>
}

/**
 * Rows as columns, for every function that takes a table. Columns are all keys of the rows in the order in which they first
 * appear, or those of `names`; a row without a key misses the value. Columns of numbers become a `Float64Array`. O(values).
 *
 *     console.log(fromRows([{ age: 31, plan: 'a' }, { age: 47 }]))
 *     // → { age: Float64Array(2) [ 31, 47 ], plan: [ 'a', null ] }
 */
export function fromRows<Row extends object, Name extends keyof Row & string = keyof Row & string>(
  rows: Iterable<Row>,
  names?: readonly Name[],
): RowColumns<Row, Name> {
  if (typeof rows !== 'object' || rows === null || !(Symbol.iterator in rows)) {
    throw new ArgumentError(`fromRows: rows must be a list of objects, got ${show(rows)}`, { code: 'wrong-type' })
  }
  const { columns, length } = collect(rows)
  const chosen = (names ?? [...columns.keys()]).map((name) => {
    const values = columns.get(name) ?? (length === 0 ? [] : undefined)
    if (values !== undefined) return [name, asColumn(values, length)] as const
    throw new DataError(`fromRows: no row has ${show(name)}${suggest(name, [...columns.keys()])}`, {
      code: 'unknown-name',
      column: name,
    })
  })
  return Object.fromEntries(chosen) as unknown as RowColumns<Row, Name>
}

/** The values by key, null in rows without it; each list ends with the last row that has the key. */
function collect(rows: Iterable<object>): { columns: Map<string, unknown[]>; length: number } {
  const columns = new Map<string, unknown[]>()
  let length = 0
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw new DataError(`fromRows: rows must be objects, got ${show(row)} at row ${length}`, { row: length })
    }
    for (const [name, value] of Object.entries(row)) {
      let values = columns.get(name)
      if (values === undefined) columns.set(name, (values = []))
      while (values.length < length) values.push(null)
      values.push(value)
    }
    length++
  }
  return { columns, length }
}

/** Numbers as doubles, where they are numbers that a double can hold; else the values as they are, null where missing. */
function asColumn(values: unknown[], length: number): Float64Array | LabelValues {
  while (values.length < length) values.push(null)
  const numbers = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const sort = sortOf(values[row])
    const number = sort === 'number' || sort === 'missing' ? numberOf(values[row]) : undefined
    if (number === undefined || values[row] instanceof Date) {
      // A Date that is none stays, so that a column of them is one of dates.
      return values.map((v) => (sortOf(v) === 'missing' && !(v instanceof Date) ? null : v)) as LabelValues
    }
    numbers[row] = number
  }
  return numbers
}
