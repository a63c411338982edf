import type { Binning } from '../../binning/binning.ts'
import { DataError } from '../../errors.ts'
import { type ColumnPlan, planColumns } from '../../exports/export-plan.ts'
import { caseOf, named } from '../../exports/sql-export.ts'
import { asDouble, type SqlConnection, type SqlTable } from './sql-table.ts'

/** The slot of every row, found by the database with the expressions that an export of the binning has. */
export async function* applySql(
  connection: SqlConnection,
  table: SqlTable,
  binning: Binning,
): AsyncGenerator<readonly Int32Array[]> {
  if (binning.columns.length === 0) return
  const { dialect } = connection
  const plans = planColumns(binning, { as: 'index', suffix: ' slot' })
  const given = plans.map((plan) => `${givenSql(table, plan)} AS ${named(dialect, plan.column.name)}`)
  const slots = plans.map((plan, i) => `${asDouble(caseOf(plan, dialect, ''), dialect)} AS s${i}`)
  const rows = `SELECT ${given.join(', ')} FROM ${table.from}`
  let row = 0
  for await (const { size, columns } of connection.numbers(`SELECT ${slots.join(', ')} FROM (${rows}) AS kerf_rows`)) {
    yield plans.map((plan, i) => slotsOf(plan, columns[i].subarray(0, size), row))
    row += size
  }
}

function givenSql({ name, columns }: SqlTable, { column }: ColumnPlan): string {
  const own = columns.find((candidate) => candidate.name === column.name)
  const readable =
    own?.kind === column.kind && (column.kind === 'category' || column.kind === 'boolean' || own.number !== null)
  if (own !== undefined && readable) return own.given
  const found = own === undefined ? 'is missing' : `holds ${own.holds}`
  throw new DataError(`${name}: column "${column.name}" ${found}, expected ${column.kind} values as in the binning`, {
    column: column.name,
  })
}

function slotsOf({ column }: ColumnPlan, found: Float64Array, start: number): Int32Array {
  const refused = found.findIndex(Number.isNaN)
  if (refused >= 0) {
    const row = start + refused
    throw new DataError(`column ${column.name}: the binning refuses the value at row ${row}`, {
      column: column.name,
      row,
    })
  }
  return Int32Array.from(found)
}
