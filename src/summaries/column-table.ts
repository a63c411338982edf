import type { LabelValues, NumberValues, Table } from '../types.ts'
import { show } from '../util/check.ts'
import { sortOf, valuesOf } from '../util/data-value.ts'
import { suggest } from '../util/suggest.ts'
import { ArgumentError, DataError } from '../errors.ts'

/** Whether a table is given by rows, such as a list of objects, and not by columns. */
export function isRows<Row>(given: object | Iterable<Row>): given is Iterable<Row> {
  return typeof given === 'object' && given !== null && Symbol.iterator in given
}

/** A table whose columns can be read by row, whatever they came as; rows are refused. */
export function readTable(where: string, given: object): Table {
  checkTable(where, given)
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, valuesOf(where, `column ${show(name)}`, values)]),
  )
}

function checkTable(where: string, given: object): asserts given is Table {
  if (typeof given === 'object' && given !== null && !isRows(given)) return
  const hint = isRows(given) ? '; fromRows makes columns of rows' : ''
  throw new ArgumentError(`${where}: table must be an object of columns by name, got ${show(given)}${hint}`, {
    code: 'wrong-type',
  })
}

/** Number of rows; columns of different lengths are refused, and what is not a table of arrays. */
export function tableRows(where: string, table: Table): number {
  const read = readTable(where, table)
  const odd = Object.keys(table).find((name) => read[name] !== table[name] && !Array.isArray(table[name]))
  if (odd !== undefined) {
    throw new ArgumentError(`${where}: column ${show(odd)} must be an array or a typed array; make one by Array.from`, {
      code: 'wrong-type',
    })
  }
  const [first, ...others] = Object.keys(table)
  if (first === undefined) return 0
  const rows = table[first].length
  for (const name of others) {
    if (table[name].length !== rows) {
      throw new DataError(
        `${where}: column ${show(name)} must have ${rows} rows like ${show(first)}, got ${table[name].length}`,
        { code: 'length-mismatch', column: name },
      )
    }
  }
  return rows
}

/** A column by name; an unknown name is refused with the nearest ones. */
export function tableColumn(where: string, table: Table, name: string): NumberValues | LabelValues {
  checkTable(where, table)
  if (!Object.hasOwn(table, name)) {
    throw new DataError(`${where}: unknown column ${show(name)}${suggest(name, Object.keys(table))}`, {
      code: 'unknown-name',
      column: name,
    })
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
