import { type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { binningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { foldRange } from '../fold-rows.ts'
import { informationOf } from '../information-text.ts'
import { counted, valueText } from '../number-text.ts'
import { binTable } from './bin-table-text.ts'
import { classMarks } from './draw/class-marks.ts'
import { histogram } from './draw/histogram-text.ts'
import { levelsLines } from './levels-text.ts'
import { columnNotes, heading, indented } from './draw/text-parts.ts'
import { type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { whyLines } from './why-text.ts'

/** Bins that are all shown; of more, the middle is folded. */
const MOST_BINS = 20
/** Bins shown on each side of what is folded. */
const EACH_SIDE = 8

/**
 * One fitted column as text for a terminal: what it tells about the target, how its values are spread and where it was
 * cut, its bins or levels as a table, why each cut is where it is, and notes. No line is wider than `width`.
 */
export function columnReport(column: Column, target: Target | null, options: ReportOptions = {}): string {
  return columnLines(column, target, screenOf(options)).join('\n')
}

/** The same as lines, for reports of several columns. */
export function columnLines(
  column: Column,
  target: Target | null,
  screen: Screen,
  skipNotes: ReadonlySet<string> = new Set(),
): string[] {
  const lines = hasCuts(column) ? numberLines(column, target, screen) : levelsLines(column, target, screen)
  const why = hasCuts(column) ? whyLines(column, screen) : []
  const below = [...why, ...columnNotes(column, screen, skipNotes)]
  return below.length === 0 ? lines : [...lines, '', ...below]
}

function numberLines(column: NumberColumn, target: Target | null, screen: Screen): string[] {
  const table = binningTable(column, target)
  const { preset } = column.options
  const method = `${column.method}${typeof preset === 'string' ? ` (${preset})` : ''}`
  const details = [
    column.kind,
    `${counted(column.bins.length, 'bin')} by ${method}`,
    informationOf(table, target).words,
  ]
  const title = heading(column.name, details, screen)
  if (table.total.count === 0) return title

  const inner = { ...screen, width: screen.width - 2 }
  const marks = target?.kind === 'class' ? classMarks(target, table.total.classes ?? [], Infinity) : []
  const picture = histogram(column, marks, inner)
  const bins = column.bins.length
  const fold = !screen.verbose && bins > MOST_BINS
  const rows = fold
    ? foldRange(table.rows, EACH_SIDE, bins - EACH_SIDE, (folded) => `… ${folded} more bins`)
    : table.rows
  const weighted = column.missing.weight !== undefined
  return [
    ...title,
    ...(picture.length > 0 ? indented(['', ...picture, '']) : indented([...rangeLine(column), ''])),
    ...indented(
      binTable({ head: 'bin', table: { ...table, rows }, target, weighted, folded: fold ? EACH_SIDE : null }, inner),
    ),
  ]
}

/** Stands for the picture of a column without one. */
function rangeLine({ kind, range, bins }: NumberColumn): string[] {
  if (range === null || bins.length === 0) return []
  const [min, max] = range.map((end) => valueText(kind, end))
  return [min === max ? `every value is ${min}` : `values from ${min} to ${max}`]
}
