import type { TableRow } from '../../../binning/use/binning-table.ts'
import type { Target } from '../../../types.ts'
import { percentText } from '../../number-text.ts'
import { printable } from '../../printable.ts'
import { stackedBar } from './bars.ts'
import { type ClassMark, classMarks, totalOf } from './class-marks.ts'
import { type AnyColumn, leastWidth, type TextColumn } from './lay-out.ts'
import type { Screen } from './screen.ts'
import { OTHERS } from './colours.ts'
import { textWidth, truncate } from '../../text-width.ts'

/** Letters a class may have in the head of its column. */
const LONGEST_NAME = 16
const SHORTEST_NAME = 6

type ClassTarget = Target & { readonly kind: 'class' }

/**
 * What the classes do in each line of a table, after the columns at its left. Few classes: a stacked bar, and a column of
 * percentages for as many as there is room for. Many: the main ones of each line by name.
 */
export function classColumns(
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
      const columns = [...left, shareBars(rows, marks, screen), ...percents(rows, marks, longest, screen)]
      if (leastWidth(columns) <= screen.width) return columns
    }
  }
  return [...left, ...percents(rows, classMarks(target, totals, 2), SHORTEST_NAME, screen)]
}

function shareBars(rows: readonly TableRow[], marks: readonly ClassMark[], { style }: Screen): AnyColumn {
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
      const part = rates === null ? 0 : Math.min(1, totalOf(mark, rates))
      return part > 0 ? percentText(part) : '·'
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
