import type { LabelValues, NumberValues, Table } from '../types.ts'
import { show } from '../util/check.ts'
import { sortOf } from '../util/data-value.ts'
import { suggest } from '../util/suggest.ts'
import { DataError } from '../errors.ts'

/** Number of rows; columns of different lengths are refused. */
export function tableRows(where: string, table: Table): number {
  const [first, ...others] = Object.keys(table)
  if (first === undefined) return 0
  const rows = table[first].length
  for (const name of others) {
    if (table[name].length !== rows) {
      throw new DataError(
        `${where}: column ${show(name)} must have ${rows} rows like ${show(first)}, got ${table[name].length}`,
        { column: name },
      )
    }
  }
  return rows
}

/** A column by name; an unknown name is refused with the nearest ones. */
export function tableColumn(where: string, table: Table, name: string): NumberValues | LabelValues {
  if (!Object.hasOwn(table, name)) {
    throw new DataError(`${where}: unknown column ${show(name)}${suggest(name, Object.keys(table))}`, { column: name })
  }
  return table[name]
}

/** Whether a column holds numbers and missing values only. */
export function isNumeric(values: NumberValues | LabelValues): values is NumberValues {
  if (ArrayBuffer.isView(values)) return true
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (typeof value === 'number') continue
    const sort = sortOf(value)
    if (sort !== 'number' && sort !== 'missing') return false
  }
  return true
}

/** A column of Date objects as milliseconds since 1970 UTC, NaN where missing; null for any other column. */
export function dateNumbers(values: ArrayLike<unknown>): Float64Array | null {
  if (ArrayBuffer.isView(values)) return null
  let numbers: Float64Array | null = null
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    const sort = sortOf(value)
    if (sort !== 'missing' && sort !== 'date') return null
    // NaN is a missing number, and a Date that is none a missing date.
    if (typeof value === 'number') continue
    if (value instanceof Date) numbers ??= new Float64Array(values.length).fill(Number.NaN)
    if (sort === 'date') numbers![row] = (value as Date).getTime()
  }
  return numbers
}
