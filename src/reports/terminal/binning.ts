import { type Binning, type Column, hasCuts } from '../../binning/binning.ts'
import { type BinningTable, binningTable } from '../../binning/table.ts'
import type { Target } from '../../types.ts'
import { type Information, informationOf } from '../information.ts'
import { counted } from '../number-text.ts'
import { printable } from '../printable.ts'
import { columnLines } from './column.ts'
import { targetLines, titleLines } from './header.ts'
import { legend } from './legend.ts'
import { indented } from './parts.ts'
import { type ReportOptions, type Screen, screenOf } from './screen.ts'
import { flow, wrap } from './text.ts'

/** How a whole binning is printed. */
export interface BinningReportOptions extends ReportOptions {
  /** columns shown in full, the most telling first; the others are only named; default all */
  readonly most?: number | undefined
}

interface Ranked {
  readonly column: Column
  readonly table: BinningTable
  readonly information: Information
}

/**
 * A whole binning as text for a terminal: where it comes from and what the target is, then its columns, those that tell
 * most about the target first, and in one line each those with a single bin and those that are different in every row.
 */
export function binningReport(binning: Binning, options: BinningReportOptions = {}): string {
  const screen = screenOf(options)
  const { target } = binning
  const all = binning.columns.map((column) => measured(column, target))
  const naming = all.filter(({ column, table }) => namesRows(column, table))
  const blunt = all.filter((ranked) => !naming.includes(ranked) && isBlunt(ranked))
  const telling = all
    .filter((ranked) => !naming.includes(ranked) && !blunt.includes(ranked))
    .toSorted((a, b) => b.information.value - a.information.value)
  const most = Math.max(0, Math.floor(options.most ?? telling.length))
  const shared = sharedNotes(binning.columns)
  const skip = new Set(shared)
  const put = (text: string): string[] => wrap(text, screen.width, '  ')
  const parts = [
    titleLines(binning, telling.length, screen),
    targetLines(target, all[0]?.table, screen),
    ...telling.slice(0, most).map(({ column }) => columnLines(column, target, screen, skip)),
    restLines(telling.slice(most), most, screen),
    blunt.length === 0
      ? []
      : put(`one bin only, no cut worth making: ${blunt.map(({ column }) => whyBlunt(column)).join(', ')}`),
    naming.length === 0
      ? []
      : put(
          `nearly a level per row, too fine to tell: ${naming.map(({ column }) => `${printable(column.name)} (${counted(column.bins.length, 'level')})`).join(', ')}`,
        ),
    shared.flatMap((message) => put(`note: ${printable(message)}`)),
    telling.length === 0 ? [] : legend(target, telling[0].table).flatMap(put).map(screen.style.dim),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function measured(column: Column, target: Target | null): Ranked {
  const table = binningTable(column, target)
  return { column, table, information: informationOf(table, target) }
}

/** A single bin, and nothing worth telling in the lines for missing values and special codes. */
function isBlunt({ column, information }: Ranked): boolean {
  return column.bins.length <= 1 && information.share < 0.01
}

/** More levels than half of the rows that have one, as names and keys do. */
function namesRows(column: Column, { total }: BinningTable): boolean {
  if (hasCuts(column)) return false
  const present = total.count - column.missing.count
  return column.bins.length > 20 && column.bins.length > present / 2
}

function whyBlunt(column: Column): string {
  const codes = new Set(column.notes.map((note) => note.code))
  const why = codes.has('constant') ? ' (constant)' : codes.has('no-values') ? ' (no values)' : ''
  return `${printable(column.name)}${why}`
}

/** Notes that every column has are about the rows, not about the columns. */
function sharedNotes(columns: readonly Column[]): string[] {
  if (columns.length < 2) return []
  return columns[0].notes
    .map((note) => note.message)
    .filter((message) => columns.every((column) => column.notes.some((note) => note.message === message)))
}

/** How the numbers behind the names of further columns are to be read. */
const MEASURES: Readonly<Record<Information['measure'], string>> = {
  iv: ', by IV',
  gain: ', by how much of the doubt each removes',
  variance: ', by how much of the variance each explains',
  none: '',
}

/** The telling columns that are not shown in full, by name and number. */
function restLines(rest: readonly Ranked[], shown: number, screen: Screen): string[] {
  if (rest.length === 0) return []
  const intro = `${counted(rest.length, shown > 0 ? 'more column' : 'column')}${MEASURES[rest[0].information.measure]}:`
  const entries = rest.map(({ column, information }, i) => {
    const entry = `${printable(column.name)} ${information.short}`.trimEnd()
    return i < rest.length - 1 ? `${entry},` : entry
  })
  return [intro, ...indented(flow(entries, screen.width - 2, 1))]
}
