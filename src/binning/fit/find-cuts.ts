import { discretize } from '../../discretizers/discretize.ts'
import { summarizeNumbers, toNumbers } from '../../summaries/summarize-numbers.ts'
import type { AssignRows } from '../../summaries/fast/bucket-slots.ts'
import { dateNumbers, isNumeric, tableColumn, tableRows } from '../../summaries/column-table.ts'
import type { NumberValues, Proposal, Table } from '../../types.ts'
import { type ColumnFit, numberOptions, withColumn } from './fit-column.ts'
import { fitLazily } from './fit-without-sorting.ts'
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
  return eachColumn('findCuts', table, options, (_, { proposal }) => proposal)
}

/** What was found for a column: the cuts, and where its rows were counted if that tells their bins. */
export interface FoundCuts {
  readonly proposal: Proposal
  readonly assign?: AssignRows | undefined
}

/** Finds the cuts of one column after the other, and gives what is made of them, by name. */
export function eachColumn<T>(
  where: string,
  table: Table,
  options: FindCutsOptions,
  make: (values: NumberValues, found: FoundCuts, asked: ColumnFit) => T,
): Record<string, T> {
  const { target, weights, all = {}, perColumn = {} } = options
  const marks = markTable(where, table, tableRows(where, table), options)
  const plain = { ...marks, notes: [] }
  const names =
    options.columns ??
    Object.keys(table).filter((name) => name !== target && name !== weights && numbersOf(table[name]) !== null)
  return Object.fromEntries(
    names.map((name) => {
      const values = numbersOf(tableColumn(where, table, name))
      if (values === null) throw new TypeError(`${where}: column ${name} must hold numbers`)
      const asked = columnOptions(all, perColumn[name])
      return [name, withColumn(name, () => make(values, cutsOf(name, values, plain, asked), asked))]
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
): FoundCuts {
  const {
    name: _,
    missingPolicy: _m,
    specialPolicy: _s,
    levels: _l,
    ...own
  } = numberOptions(name, rest, marks.target?.kind)
  const numbers = toNumbers(values, marks.rows)
  const settled = (missing ?? special) === undefined ? fitLazily(numbers, marks, own, 'cuts') : null
  return settled ?? { proposal: discretize(summarizeNumbers(numbers, marks, { missing, special }), own) }
}
