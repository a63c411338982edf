import { columnBytes } from '../../summaries/saved/summary-bytes.ts'
import { isExact } from '../../summaries/cells.ts'
import type { SummaryColumn, SummaryTable } from '../../summaries/summary-table.ts'
import type { Target } from '../../types.ts'
import { printable, wrap } from '../printed-text.ts'
import { layOut } from './draw/lay-out.ts'
import { type ReportOptions, screenOf } from './draw/screen.ts'

/** Classes named in the first line at most. */
const MOST_CLASSES = 5

/** What saved summaries hold, as text for a terminal: a line per column with its rows, values, cells and bytes. */
export function summaryReport(table: SummaryTable, options: ReportOptions = {}): string {
  const { style, width } = screenOf(options)
  const { created, columns } = table
  const { name, rows } = created.source
  const facts = [
    `${name === null ? '' : `${printable(name)}: `}${rows} rows`,
    targetWords(columns[0].summary.target),
    created.weights === undefined ? '' : `weights ${printable(created.weights)}`,
  ]
  const text = (
    head: string,
    align: 'left' | 'right',
    of: (column: SummaryColumn) => string,
    keep = Infinity,
  ): Text => ({
    head,
    align,
    keep,
    cells: columns.map(of),
  })
  const [heads, ...lines] = layOut(
    [
      text('column', 'left', (column) => printable(column.name)),
      text('kind', 'left', (column) => column.kind, 1),
      text('rows', 'right', (column) => String(given(column))),
      text('missing', 'right', (column) => String(column.summary.aside.rows[0]), 2),
      text('distinct', 'right', distinctWords),
      text('cells', 'right', (column) => String(slots(column))),
      text('bytes', 'right', (column) => String(columnBytes(column))),
    ],
    width,
  )
  const first = wrap(facts.filter((fact) => fact !== '').join(', '), width)
  return [...first, '', style.dim(heads), ...lines].join('\n')
}

type Text = Parameters<typeof layOut>[0][number]

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

function slots({ summary }: SummaryColumn): number {
  return summary.kind === 'number' ? summary.cells.size : summary.levels.length
}

function distinctWords({ summary }: SummaryColumn): string {
  if (summary.kind === 'category') return String(summary.levels.length)
  if (summary.distinct !== null) return String(summary.distinct)
  return isExact(summary.cells) ? String(summary.cells.size) : `${summary.cells.size} or more`
}
