import { columnBytes } from '../../summaries/saved/summary-bytes.ts'
import { isExact } from '../../summaries/cells.ts'
import type { SummaryColumn, SummaryTable } from '../../summaries/summary-table.ts'
import type { Target } from '../../types.ts'
import { printable, wrap } from '../printed-text.ts'
import { layOut, leftText, rightText, type TextColumn } from './draw/lay-out.ts'
import { type ReportOptions, screenOf } from './draw/screen.ts'
import { mustBe } from '../../util/check.ts'

/** Classes named in the first line at most. */
const MOST_CLASSES = 5

/**
 * What saved summaries hold, as text for a terminal: a line per column with its rows, values, cells and bytes.
 *
 *     console.log(summaryReport(saved, { width: 80 }).split('\n')[0]) // → 300 rows, target bought (no, yes)
 */
export function summaryReport(table: SummaryTable, options: ReportOptions = {}): string {
  const { style, width } = screenOf('summaryReport', options, {})
  mustBe('summaryReport', 'table', table)
  const { created, columns } = table
  const { name, rows } = created.source
  const facts = [
    `${name === null ? '' : `${printable(name)}: `}${rows} ${rows === 1 ? 'row' : 'rows'}`,
    targetWords(columns[0].summary.target),
    created.weights === undefined ? '' : `weights ${printable(created.weights)}`,
  ]
  const number = (head: string, keep: number, of: (column: SummaryColumn) => number | string): TextColumn =>
    rightText(head, keep, columns, (column) => String(of(column)))
  const [heads, ...lines] = layOut(
    [
      leftText('column', Infinity, columns, (column) => printable(column.name)),
      leftText('kind', 1, columns, ({ kind }) => kind),
      number('rows', Infinity, given),
      number('missing', 2, ({ summary }) => summary.aside.rows[0]),
      number('distinct', Infinity, distinctWords),
      number('cells', Infinity, ({ summary }) =>
        summary.kind === 'number' ? summary.cells.size : summary.levels.length,
      ),
      number('bytes', Infinity, columnBytes),
    ],
    width,
  )
  const first = wrap(facts.filter((fact) => fact !== '').join(', '), width)
  return [...first, '', style.dim(heads), ...lines].join('\n')
}

function targetWords(target: Target | null): string {
  if (target === null) return 'no target'
  const name = target.name === null ? '' : ` ${printable(target.name)}`
  if (target.kind === 'numeric') return `target${name}, a number`
  const shown = target.classes.slice(0, MOST_CLASSES).map(printable)
  const more = target.classes.length - shown.length
  return `target${name} (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

/** Rows with a value that is no declared code. */
function given({ summary }: SummaryColumn): number {
  const tallies = summary.kind === 'number' ? summary.cells.tallies : summary.tallies
  const infinite = summary.kind === 'number' ? summary.aside.rows[1] + summary.aside.rows[2] : 0
  return tallies.rows.reduce((sum, count) => sum + count, infinite)
}

function distinctWords({ summary }: SummaryColumn): string {
  if (summary.kind === 'category') return String(summary.levels.length)
  if (summary.distinct !== null) return String(summary.distinct)
  return isExact(summary.cells) ? String(summary.cells.size) : `${summary.cells.size} or more`
}
