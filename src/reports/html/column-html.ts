import { type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import type { TableRow } from '../../binning/use/binning-table.ts'
import { tableScores, type TableScores } from '../../binning/use/table-scores.ts'
import type { Target } from '../../types.ts'
import { columnRemarks, outsideShape } from '../column-notes.ts'
import { foldRange, isGrouped, sizeText, sortedRows, withFullLabels } from '../table-rows.ts'
import { counted, fixedText, percentText, valueText } from '../number-text.ts'
import type { RankedColumn } from '../column-information.ts'
import { cutReasons } from '../reason-texts.ts'
import { binTable } from './bin-table-html.ts'
import { binsChart, type ChartedRows, classRowsChart, rowsChart, woeChart } from './charts/bins-chart.ts'
import { canDraw, histogram } from './charts/histogram-chart.ts'
import { legendHtml } from './legend-html.ts'
import { escaped, figureHtml, nameHtml, sentence } from '../markup.ts'
import { type Series, seriesOf } from './charts/series.ts'
import type { DocumentLike } from './charts/document-like.ts'
import { type ColumnCurves, curvesHtml } from './curves/curves-html.ts'
import { ownEntry } from '../../util/check.ts'

/** Bins and levels drawn in a chart, and lines written in a table. */
const MOST_DRAWN = 16
const MOST_LINES = 60
/** Reasons that are told at once; the rest can be opened. */
const MOST_REASONS = 8

/** What the parts of a page share. */
export interface PageParts {
  readonly target: Target | null
  readonly document: DocumentLike
  /** notes that are told once for all columns */
  readonly skipNotes: ReadonlySet<string>
  /** what drawing the rows again has shown, by column */
  readonly curves?: Readonly<Record<string, ColumnCurves>> | undefined
}

/** One column in full: what it tells, its charts, its table, the reasons of its cuts, its notes. */
export function columnSection(ranked: RankedColumn, id: string, page: PageParts): string {
  const { column } = ranked
  return `<section id="${id}"><h2>${nameHtml(column.name)}</h2>${told(ranked, page, true)}</section>`
}

/** One column that is closed until it is opened, with charts or without. */
export function columnDetails(ranked: RankedColumn, id: string, page: PageParts, withCharts: boolean): string {
  const { column, information } = ranked
  const missing = missingText(ranked)
  const short = [information.short, missing]
    .filter((part) => part !== '')
    .map(escaped)
    .join(' · ')
  return `<details id="${id}"><summary>${nameHtml(column.name)} <span>${short}</span></summary>${told(ranked, page, withCharts)}</details>`
}

function told(ranked: RankedColumn, page: PageParts, withCharts: boolean): string {
  const scores = tableScores(ranked.column, page.target)
  const rows = ranked.table.rows.map((row, i) => ({ ...row, pValue: scores.pValues[i] }))
  return facts(ranked, scores) + body({ ...ranked, table: { ...ranked.table, rows } }, page, withCharts)
}

/** The part of the rows that has no value; nothing when all have one. */
function missingText({ column, table }: RankedColumn): string {
  const { count } = column.missing
  return count > 0 ? `${percentText(count / Math.max(1, table.total.count), 1)} missing` : ''
}

/** How well the lines tell the event from the rest, and how even they are. */
function scoreTexts({ gini, ks, hhi }: TableScores): string[] {
  if (gini === null || ks === null) return []
  return [`Gini ${fixedText(gini, 2)}`, `KS ${fixedText(ks, 2)}`, `HHI ${fixedText(hhi, 2)}`]
}

function facts(ranked: RankedColumn, scores: TableScores): string {
  const { column, information } = ranked
  const parts = [column.kind, sizeText(column), information.words, ...scoreTexts(scores), missingText(ranked)]
  return `<p class="facts">${parts
    .filter((part) => part !== '')
    .map(sentence)
    .join(' · ')}</p>`
}

function body({ column, table }: RankedColumn, page: PageParts, withCharts: boolean): string {
  const { target } = page
  const series = seriesOf(target, table.total.classes)
  const rows = sortedRows(column, withFullLabels(column, table.rows))
  const lines = fold(rows, column, MOST_LINES)
  const head = hasCuts(column) ? 'bin' : isGrouped(column) ? 'levels' : 'level'
  const weighted = column.missing.weight !== undefined
  const empty = table.total.count === 0
  const drawn = withCharts && !empty
  const below = (hasCuts(column) ? why(column) : '') + notes(column, page.skipNotes)
  return [
    drawn ? charts(column, { name: column.name, table, rows, asideFrom: 0, target, series }, page) : '',
    '<div class="rows"><div>',
    empty ? '<p>No rows.</p>' : binTable({ head, table, rows: lines.rows, target, weighted, series }),
    `</div>${below === '' ? '' : `<div>${below}</div>`}</div>`,
    hasCuts(column) ? curvesHtml(ownEntry(page.curves, column.name) ?? {}, column.kind) : '',
  ].join('')
}

function charts(column: Column, base: ChartedRows, { document, target }: PageParts): string {
  const drawn = fold(base.rows, column, MOST_DRAWN)
  const charted = { ...base, ...drawn }
  const legend = legendHtml(base.series, target)
  const shape = hasCuts(column) ? column.shape : null
  const spread =
    hasCuts(column) && canDraw(shape)
      ? histogramFigure(column, shape, { series: base.series, legend }, document)
      : target === null
        ? ''
        : figureHtml({ ...rowsChart(charted, document), below: legend })
  const range = hasCuts(column) && !canDraw(shape) ? rangeText(column) : ''
  const bins = binsChart(charted, document)
  const shares = figureHtml({ ...bins, below: spread === '' ? legend : '' })
  // Before and after beside each other: the histogram, and the rows of each bin in the same fills.
  const isAfter = hasCuts(column) && canDraw(shape) && target?.kind === 'class' && column.bins.length > 1
  const after = isAfter ? `<div>${figureHtml(classRowsChart(charted, document))}${shares}</div>` : shares
  const woe = base.table.event === null ? null : woeChart(charted, document)
  const before = woe === null ? spread : `<div>${spread}${figureHtml(woe)}</div>`
  // On paper three stand in a row; the bars of rows are left to the table then.
  return `${range}<div class="charts${woe === null || spread === '' ? '' : ' w'}">${before}${after}</div>`
}

function histogramFigure(
  column: NumberColumn,
  shape: NonNullable<NumberColumn['shape']>,
  { series, legend }: { readonly series: readonly Series[]; readonly legend: string },
  document: DocumentLike,
): string {
  const { svg, unlabelled } = histogram(column, shape, series, document)
  const words = [
    ...outsideShape(column, shape),
    ...(unlabelled > 0 ? [`${counted(unlabelled, 'cut')} without room for a label`] : []),
  ]
  const unit = column.missing.weight === undefined ? 'rows' : 'weight'
  const tails = words.length > 0 ? `<p>${sentence(`${words.join('; ')}.`)}</p>` : ''
  return figureHtml({ title: `${unit} by value, with the cuts`, svg, below: legend + tails })
}

/** Stands for the picture of a column without one. */
function rangeText({ kind, range }: NumberColumn): string {
  if (range === null) return ''
  const [min, max] = range.map((end) => valueText(kind, end))
  return `<p>${min === max ? `Every value is ${escaped(min)}.` : `Values from ${escaped(min)} to ${escaped(max)}.`}</p>`
}

/** At most so many bins or levels, the others folded into one line. */
function fold(
  rows: readonly TableRow[],
  column: Column,
  most: number,
): { rows: readonly TableRow[]; asideFrom: number } {
  const bins = column.bins.length
  if (bins <= most + 1) return { rows, asideFrom: bins }
  const kept = hasCuts(column)
    ? foldRange(column, rows, most / 2, bins - most / 2)
    : foldRange(column, rows, most, bins)
  return { rows: kept, asideFrom: most + 1 }
}

function why(column: NumberColumn): string {
  const reasons = cutReasons(column)
  if (reasons.length === 0) return ''
  const shared = reasons.every((reason) => reason.why === reasons[0].why)
  if (shared && reasons.length > 1) {
    return `<h3>Why here</h3><p>All ${reasons.length} cuts: ${sentence(reasons[0].why)}.</p>`
  }
  const items = reasons.map((reason) => `<li><b>${sentence(reason.cut)}</b> ${sentence(reason.why)}</li>`)
  const rest = items.slice(MOST_REASONS)
  const more =
    rest.length > 0
      ? `<details class="more"><summary>${counted(rest.length, 'more cut')}</summary><ul>${rest.join('')}</ul></details>`
      : ''
  return `<h3>Why here</h3><ul>${items.slice(0, MOST_REASONS).join('')}</ul>${more}`
}

function notes(column: Column, skip: ReadonlySet<string>): string {
  const remarks = columnRemarks(column, skip)
  if (remarks.length === 0) return ''
  return `<h3>Notes</h3><ul>${remarks.map((remark) => `<li>${sentence(remark)}</li>`).join('')}</ul>`
}
