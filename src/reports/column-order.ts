import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { type BinningTable, binningTable } from '../binning/use/binning-table.ts'
import { type Information, informationOf } from './information-text.ts'

/** A column with its table and what that tells about the target. */
export interface RankedColumn {
  readonly column: Column
  readonly table: BinningTable
  readonly information: Information
}

/** The columns of a binning in the order in which a report shows them. */
export interface Ranking {
  /** those worth showing, the most telling first */
  readonly telling: readonly RankedColumn[]
  /** a single bin, and nothing to tell beside it */
  readonly blunt: readonly RankedColumn[]
  /** nearly a level per row, as names and keys have */
  readonly naming: readonly RankedColumn[]
  /** all of them, in the order of the binning */
  readonly all: readonly RankedColumn[]
}

/** Measures every column and sorts them by what they tell; equal ones keep their order. */
export function rankColumns({ columns, target }: Binning): Ranking {
  const all = columns.map((column) => {
    const table = binningTable(column, target)
    return { column, table, information: informationOf(table, target) }
  })
  const naming = all.filter(({ column, table }) => namesRows(column, table))
  const blunt = all.filter((ranked) => !naming.includes(ranked) && isBlunt(ranked))
  const aside = new Set([...naming, ...blunt])
  const telling = all
    .filter((ranked) => !aside.has(ranked))
    .toSorted((a, b) => b.information.value - a.information.value)
  return { telling, blunt, naming, all }
}

/** A single bin, and nothing worth telling in the lines for missing values and special codes. */
function isBlunt({ column, information }: RankedColumn): boolean {
  return column.bins.length <= 1 && information.share < 0.01
}

/** More levels than half of the rows that have one, as names and keys do. */
function namesRows(column: Column, { total }: BinningTable): boolean {
  if (hasCuts(column)) return false
  const present = total.count - column.missing.count
  return column.bins.length > 20 && column.bins.length > present / 2
}

/** Why a column has a single bin, as words behind its name; empty when it is only that no cut is worth making. */
export function whyBlunt(column: Column): string {
  const codes = new Set(column.notes.map((note) => note.code))
  return codes.has('constant') ? ' (constant)' : codes.has('no-values') ? ' (no values)' : ''
}

/** Notes that every column has are about the rows, not about the columns. */
export function sharedNotes(columns: readonly Column[]): string[] {
  if (columns.length < 2) return []
  return columns[0].notes
    .map((note) => note.message)
    .filter((message) => columns.every((column) => column.notes.some((note) => note.message === message)))
}
