import { type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { binningTable } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { columnRemarks } from '../column-notes.ts'
import { foldRange, fullLabel, levelsText } from '../table-rows.ts'
import { informationOf } from '../column-information.ts'
import { counted, valueText } from '../number-text.ts'
import { binTable } from './bin-table-text.ts'
import { classMarks } from './draw/colours.ts'
import { histogram } from './draw/histogram-text.ts'
import { heading, indented, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'
import { cutReasons } from '../reason-texts.ts'
import { printable, wrap } from '../printed-text.ts'

/** Bins that are all shown; of more, the middle is folded. */
const MOST_BINS = 20
/** Bins shown on each side of what is folded. */
const EACH_SIDE = 8
/** Levels that are shown unless all are asked for. */
const MOST_LEVELS = 12
/** Reasons that are told unless all are asked for. */
const MOST_REASONS = 6

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
  const below = [...why, ...noteLines(column, screen, skipNotes)]
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

/**
 * A category column as lines: its levels by how many rows they have, the rest of many folded into one line. Groups of
 * levels stay in their order.
 */
function levelsLines(column: CategoryColumn, target: Target | null, screen: Screen): string[] {
  const table = binningTable(column, target)
  const title = heading(column.name, [column.kind, levelsText(column), informationOf(table, target).words], screen)
  if (table.total.count === 0) return title
  const count = column.bins.length
  const grouped = column.bins.some(({ levels }) => levels.length > 1)
  const bins = table.rows.slice(0, count)
  const sorted = grouped ? bins : bins.toSorted((a, b) => b.weight - a.weight)
  const rows = [...sorted, ...table.rows.slice(count)]
  const fold = !screen.verbose && count > MOST_LEVELS + 1
  const shown = fold
    ? foldRange(rows, MOST_LEVELS, count, (folded) => `… ${folded} more ${grouped ? 'groups' : 'levels'}`)
    : rows
  const text = {
    head: grouped ? 'levels' : 'level',
    table: { ...table, rows: shown },
    target,
    weighted: column.missing.weight !== undefined,
    folded: fold ? MOST_LEVELS : null,
  }
  const named = screen.verbose ? groupLines(column, screen) : []
  return [...title, '', ...indented(binTable(text, { ...screen, width: screen.width - 2 })), ...named]
}

/** All levels of the groups whose labels name only some of them. */
function groupLines({ bins }: CategoryColumn, { style, width }: Screen): string[] {
  const shortened = bins.filter((bin) => fullLabel(bin) !== bin.label)
  const lines = shortened.flatMap((bin) =>
    wrap(`${printable(bin.label)}: ${printable(fullLabel(bin))}`, width - 2, '    '),
  )
  return lines.length === 0 ? [] : ['', ...indented(lines).map(style.dim)]
}

/** One line per cut that says why it is there. A reason that all cuts share is told once. */
function whyLines(column: NumberColumn, { style, width, verbose }: Screen): string[] {
  const reasons = cutReasons(column)
  if (reasons.length === 0) return []
  const put = (text: string): string[] => wrap(text, width - 2, '    ').map((line) => `  ${style.dim(line)}`)
  const [first] = reasons
  if (reasons.length > 1 && reasons.every(({ why }) => why === first.why)) {
    return put(`all ${reasons.length} cuts: ${first.why}`)
  }
  const told = verbose || reasons.length <= MOST_REASONS ? reasons : strongest(column).map((i) => reasons[i])
  const left = reasons.length - told.length
  return [
    ...told.flatMap(({ cut, why }) => put(`cut at ${cut}: ${why}`)),
    ...(left > 0
      ? put(`… and ${left} ${column.reasons.some(({ margin }) => margin !== null) ? 'weaker' : 'more'} cuts`)
      : []),
  ]
}

/** The cuts that score most above what they needed, in the order of the column; the first ones where nothing was needed. */
function strongest({ reasons }: NumberColumn): number[] {
  const margin = (i: number): number => reasons[i]?.margin ?? -Infinity
  return reasons
    .map((_, i) => i)
    .toSorted((a, b) => compare(margin(b), margin(a)) || a - b)
    .slice(0, MOST_REASONS - 1)
    .toSorted((a, b) => a - b)
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** Notes of a column and what its policies did, one to a line; `skip` names notes that are told elsewhere. */
function noteLines(column: Column, { style, width }: Screen, skip: ReadonlySet<string>): string[] {
  return columnRemarks(column, skip).flatMap((message) =>
    wrap(`note: ${printable(message)}`, width - 2, '      ').map((line) => `  ${style.dim(line)}`),
  )
}
