import { dateNumbers, isNumeric, tableColumn, tableRows } from '../../summaries/column-table.ts'
import { byteLabels } from '../../summaries/byte-labels.ts'
import type { NumberValues, Proposal, Table } from '../../types.ts'
import { knownOptions, type OptionNames } from '../../util/check.ts'
import { readNumbers } from '../../util/data-value.ts'
import { leaveScratch, type Scratch, takeScratch } from '../../util/scratch.ts'
import { withColumn } from '../../util/about-column.ts'
import { numberOptions } from './fit-column.ts'
import type { ColumnFit } from './column-fit.ts'
import type { FitTableOptions } from './table-options.ts'
import { fitNumbers } from './fit-numbers.ts'
import { runNow } from '../../util/steps.ts'
import { columnOptions, markTable } from './fit-table.ts'
import { cutsAlone, type LastStep } from './count-column.ts'
import { PlacedRows } from './placed-rows.ts'

/** What `findCuts` takes: as `fitTable`, without what only a binning has. */
export type FindCutsOptions = Pick<
  FitTableOptions,
  'target' | 'targetKind' | 'event' | 'weights' | 'columns' | 'all' | 'perColumn'
> & {
  /** memory that calls one after the other share, which spares large columns the time of taking it; default what the last call left, if it is still there */
  readonly scratch?: Scratch | undefined
}

/**
 * The cuts of the columns of numbers and dates in a table, by name: those of `fitTable`, bit for bit. For programs that
 * need nothing else: bins are not counted, which on large columns is most of the work. `assign` takes what comes back.
 *
 *     const { age } = findCuts({ age: ages, bought }, { target: 'bought' })
 *     console.log(age?.cuts) // → [ 30.5 ]
 */
export function findCuts(table: Table, options: FindCutsOptions = {}): Record<string, Proposal> {
  return eachColumn('findCuts', table, options, () => cutsAlone('findCuts'))
}

const NAMES: OptionNames<FindCutsOptions> = {
  target: 1,
  targetKind: 1,
  event: 1,
  weights: 1,
  columns: 1,
  all: 1,
  perColumn: 1,
  scratch: 1,
}

/** Finds the cuts of one column after the other, and gives what the last step makes of them, by name. */
export function eachColumn<T>(
  where: string,
  table: Table,
  options: FindCutsOptions,
  lastStep: (values: NumberValues, asked: ColumnFit, name: string) => LastStep<T>,
): Record<string, T> {
  knownOptions(where, options, NAMES)
  const { target, weights, all = {}, perColumn = {} } = options
  const marks = markTable(where, table, tableRows(where, table), { ...options, bytes: byteLabels })
  // Notes on the target are not told; a copy of the marks would make what only some methods need.
  const quiet = marks.notes.length === 0 ? marks : { ...marks, notes: [] }
  const scratch = options.scratch ?? takeScratch()
  const rows = new PlacedRows(quiet, scratch)
  const names =
    options.columns ??
    Object.keys(table).filter((name) => name !== target && name !== weights && holdsNumbers(table[name]))
  const found = Object.fromEntries(
    names.map((name) => {
      const values = readNumbers(tableColumn(where, table, name), { where, column: name })
      const asked = columnOptions(all, perColumn[name])
      const { missing, special, ...rest } = asked
      const { given } = numberOptions(name, rest, marks.target?.kind)
      return [
        name,
        withColumn(where, name, () => {
          const source = rows.column(values, { missing, special })
          return runNow(fitNumbers(source, given, lastStep(values, asked, name)))
        }),
      ]
    }),
  )
  if (options.scratch === undefined) leaveScratch(scratch)
  return found
}

function holdsNumbers(values: Table[string]): boolean {
  return isNumeric(values) || dateNumbers(values) !== null
}
