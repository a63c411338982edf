import { ArgumentError } from '../../errors.ts'
import { type ColumnGroup, columnGroups } from '../../binning/compare/column-groups.ts'
import { type Ranking, rankColumns } from '../../binning/compare/rank-columns.ts'
import type { Binning } from '../../binning/binning.ts'
import { fixed } from '../../discretizers/methods/fixed.ts'
import { fitTable } from '../../binning/fit/fit-table.ts'
import type { Table } from '../../types.ts'

/** How the rows of a small table fall into the groups of its columns: what entropies are made of. */
export interface Counts {
  readonly ranking: Ranking
  readonly groups: (column: string) => readonly ColumnGroup[]
  readonly group: (column: string, label: string) => ColumnGroup
  /** rows of a class, in all or in one group */
  readonly rows: (label: string, at?: readonly [column: string, group: string]) => number
}

/** Counts a table: texts are groups as they are, numbers fall into bins where `cuts` say so. */
export async function countTable(table: Table, target: string, cuts?: readonly number[]): Promise<Counts> {
  const all = cuts === undefined ? {} : { all: { method: fixed, cuts: [...cuts] } }
  const binning: Binning = await fitTable(table, { target, ...all })
  const classes = binning.target?.kind === 'class' ? binning.target.classes : []
  const groups = (column: string): readonly ColumnGroup[] => columnGroups(binning, column)
  const group = (column: string, label: string): ColumnGroup => {
    const found = groups(column).find((one) => one.label === label)
    if (found === undefined) throw new ArgumentError(`countTable: no group ${label} in ${column}`, { code: 'bad-data' })
    return found
  }
  const sum = (label: string): number => {
    const [first] = binning.columns
    return groups(first.name).reduce((rows, one) => rows + one.classes[classes.indexOf(label)], 0)
  }
  return {
    ranking: rankColumns(binning),
    groups,
    group,
    rows: (label, at) => (at === undefined ? sum(label) : group(...at).classes[classes.indexOf(label)]),
  }
}

/** What a ranking says of one column. */
export function ranked({ ranking }: Counts, column: string): Ranking['columns'][number] {
  return ranking.columns.find(({ name }) => name === column)!
}
