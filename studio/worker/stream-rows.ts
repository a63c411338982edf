import { DataError } from '../../src/index.ts'
import type { SourceColumn, SourceTable } from '../../src/sources/index.ts'

/** The rows in the order of a column, those without a value last; null for the order of the file. */
export function orderOf({ rows, columns }: SourceTable, name: string | null): Uint32Array | null {
  if (name === null) return null
  const by = columns.find((column) => column.name === name)
  if (by === undefined || (by.kind !== 'date' && by.kind !== 'number'))
    throw new DataError(`Rows are put in order by a column of dates or numbers, and ${name} is none.`)
  const { values } = by
  const rank = (row: number): number => (Number.isNaN(values[row]) ? Infinity : values[row])
  // Rows of one moment stay in the order of the file.
  return Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    return x === y ? a - b : x - y
  })
}

/** Some rows of a column in that order. */
export function rowsFrom(
  { values }: SourceColumn,
  order: Uint32Array | null,
  from: number,
  to: number,
): SourceColumn['values'] {
  if (values instanceof Float64Array) {
    if (order === null) return values.subarray(from, to)
    return Float64Array.from({ length: to - from }, (_, i) => values[order[from + i]])
  }
  if (order === null) return values.slice(from, to)
  return Array.from({ length: to - from }, (_, i) => values[order[from + i]])
}
