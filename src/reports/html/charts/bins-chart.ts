import type { BinningTable, TableRow } from '../../../binning/use/binning-table.ts'
import { shareInterval } from '../../../measures/distributions/share-interval.ts'
import type { Target } from '../../../types.ts'
import { alignedTexts, countText, fixedText, percentText } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { type BarsChart, barsChart } from './bars-chart.ts'
import { fillOf, type Series, stack } from './series.ts'
import type { DocumentLike } from './document-like.ts'

/** What a chart is drawn from: the lines of a table, of which those from `asideFrom` on are no bins. */
export interface ChartedRows {
  /** name of the column */
  readonly name: string
  readonly table: BinningTable
  readonly rows: readonly TableRow[]
  readonly asideFrom: number
  readonly target: Target | null
  readonly series: readonly Series[]
}

/** A chart and the line above it. */
export interface Charted {
  readonly title: string
  readonly svg: string
}

/** What the target does in each bin: the rate of an event, the shares of the classes, or mean and spread of a number. */
export function binsChart(charted: ChartedRows, document: DocumentLike): Charted {
  const { table, target } = charted
  if (target === null) return rowsChart(charted, document)
  if (target.kind === 'numeric') return meansChart(charted, document)
  return table.event === null ? sharesChart(charted, document) : rateChart(charted, table.event, document)
}

/** How many rows each bin or level has, stacked by class. */
export function rowsChart(charted: ChartedRows, document: DocumentLike): Charted {
  const { rows, name } = charted
  const chart: BarsChart = {
    ...linesOf(charted, `Rows of ${printable(name)}`),
    range: [0, Math.max(...rows.map((row) => row.weight), 1e-9)],
    boxes: stackedBoxes(charted, () => 1),
    ends: rows.map((row) => percentText(row.share)),
    tickText: null,
  }
  return { title: 'share of all rows', svg: barsChart(chart, document) }
}

/** The rows of each bin after cutting, stacked by class, with their number. */
export function classRowsChart(charted: ChartedRows, document: DocumentLike): Charted {
  const { rows, target, name } = charted
  const chart: BarsChart = {
    ...linesOf(charted, `Rows of each class by ${printable(name)}`),
    range: [0, Math.max(...rows.map((row) => row.weight), 1e-9)],
    boxes: stackedBoxes(charted, () => 1),
    ends: rows.map((row) => countText(row.weight)),
    tickText: null,
  }
  return { title: `rows of each bin, by ${truncate(targetName(target), 40)}`, svg: barsChart(chart, document) }
}

/** The classes of each line upon each other, as parts of `whole`. */
function stackedBoxes({ rows, series }: ChartedRows, whole: (row: TableRow) => number): BarsChart['boxes'] {
  const size = (one: Series, row: TableRow): number =>
    whole(row) > 0 ? one.sizeOf(row.classes, row.weight) / whole(row) : 0
  return stack(series, rows, size).map((boxes, i) => ({
    fill: fillOf(series[i].fill),
    boxes: boxes.map(({ from, to }, line) => ({ line, from, to })),
  }))
}

function rateChart(charted: ChartedRows, event: string, document: DocumentLike): Charted {
  const { rows, table, target, asideFrom, name } = charted
  const overall = table.total.rate ?? 0
  const points = rows.flatMap((row, line) => {
    if (row.weight <= 0 || row.rate === null) return []
    return [{ line, value: row.rate, ends: intervalOf(row), hollow: line >= asideFrom }]
  })
  const what = eventName(target, event)
  const chart: BarsChart = {
    ...linesOf(charted, `Rate of ${what} by ${printable(name)}, with 95 % intervals`),
    range: [0, Math.max(...points.map(({ value, ends }) => ends?.[1] ?? value), overall, 1e-9)],
    boxes: [],
    points,
    ends: rows.map((row) => (row.weight > 0 ? percentText(row.rate ?? 0, 1) : 'no rows')),
    overall: { value: overall, text: `overall ${percentText(overall, 1)}` },
    tickText: (value) => percentText(value, value > 0 && value < 0.01 ? 1 : 0),
  }
  return { title: `rate of ${what}`, svg: barsChart(chart, document) }
}

/** Where the true rate of a line lies in 95 of 100 cases; not known of weighted rows. */
function intervalOf({ count, weight, rate }: TableRow): readonly [number, number] | null {
  if (count !== weight || rate === null) return null
  const { low, high } = shareInterval(rate * count, count)
  return [low, high]
}

/** How much more or less frequent than overall the event is in each line; null where there is nothing to compare. */
export function woeChart(charted: ChartedRows, document: DocumentLike): Charted | null {
  const { rows, asideFrom, name } = charted
  const known = rows.map(({ woe, weight }) => (weight > 0 ? woe : null))
  const values = known.filter((woe) => woe !== null)
  if (values.length < 2 || !values.every(Number.isFinite)) return null
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const boxes = known.map((woe, line) => ({ line, from: Math.min(0, woe ?? 0), to: Math.max(0, woe ?? 0) }))
  const chart: BarsChart = {
    ...linesOf(charted, `Weight of evidence by ${printable(name)}`),
    range: most > least ? [least, most] : [-1, 1],
    boxes: [
      { fill: fillOf(0), boxes: boxes.slice(0, asideFrom) },
      { fill: fillOf(8), boxes: boxes.slice(asideFrom) },
    ],
    ends: known.map((woe) => (woe === null ? '' : fixedText(woe, 2, true).replace('-', '−'))),
    overall: { value: 0, text: 'as overall' },
    tickText: null,
  }
  return { title: 'weight of evidence', svg: barsChart(chart, document) }
}

function sharesChart(charted: ChartedRows, document: DocumentLike): Charted {
  const { target, name } = charted
  const chart: BarsChart = {
    ...linesOf(charted, `Shares of the classes by ${printable(name)}`),
    range: [0, 1],
    boxes: stackedBoxes(charted, (row) => row.weight),
    tickText: (value) => percentText(value),
  }
  return { title: `shares of ${truncate(targetName(target), 40)}`, svg: barsChart(chart, document) }
}

function meansChart(charted: ChartedRows, document: DocumentLike): Charted {
  const { rows, table, target, name } = charted
  const known = rows.flatMap((row, line) =>
    row.mean === null ? [] : [{ line, middle: row.mean, span: row.deviation ?? 0 }],
  )
  const from = Math.min(...known.map(({ middle, span }) => middle - span))
  const to = Math.max(...known.map(({ middle, span }) => middle + span))
  const room = to > from ? (to - from) * 0.02 : Math.abs(from) * 0.1 + 1
  const detail = Math.max(0, ...rows.map((row) => row.deviation ?? 0))
  const means = alignedTexts(
    [...rows, table.total].map((row) => row.mean),
    detail,
  )
  const finite = known.length > 0 && Number.isFinite(to - from)
  const chart: BarsChart = {
    ...linesOf(charted, `Mean of ${targetName(target)} by ${printable(name)}, one standard deviation to both sides`),
    range: finite ? [from - room, to + room] : [0, 1],
    boxes: [],
    spans: finite ? known : [],
    ends: means.slice(0, -1),
    ...(finite && table.total.mean !== null
      ? { overall: { value: table.total.mean, text: `overall ${means[means.length - 1]}` } }
      : {}),
    ...(finite ? {} : { tickText: null }),
  }
  return {
    title: `mean of ${truncate(targetName(target), 40)} ± one standard deviation`,
    svg: barsChart(chart, document),
  }
}

function linesOf({ rows, asideFrom }: ChartedRows, what: string): Pick<BarsChart, 'lines' | 'asideFrom' | 'label'> {
  return { lines: rows.map((row) => row.label), asideFrom, label: `${what}; the table below has the numbers.` }
}

function targetName(target: Target | null): string {
  return target?.name == null ? 'the target' : printable(target.name)
}

/** "survived = yes", or the class alone where the target has no name. */
export function eventName(target: Target | null, event: string): string {
  const name = truncate(printable(event), 40)
  return target?.name == null ? name : `${truncate(printable(target.name), 40)} = ${name}`
}
