import type { LabelValues, Table } from '../types.ts'
import type { SourceTable } from './source.ts'

/**
 * The columns by name, as `fitTable` and `recount` take them.
 *
 *     // What a reader gives, as `fitTable` takes it:
 *     const fitted = await fitTable(toTable(read), { target: 'bought' })
 *     console.log(fitted.columns.map(({ name }) => name)) // → [ 'age' ]
 */
export function toTable(read: SourceTable): Table {
  return Object.fromEntries(read.columns.map((column) => [column.name, column.values as LabelValues]))
}
