import { fixedText } from '../../reports/number-text.ts'
import { wrap } from '../../reports/printed-text.ts'
import { layOut, type TextColumn } from '../../reports/terminal/draw/lay-out.ts'
import { joinBlocks, type ReportOptions, screenOf } from '../../reports/terminal/draw/screen.ts'
import { columnsOver, markdownTable } from '../study-table.ts'
import { type FoundInterval, KERBER_TABLES } from './document-kerber.ts'
import type { EntropyStep, EntropyWalk } from './entropy-steps.ts'
import { agrees } from './printed-number.ts'

/** A titled table. */
interface Titled {
  readonly title: string
  readonly columns: readonly TextColumn[]
}

/** The walks as text for a terminal: every step with its numbers filled in, beside what is printed. */
export function entropyReport(walks: readonly EntropyWalk[], options: ReportOptions = {}): string {
  return tablesText('entropyReport', walks.map(entropyTable), options)
}

export function entropyMarkdown(walks: readonly EntropyWalk[]): string {
  return tablesMarkdown(walks.map(entropyTable))
}

function entropyTable({ title, unit, steps }: EntropyWalk): Titled {
  const column = columnsOver(steps)
  const verdict = ({ printed, value }: EntropyStep): string =>
    printed === null ? '' : agrees(printed, value) ? 'same' : 'slip'
  return {
    title,
    columns: [
      { ...column('step', Infinity, ({ what }) => what), align: 'left' },
      { ...column('with its numbers', 1, ({ formula }) => formula), align: 'left' },
      column(unit, Infinity, ({ value, printed }) => fixedText(value, Math.max(6, (printed?.split('.')[1] ?? '').length))),
      column('printed', Infinity, ({ printed }) => printed ?? ''),
      { ...column('verdict', Infinity, verdict), align: 'left' },
    ],
  } // prettier-ignore
}

/** Where merging stands at a threshold. */
export interface KerberStage {
  readonly threshold: '1.4' | '4.6'
  readonly intervals: readonly FoundInterval[]
}

/** Kerber's two tables as text for a terminal: what comes out beside what he printed. */
export function kerberReport(stages: readonly KerberStage[], options: ReportOptions = {}): string {
  return tablesText('kerberReport', stages.map(kerberTable), options, LEGEND)
}

export function kerberMarkdown(stages: readonly KerberStage[]): string {
  return `${tablesMarkdown(stages.map(kerberTable))}\n\n${LEGEND}`
}

const LEGEND =
  'χ² is of an interval and the one below it in the table. Kerber’s numbers come out when an expected count below 0.5 is taken for 0.5 in the denominator (expectedFloor); the plain χ² has others. A half, such as 1.75, may be rounded either way.'

function kerberTable({ threshold, intervals }: KerberStage): Titled {
  const printed = KERBER_TABLES[threshold]
  const column = columnsOver(intervals.map((found, i) => ({ found, said: printed[i] })))
  const number = (value: number | null): string => (value === null ? '' : fixedText(value, 2))
  return {
    title: `Iris, sepal length, merged from distinct values while χ² is below ${threshold}: ${intervals.length} intervals, ${printed.length} printed`,
    columns: [
      column('from', Infinity, ({ found }) => fixedText(found.start, 1)),
      column('printed', 5, ({ said }) => said?.start ?? ''),
      column('rows by class', Infinity, ({ found }) => found.classes.join('/')),
      column('printed', 5, ({ said }) => said?.classes.join('/') ?? ''),
      column('χ²', Infinity, ({ found }) => number(found.chi)),
      column('printed', Infinity, ({ said }) => said?.chi ?? ''),
      {
        ...column('verdict', 4, ({ found, said }) => {
          const start = agrees(said?.start ?? '0', found.start)
          const rows = found.classes.every((count, c) => agrees(said?.classes[c] ?? '0', count))
          const chi = said?.chi == null ? found.chi === null : found.chi !== null && agrees(said.chi, found.chi)
          return start && rows && chi ? 'same' : 'differs'
        }),
        align: 'left',
      },
      column('plain χ²', 3, ({ found }) => number(found.plain)),
    ],
  }
}

function tablesText(where: string, tables: readonly Titled[], options: ReportOptions, legend?: string): string {
  const { width, style } = screenOf(where, options, {})
  const blocks = tables.map(({ title, columns }) => {
    const [head, ...lines] = layOut(columns, width)
    return [...wrap(title, width).map(style.bold), style.dim(head), ...lines]
  })
  return joinBlocks([...blocks, legend === undefined ? [] : wrap(legend, width).map(style.dim)])
}

function tablesMarkdown(tables: readonly Titled[]): string {
  return tables.map(({ title, columns }) => `${title}:\n\n${markdownTable(columns)}`).join('\n\n')
}
