import { type Binning, type Column, hasCuts } from '../binning/binning.ts'
import { binningTable, type BinningTable, type TableRow } from '../binning/use/binning-table.ts'
import type { Target } from '../types.ts'
import { informationOf } from './column-information.ts'
import { counted, countText, fixedText, NONE, percentText, pValueText } from './number-text.ts'
import { printable } from './printed-text.ts'
import { cutReasons } from './reason-texts.ts'
import { levelsText, momentTexts, withFullLabels } from './table-rows.ts'
import { mustBe } from '../util/check.ts'

/**
 * The bins of every column as Markdown: a heading, a table with a total line, the reasons of the cuts, the notes.
 *
 *     console.log(tableMarkdown(binning).split('\n').filter((line) => line.startsWith('|')).join('\n'))
 *     // → | bin | rows | share | rate of yes | WoE | IV |
 *     // → | --- | ---: | ---: | ---: | ---: | ---: |
 *     // → | &lt; 30.5 | 91 | 30.3 % | 12.1 % | -2.753 | 2.1708 |
 *     // → | ≥ 30.5 | 209 | 69.7 % | 92.8 % | 1.791 | 1.4119 |
 *     // → | total | 300 | 100.0 % | 68.3 % | 0.000 | 3.5827 |
 */
export function tableMarkdown(binning: Binning): string {
  mustBe('tableMarkdown', 'binning', binning)
  const { created, columns, target } = binning
  const { name, rows } = created.source
  const source = name === null ? '' : `${escaped(name)}: `
  const purpose = target === null ? '' : `, target ${escaped(target.name ?? 'without a name')}`
  return [`${source}${counted(rows, 'row')}${purpose}\n`, ...columns.map((column) => columnText(column, target))].join(
    '\n',
  )
}

function columnText(column: Column, target: Target | null): string {
  const table = binningTable(column, target)
  const words = informationOf(table, target).words
  const size = hasCuts(column) ? `${counted(column.bins.length, 'bin')} by ${column.method}` : levelsText(column)
  const about = [column.kind, size, ...(words === '' ? [] : [escaped(words)])].join(', ')
  const reasons = hasCuts(column)
    ? cutReasons(column).map(({ cut, why }) => `- cut at ${escaped(cut)}: ${escaped(why)}`)
    : []
  const notes = column.notes.map((note) => `- note: ${escaped(note.message)}`)
  const blocks = [
    [`## ${escaped(column.name)}`],
    [about],
    tableLines(column, table, target),
    ...(reasons.length > 0 ? [reasons] : []),
    ...(notes.length > 0 ? [notes] : []),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function tableLines(column: Column, table: BinningTable, target: Target | null): string[] {
  const rows = [...withFullLabels(column, table.rows), table.total]
  const columns: [head: string, cells: string[]][] = [
    [hasCuts(column) ? 'bin' : 'level', rows.map((row) => escaped(row.label))],
    ['rows', rows.map((row) => countText(row.count))],
    ...(column.missing.weight === undefined
      ? []
      : [['weight', rows.map((row) => countText(row.weight))] as [string, string[]]]),
    ['share', rows.map((row) => percentText(row.share, 1))],
    ...targetColumns(rows, table, target),
    ...pValueColumn(rows),
  ]
  return [
    line(columns.map(([head]) => head)),
    line(columns.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...rows.map((_, row) => line(columns.map(([, cells]) => cells[row]))),
  ]
}

function targetColumns(
  rows: readonly TableRow[],
  { event }: BinningTable,
  target: Target | null,
): [string, string[]][] {
  if (target === null) return []
  if (target.kind === 'numeric') {
    const { means, deviations } = momentTexts(rows)
    return [
      ['mean', means],
      ['deviation', deviations],
    ]
  }
  const share = (row: TableRow, c: number): string => (row.weight > 0 ? percentText(row.rates?.[c] ?? 0, 1) : NONE)
  const shares = (c: number): string[] => rows.map((row) => share(row, c))
  if (event === null) return target.classes.map((name, c) => [escaped(name), shares(c)])
  const number = (x: number | null, digits: number): string => (x === null ? '' : fixedText(x, digits))
  return [
    [`rate of ${escaped(event)}`, shares(target.classes.indexOf(event))],
    ['WoE', rows.map((row) => number(row.woe, 3))],
    ['IV', rows.map((row) => number(row.iv, 4))],
  ]
}

/** How like a bin and the one above it are, where the method compares them. */
function pValueColumn(rows: readonly TableRow[]): [string, string[]][] {
  if (rows.every(({ pValue }) => pValue === undefined || pValue === null)) return []
  return [['p', rows.map(({ pValue = null }) => (pValue === null ? '' : escaped(pValueText(pValue))))]]
}

/** A line of a table. */
export function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Text that Markdown shows as it is. */
export function escaped(text: string): string {
  return printable(text).replaceAll(/[\\`*_[\]<>|#~$&]/g, (sign) =>
    sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`,
  )
}
