import { discretize } from '../discretizers/discretize.ts'
import { summarizeNumbers, toNumbers } from '../summaries/exact.ts'
import { dateNumbers, isNumeric, type Table, tableColumn, tableRows } from '../summaries/table.ts'
import type { NumberValues, Proposal } from '../types.ts'
import { type ColumnFit, numberOptions, withColumn } from './fit-column.ts'
import { fitLazily } from './fit-lazy.ts'
import { columnOptions, type FitTableOptions, markTable } from './fit-table.ts'

/** What `findCuts` takes: as `fitTable`, without what only a binning has. */
export type FindCutsOptions = Pick<
  FitTableOptions,
  'target' | 'targetKind' | 'event' | 'weights' | 'columns' | 'all' | 'perColumn'
>

/**
 * The cuts of the columns of numbers and dates in a table, by name: those of `fitTable`, bit for bit. For programs that
 * need nothing else: bins are not counted, which on large columns is most of the work. `assign` takes what comes back.
 */
export function findCuts(table: Table, options: FindCutsOptions = {}): Record<string, Proposal> {
  const { target, weights, all = {}, perColumn = {} } = options
  const marks = markTable('findCuts', table, tableRows('findCuts', table), options)
  const plain = { ...marks, notes: [] }
  const names =
    options.columns ??
    Object.keys(table).filter((name) => name !== target && name !== weights && numbersOf(table[name]) !== null)
  return Object.fromEntries(
    names.map((name) => {
      const values = numbersOf(tableColumn('findCuts', table, name))
      if (values === null) throw new TypeError(`findCuts: column ${name} must hold numbers`)
      return [name, withColumn(name, () => cutsOf(name, values, plain, columnOptions(all, perColumn[name])))]
    }),
  )
}

function numbersOf(values: Table[string]): NumberValues | null {
  return dateNumbers(values) ?? (isNumeric(values) ? values : null)
}

function cutsOf(
  name: string,
  values: NumberValues,
  marks: Parameters<typeof summarizeNumbers>[1],
  { missing, special, ...rest }: ColumnFit,
): Proposal {
  const {
    name: _,
    missingPolicy: _m,
    specialPolicy: _s,
    levels: _l,
    ...own
  } = numberOptions(name, rest, marks.target?.kind)
  const numbers = toNumbers(values, marks.rows)
  const settled = (missing ?? special) === undefined ? fitLazily(numbers, marks, own, 'cuts') : null
  return settled?.proposal ?? discretize(summarizeNumbers(numbers, marks, { missing, special }), own)
}
