import { type Binning, type Column, hasCuts } from '../../binning/binning.ts'
import { type BinningTable, binningTable } from '../../binning/table.ts'
import type { Target } from '../../types.ts'
import { type Information, informationOf } from '../information.ts'
import { alignedTexts, counted, countText, percentText } from '../number-text.ts'
import { printable } from '../printable.ts'
import { stackedBar } from './bars.ts'
import { classMarks, totalOf } from './classes.ts'
import { columnLines } from './column.ts'
import { legend } from './legend.ts'
import { type ReportOptions, type Screen, screenOf } from './screen.ts'
import { textWidth, truncate, wrap } from './text.ts'

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
    title(binning, telling.length, screen),
    targetLines(binning, all[0]?.table, screen),
    ...telling.slice(0, most).map(({ column }) => columnLines(column, target, screen, skip)),
    restLines(telling.slice(most), target, most, screen),
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

function title({ created, target, columns }: Binning, telling: number, { style, width }: Screen): string[] {
  const { name, rows } = created.source
  const what = `${counted(columns.length, 'column')}${telling < columns.length ? `, ${telling} of them telling` : ''}`
  const purpose =
    target === null
      ? 'binned without a target'
      : target.kind === 'numeric'
        ? `binned to explain ${targetName(target)}`
        : `binned to tell the ${target.classes.length} classes of ${targetName(target)} apart`
  const source = name === null ? '' : `${printable(name)}: `
  return wrap(`${source}${counted(rows, 'row')}, ${what}, ${purpose}`, width).map(style.bold)
}

function targetName(target: Target): string {
  return target.name === null ? 'the target' : printable(target.name)
}

/** What the target is like over all rows: a bar with the legend of the classes, or mean and deviation. */
function targetLines({ target }: Binning, table: BinningTable | undefined, screen: Screen): string[] {
  if (target === null || table === undefined) return []
  const { total, event } = table
  if (target.kind === 'numeric') {
    if (total.mean === null || total.deviation === null) return []
    const [mean, deviation] = alignedTexts([total.mean, total.deviation], total.deviation)
    return wrap(`${targetName(target)}: mean ${mean}, deviation ${deviation}`, screen.width - 2).map(
      (line) => `  ${line}`,
    )
  }
  const totals = total.classes ?? target.classes.map(() => 0)
  const marks = classMarks(target, totals, Infinity)
  const bar = stackedBar(
    marks.map((mark) => ({ color: mark.color, size: totalOf(mark, totals) })),
    Math.min(60, screen.width - 2),
    screen.style,
  )
  const entries = marks.map((mark) => {
    const size = totalOf(mark, totals)
    const share = total.weight > 0 ? ` (${percentText(size / total.weight)})` : ''
    const isEvent = mark.name === event && target.classes.length > 1 ? ', the event' : ''
    return `${screen.style.sign(mark.color)} ${truncate(printable(mark.name), 24)}: ${countText(size)}${share}${isEvent}`
  })
  return [`  ${bar}`.trimEnd(), ...flow(entries, screen.width - 2).map((line) => `  ${line}`)].filter(
    (line) => line !== '',
  )
}

/** The telling columns that are not shown in full, by name and number. */
function restLines(rest: readonly Ranked[], target: Target | null, shown: number, screen: Screen): string[] {
  if (rest.length === 0) return []
  const names = rest.map(
    ({ column, information }) => `${printable(column.name)}${information.short === '' ? '' : ` ${information.short}`}`,
  )
  const intro = `${counted(rest.length, shown > 0 ? 'more column' : 'column')}${target === null ? '' : ', most telling first'}:`
  return [
    intro,
    ...flow(
      names.map((name, i) => (i < names.length - 1 ? `${name},` : name)),
      screen.width - 2,
      1,
    ).map((line) => `  ${line}`),
  ]
}

/** Entries on as few lines as they need, none broken. */
function flow(entries: readonly string[], width: number, gap = 3): string[] {
  const lines: string[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    const longer = `${last}${' '.repeat(gap)}${entry}`
    if (last !== undefined && textWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(truncate(entry, width))
  }
  return lines
}
