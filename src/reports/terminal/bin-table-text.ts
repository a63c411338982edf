import type { BinningTable, TableRow } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { momentTexts } from '../moment-texts.ts'
import { countText, fixedText, NONE, percentText } from '../number-text.ts'
import { printable } from '../printable.ts'
import { markedBar, plainBar, spanPlot } from './draw/bars.ts'
import { classColumns } from './draw/class-columns.ts'
import { type AnyColumn, layOut, type TextColumn } from './draw/lay-out.ts'
import type { Screen } from './draw/screen.ts'

/** What the lines of a table are drawn from. */
export interface TableText {
  /** head of the first column, such as "bin" */
  readonly head: string
  readonly table: BinningTable
  readonly target: Target | null
  readonly weighted: boolean
  /** the line that stands for several, if any */
  readonly folded: number | null
}

/** A table of bins or levels: rows and shares, then what the target does in each line. The last line is the total. */
export function binTable(text: TableText, screen: Screen): string[] {
  const rows = [...text.table.rows, text.table.total]
  const left = sizeColumns(text, rows)
  const [head, ...lines] = layOut(allColumns(text, rows, left, screen), screen.width)
  return [screen.style.dim(head), ...lines.slice(0, -1), screen.style.bold(lines[lines.length - 1])]
}

function allColumns(text: TableText, rows: readonly TableRow[], left: TextColumn[], screen: Screen): AnyColumn[] {
  const { target, table } = text
  if (target === null) return [...left, shareBars(rows, text.folded, screen)]
  if (target.kind === 'numeric') return [...left, ...meanColumns(rows, target, screen)]
  if (table.event !== null) return [...left, ...eventColumns(rows, target, table.event, screen)]
  return classColumns(rows, target, left, screen)
}

function sizeColumns({ head, weighted }: TableText, rows: readonly TableRow[]): TextColumn[] {
  const weight: TextColumn = {
    head: 'weight',
    align: 'right',
    keep: 2,
    cells: rows.map((row) => countText(row.weight)),
  }
  return [
    { head, align: 'left', keep: Infinity, cells: rows.map((row) => printable(row.label)) },
    { head: 'rows', align: 'right', keep: Infinity, cells: rows.map((row) => countText(row.count)) },
    ...(weighted ? [weight] : []),
    { head: 'share', align: 'right', keep: 4, cells: rows.map((row) => percentText(row.share)) },
  ]
}

/** Without a target: how many rows each line has, the longest bar for the most. */
function shareBars(rows: readonly TableRow[], folded: number | null, { style }: Screen): AnyColumn {
  const single = (i: number): boolean => i < rows.length - 1 && i !== folded
  const most = Math.max(0, ...rows.filter((_, i) => single(i)).map((row) => row.share))
  const draw = (width: number): string[] =>
    rows.map((row, i) => (single(i) && most > 0 ? plainBar(row.share / most, width, style) : ''))
  return { heads: [''], draw, least: 8, most: 40, keep: 1 }
}

/** An event: its rate as a bar with the rate of all rows marked, then as numbers. */
function eventColumns(rows: readonly TableRow[], target: Target, event: string, { style }: Screen): AnyColumn[] {
  const overall = rows[rows.length - 1].rate ?? 0
  const most = Math.max(...rows.map((row) => row.rate ?? 0), 1e-9)
  const draw = (width: number): string[] =>
    rows.map((row) => (row.weight > 0 ? markedBar(row.rate ?? 0, overall, most, width, style) : ''))
  const cells = (show: (row: TableRow) => string): string[] => rows.map((row) => (row.weight > 0 ? show(row) : NONE))
  const name = `${target.name === null ? '' : `${printable(target.name)} = `}${printable(event)}`
  return [
    { heads: [`${name} (│ overall)`, name], draw, least: 10, most: 40, keep: 1 },
    { head: 'rate', align: 'right', keep: 5, cells: cells((row) => percentText(row.rate ?? 0, 1)) },
    {
      head: 'WoE',
      align: 'right',
      keep: 2,
      cells: rows.map((row, i) =>
        i === rows.length - 1 || row.woe === null || row.weight === 0 ? '' : fixedText(row.woe, 2, true),
      ),
    },
    { head: 'IV', align: 'right', keep: 3, cells: rows.map((row) => (row.iv === null ? '' : fixedText(row.iv, 3))) },
  ]
}

/** A numeric target: mean and deviation as numbers and on a scale, with the mean of all rows marked. */
function meanColumns(rows: readonly TableRow[], target: Target, { style }: Screen): AnyColumn[] {
  const known = rows.filter((row) => row.mean !== null)
  const low = Math.min(...known.map((row) => row.mean! - row.deviation!))
  const high = Math.max(...known.map((row) => row.mean! + row.deviation!))
  const overall = rows[rows.length - 1].mean ?? 0
  const draw = (width: number): string[] =>
    rows.map((row) =>
      row.mean === null ? '' : spanPlot(row.mean, row.deviation!, overall, { from: low, to: high }, width, style),
    )
  const { means, deviations } = momentTexts(rows)
  const name = target.name === null ? 'target' : printable(target.name)
  return [
    { head: 'mean', align: 'right', keep: 5, cells: means },
    { head: '± dev.', align: 'right', keep: 3, cells: deviations },
    { heads: [`${name} (│ overall)`, name], draw, least: 12, most: 44, keep: 1 },
  ]
}
