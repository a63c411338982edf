import type { BinningTable, TableRow } from '../../binning/use/binning-table.ts'
import type { Target } from '../../types.ts'
import { momentTexts } from '../table-rows.ts'
import { countText, fixedText, NONE, percentText, pValueText } from '../number-text.ts'
import { printable, truncate } from '../printed-text.ts'
import { escaped, nameHtml } from '../markup.ts'
import type { Series } from './charts/series.ts'

/** Classes that get a column each; the shares of more are written into one cell. */
const MOST_COLUMNS = 3
/** Classes that are named in such a cell. */
const MOST_NAMED = 5

/** Letters of a label: all levels of a group are named. */
const LONGEST_LABEL = 400

/** What a table is written from. */
export interface TableHtml {
  /** head of the first column, such as "bin" */
  readonly head: string
  readonly table: BinningTable
  /** the lines to show, without the total */
  readonly rows: readonly TableRow[]
  readonly target: Target | null
  readonly weighted: boolean
  readonly series: readonly Series[]
}

interface TableColumn {
  readonly head: string
  readonly cell: (row: TableRow, i: number) => string
  /** text is set from the left, numbers from the right */
  readonly text?: boolean
  /** a name from the data as head, which may be long */
  readonly named?: boolean
  /** left out where there is little room */
  readonly spare?: boolean
}

/** The bins of a column as a table: rows and shares, then what the target does in each line; the last is the total. */
export function binTable(shown: TableHtml): string {
  const rows = [...shown.rows, shown.table.total]
  const columns: TableColumn[] = [
    { head: 'rows', cell: (row) => countText(row.count) },
    ...(shown.weighted ? [{ head: 'weight', cell: (row: TableRow) => countText(row.weight) }] : []),
    { head: 'share', cell: (row) => percentText(row.share) },
    ...targetColumns(shown, rows),
    ...pValueColumn(rows),
  ]
  const kind = (column: TableColumn): string =>
    column.text === true ? ' class="t"' : column.spare === true ? ' class="o"' : ''
  const heads = columns
    .map((column) => `<th scope="col"${column.named === true ? ' class="n"' : kind(column)}>${column.head}</th>`)
    .join('')
  const lines = rows.map((row, i) => {
    const cells = columns.map((column) => `<td${kind(column)}>${column.cell(row, i)}</td>`).join('')
    return `<tr><th scope="row">${nameHtml(row.label, LONGEST_LABEL)}</th>${cells}</tr>`
  })
  const total = lines.pop() ?? ''
  return `<table class="bins"><thead><tr><th scope="col">${escaped(shown.head)}</th>${heads}</tr></thead><tbody>${lines.join('')}</tbody><tfoot>${total}</tfoot></table>`
}

function targetColumns({ target, table, series }: TableHtml, rows: readonly TableRow[]): TableColumn[] {
  if (target === null) return []
  if (target.kind === 'numeric') return meanColumns(rows)
  if (table.event !== null) return eventColumns(rows, target.classes.indexOf(table.event))
  if (series.length > MOST_COLUMNS)
    return [{ head: 'classes', cell: (row) => mainClasses(row, target.classes), text: true }]
  return series.map((one) => ({
    head: nameHtml(one.name ?? '', 20),
    named: true,
    cell: (row) => (row.weight > 0 ? percentText(one.sizeOf(row.classes, row.weight) / row.weight) : NONE),
  }))
}

/** How like a bin and the one above it are. */
function pValueColumn(rows: readonly TableRow[]): TableColumn[] {
  if (rows.every(({ pValue }) => pValue === undefined || pValue === null)) return []
  const head =
    '<abbr title="p-value of the test that the bin and the one above it are alike, on the rows that the cuts were chosen on">p</abbr>'
  return [{ head, spare: true, cell: ({ pValue = null }) => (pValue === null ? '' : escaped(pValueText(pValue))) }]
}

function meanColumns(rows: readonly TableRow[]): TableColumn[] {
  const { means, deviations } = momentTexts(rows)
  return [
    { head: 'mean', cell: (_, i) => means[i] },
    { head: 'deviation', cell: (_, i) => deviations[i] },
  ]
}

function eventColumns(rows: readonly TableRow[], event: number): TableColumn[] {
  const last = rows.length - 1
  return [
    { head: 'events', cell: (row) => countText(row.classes?.[event] ?? 0), spare: true },
    { head: 'rate', cell: (row) => (row.weight > 0 ? percentText(row.rate ?? 0, 1) : NONE) },
    {
      head: '<abbr title="weight of evidence">WoE</abbr>',
      cell: (row, i) =>
        i === last || row.woe === null || row.weight === 0 ? '' : fixedText(row.woe, 2, true).replace('-', '−'),
    },
    {
      head: '<abbr title="information value">IV</abbr>',
      cell: (row) => (row.iv === null ? '' : fixedText(row.iv, 3)),
    },
  ]
}

/** The most frequent classes of a line with their shares. */
function mainClasses({ rates }: TableRow, classes: readonly string[]): string {
  const order = (rates ?? [])
    .map((rate, i) => ({ rate, name: classes[i] }))
    .filter(({ rate }) => rate > 0)
    .toSorted((a, b) => b.rate - a.rate)
  if (order.length === 0) return NONE
  const named = order
    .slice(0, MOST_NAMED)
    .map(({ rate, name }) => `<bdi>${escaped(truncate(printable(name), 24))}</bdi> ${percentText(rate)}`)
  const left = order.length - named.length
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ')
}
