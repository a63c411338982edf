import type { BinningTable, TableRow } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { momentTexts } from '../table-rows.ts'
import { countText, fixedText, NONE, percentText, pValueText } from '../number-text.ts'
import { printable, textWidth, truncate } from '../printed-text.ts'
import { barWithAverage, plainBar, spanPlot, stackedBar } from './draw/bars.ts'
import { type AnyColumn, layOut, leastWidth, rightText, type TextColumn } from './draw/lay-out.ts'
import { type ClassMark, classMarks, OTHERS, type Screen, totalOf } from './draw/screen.ts'

/** Letters a class may have in the head of its column. */
const LONGEST_NAME = 16
const SHORTEST_NAME = 6

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
  const alike = pValueColumn(rows)
  if (target.kind === 'numeric') return [...left, ...meanColumns(rows, target, screen), ...alike]
  if (table.event !== null) return [...left, ...eventColumns(rows, target, table.event, screen), ...alike]
  return classColumns(rows, target, [...left, ...alike], screen)
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

/** How like a bin and the one above it are, where the method compares them. */
function pValueColumn(rows: readonly TableRow[]): TextColumn[] {
  if (rows.every(({ pValue }) => pValue === undefined || pValue === null)) return []
  return [rightText('p', 2.5, rows, ({ pValue = null }) => (pValue === null ? '' : pValueText(pValue)))]
}

/** Without a target: how many rows each line has, the longest bar for the most. */
function shareBars(rows: readonly TableRow[], folded: number | null, { style }: Screen): AnyColumn {
  const single = (i: number): boolean => i < rows.length - 1 && i !== folded
  const most = Math.max(0, ...rows.filter((_, i) => single(i)).map((row) => row.share))
  const draw = (width: number): string[] =>
    rows.map((row, i) => (single(i) && most > 0 ? plainBar(row.share / most, width, style) : ''))
  return { heads: [''], draw, least: 8, most: 40, keep: 1 }
}

/** An event: its rate as a bar with a line at the rate of all rows, then as numbers. */
function eventColumns(
  rows: readonly TableRow[],
  target: ClassTarget,
  event: string,
  { style, verbose }: Screen,
): AnyColumn[] {
  const at = target.classes.indexOf(event)
  const overall = rows[rows.length - 1].rate ?? 0
  const most = Math.max(...rows.map((row) => row.rate ?? 0), 1e-9)
  const draw = (width: number): string[] =>
    rows.map((row) => (row.weight > 0 ? barWithAverage(row.rate ?? 0, { average: overall, most }, width, style) : ''))
  const name = `${target.name === null ? '' : `${printable(target.name)} = `}${printable(event)}`
  return [
    { heads: [`${name} (│ overall)`, name], draw, least: 10, most: 40, keep: 1 },
    ...(verbose ? [rightText('events', 4.5, rows, ({ classes }) => countText(classes?.[at] ?? 0))] : []),
    rightText('rate', 5, rows, (row) => (row.weight > 0 ? percentText(row.rate ?? 0, 1) : NONE)),
    rightText('WoE', 2, rows, ({ woe, weight }, i) =>
      i === rows.length - 1 || woe === null || weight === 0 ? '' : fixedText(woe, 2, true),
    ),
    rightText('IV', 3, rows, ({ iv }) => (iv === null ? '' : fixedText(iv, 3))),
  ]
}

/** A numeric target: mean and deviation as numbers and on a scale, with a line at the mean of all rows. */
function meanColumns(rows: readonly TableRow[], target: Target, { style }: Screen): AnyColumn[] {
  const ends = rows.flatMap(({ mean, deviation }) =>
    mean === null || deviation === null ? [] : [mean - deviation, mean + deviation],
  )
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const overall = rows[rows.length - 1].mean ?? 0
  const draw = (width: number): string[] =>
    rows.map(({ mean, deviation }) =>
      mean === null ? '' : spanPlot({ mean, deviation: deviation ?? 0, average: overall }, [low, high], width, style),
    )
  const { means, deviations } = momentTexts(rows)
  const name = target.name === null ? 'target' : printable(target.name)
  return [
    { head: 'mean', align: 'right', keep: 5, cells: means },
    { head: '± dev.', align: 'right', keep: 3, cells: deviations },
    { heads: [`${name} (│ overall)`, name], draw, least: 12, most: 44, keep: 1 },
  ]
}

type ClassTarget = Target & { readonly kind: 'class' }

/**
 * What the classes do in each line of a table, after the columns at its left. Few classes: a stacked bar, and a column of
 * percentages for as many as there is room for. Many: the main ones of each line by name.
 */
function classColumns(
  rows: readonly TableRow[],
  target: ClassTarget,
  left: readonly TextColumn[],
  screen: Screen,
): AnyColumn[] {
  if (target.classes.length > OTHERS + 1) return [...left, mainClasses(rows, target)]
  const totals = rows[rows.length - 1].classes ?? target.classes.map(() => 0)
  for (let most = target.classes.length; most >= 2; most--) {
    const marks = classMarks(target, totals, most)
    for (let longest = LONGEST_NAME; longest >= SHORTEST_NAME; longest--) {
      const columns = [...left, classBars(rows, marks, screen), ...percents(rows, marks, longest, screen)]
      if (leastWidth(columns) <= screen.width) return columns
    }
  }
  return [...left, ...percents(rows, classMarks(target, totals, 2), SHORTEST_NAME, screen)]
}

function classBars(rows: readonly TableRow[], marks: readonly ClassMark[], { style }: Screen): AnyColumn {
  const draw = (width: number): string[] =>
    rows.map(({ classes, weight }) => {
      if (classes === null || weight === 0) return ''
      return stackedBar(
        marks.map((mark) => ({ color: mark.color, size: totalOf(mark, classes) })),
        width,
        style,
      )
    })
  return { heads: [''], draw, least: 12, most: 36, keep: 1 }
}

function percents(
  rows: readonly TableRow[],
  marks: readonly ClassMark[],
  longest: number,
  { style }: Screen,
): TextColumn[] {
  const names = shortNames(marks, longest)
  return marks.map((mark, i) => ({
    head: `${style.sign(mark.color)} ${names[i]}`,
    align: 'right',
    keep: 5 - i / 10,
    cells: rows.map(({ rates }) => {
      const share = rates === null ? 0 : Math.min(1, totalOf(mark, rates))
      return share > 0 ? percentText(share) : '·'
    }),
  }))
}

/** Names of at most so many letters. What they all begin with is left out first, so that they stay unlike. */
function shortNames(marks: readonly ClassMark[], longest: number): string[] {
  const names = marks.map((mark) => printable(mark.name))
  const own = names.filter((_, i) => marks[i].members.length === 1)
  if (names.every((name) => textWidth(name) <= longest)) return names
  const shared = own.length < 2 ? '' : commonStart(own)
  return names.map((name) =>
    truncate(shared.length > 2 && own.includes(name) ? `…${name.slice(shared.length)}` : name, longest),
  )
}

function commonStart(names: readonly string[]): string {
  const [first, ...others] = names.map((name) => Array.from(name))
  let same = 0
  while (same < first.length - 1 && others.every((name) => same < name.length - 1 && name[same] === first[same])) same++
  return first.slice(0, same).join('')
}

/** The most frequent classes of each line, by name, as many as there is room for. */
function mainClasses(rows: readonly TableRow[], { classes }: ClassTarget): AnyColumn {
  const draw = (width: number): string[] =>
    rows.map(({ rates }) => (rates === null ? '' : mainText(rates, classes, width)))
  return { heads: ['most frequent'], draw, least: 20, most: 90, keep: 1 }
}

function mainText(rates: readonly number[], classes: readonly string[], width: number): string {
  const present = rates.map((_, i) => i).filter((i) => rates[i] > 0)
  const order = present.toSorted((a, b) => rates[b] - rates[a])
  let text = ''
  for (const [at, i] of order.entries()) {
    const more = order.length - at - 1
    const next = `${text}${text === '' ? '' : ', '}${truncate(printable(classes[i]), 24)} ${percentText(rates[i])}`
    if (text !== '' && textWidth(next + othersText(more)) > width) return truncate(text + othersText(more + 1), width)
    text = next
  }
  return truncate(text, width)
}

function othersText(count: number): string {
  return count === 0 ? '' : `, ${count} other${count === 1 ? '' : 's'}`
}
