import type { Markish, PlotOptions } from '@observablehq/plot'
import type { NumberColumn, Shape } from '../../../binning/binning.ts'
import { printable } from '../../printed-text.ts'
import { printedCuts } from '../../reason-texts.ts'
import { gridLines } from './chart-lines.ts'
import { type PlacedLabel, placeLabels } from './place-labels.ts'
import { fillOf, type Series, stack } from './series.ts'
import type { DocumentLike } from './document-like.ts'
import { plotSvg } from './svg-text.ts'
import { type Axis, axisTicks, roomOf, roundTicks } from './ticks.ts'
import { Plot } from './load-plot.ts'

/** Width of a chart in its own units: near that of a phone, where it is drawn without shrinking. */
export const CHART_WIDTH = 360
const HEIGHT = 160
/** The highest bar stays below the top, so that the highest number of the axis does not reach the labels. */
const HEADROOM = 1.07
/** Lines of labels above a chart at most, and the height of one. */
const LINES = 3
const LINE = 14

/** A chart, and what could not be written into it. */
export interface Histogram {
  readonly svg: string
  /** cuts inside the picture without a label */
  readonly unlabelled: number
}

/** Whether a column has values over a range that can be drawn. */
export function canDraw(shape: Shape | null): shape is Shape {
  return shape !== null && shape.to > shape.from && Number.isFinite(shape.to - shape.from)
}

/**
 * How the values of a column are spread, stacked by class, along an axis true to width, with a line at every cut and
 * its number above where there is room.
 */
export function histogram(
  column: NumberColumn,
  shape: Shape,
  series: readonly Series[],
  document: DocumentLike,
): Histogram {
  const { from, to, counts } = shape
  const heights = roundTicks(0, Math.max(...counts), 3)
  const left = Math.max(20, ...heights.map(({ text }) => roomOf(text) + 8))
  const isDate = column.kind === 'date'
  const axis: Axis = { from, to, left, right: CHART_WIDTH - (isDate ? 18 : 10) }
  const texts = printedCuts(column)
  const cuts = column.cuts.map((value, i) => ({ value, text: texts[i] }))
  const labels = placeLabels(axis, CHART_WIDTH, cuts, LINES)
  const top = 6 + LINE * Math.max(0, ...labels.map(({ line }) => line + 1))
  const most = Math.max(...counts, 0) * HEADROOM || 1
  const x = (value: number): number | Date => (isDate ? new Date(value) : value)
  const options: PlotOptions = {
    width: CHART_WIDTH,
    height: HEIGHT + top,
    marginLeft: axis.left,
    marginRight: CHART_WIDTH - axis.right,
    marginTop: top,
    marginBottom: isDate ? 36 : 24,
    x: { axis: null, type: isDate ? 'utc' : 'linear', domain: [x(from), x(to)] },
    y: { axis: null, domain: [0, most] },
    marks: [
      ...gridLines(heights, 'left'),
      ...bars(shape, series, x),
      Plot.ruleY([0], { stroke: 'var(--axis)' }),
      valueAxis(axis, isDate),
      ...cutLines(column.cuts, shape, most, x),
      ...cutLabels(labels, x),
    ],
  }
  const cutWords = texts.length === 0 ? 'no cut' : `cut at ${texts.slice(0, 12).join(', ')}`
  return {
    svg: plotSvg(options, document, `How the values of ${printable(column.name)} are spread; ${cutWords}.`),
    unlabelled: column.cuts.filter((cut) => cut >= from && cut <= to).length - labels.length,
  }
}

/** A value as the axis takes it. */
type OnAxis = (value: number) => number | Date

function bars(shape: Shape, series: readonly Series[], x: OnAxis): Markish[] {
  const { from, counts } = shape
  const width = cellWidth(shape)
  const gap = counts.length <= 24 ? 1 : counts.length <= 45 ? 0.5 : 0.25
  const cells = counts.map((count, i) => ({ count, classes: shape.classes?.[i], from: from + i * width }))
  return stack(series, cells, (one, cell) => one.sizeOf(cell.classes, cell.count)).map((boxes, i) =>
    Plot.rect(boxes, {
      x1: ({ bar }) => x(bar.from),
      x2: ({ bar }) => x(bar.from + width),
      y1: 'from',
      y2: 'to',
      fill: fillOf(series[i].fill),
      insetLeft: gap,
      insetRight: gap,
    }),
  )
}

function cellWidth({ from, to, counts }: Shape): number {
  return (to - from) / counts.length
}

/** Cuts above the bars, and as hairlines inside them: a thick line would split a bar into two that are not there. */
function cutLines(cuts: readonly number[], shape: Shape, most: number, x: OnAxis): Markish[] {
  const width = cellWidth(shape)
  const lines = cuts
    .filter((cut) => cut >= shape.from && cut <= shape.to)
    .map((cut) => {
      const at = (cut - shape.from) / width
      return { cut, height: Math.max(shape.counts[Math.ceil(at) - 1] ?? 0, shape.counts[Math.floor(at)] ?? 0) }
    })
  const onAxis = ({ cut }: (typeof lines)[number]): number | Date => x(cut)
  return [
    Plot.ruleX(lines, { x: onAxis, y1: 'height', y2: 0, stroke: 'var(--bg)', strokeWidth: 0.9 }),
    Plot.ruleX(lines, { x: onAxis, y1: most, y2: 'height', stroke: 'var(--cut)', strokeWidth: 1.4, insetTop: -3 }),
  ]
}

function cutLabels(labels: readonly PlacedLabel[], x: OnAxis): Markish[] {
  const lines = [...new Set(labels.map(({ line }) => line))].toSorted((a, b) => a - b)
  return lines.map((line) =>
    Plot.text(
      labels.filter((label) => label.line === line),
      {
        x: (label: PlacedLabel) => x(label.value),
        text: 'text',
        frameAnchor: 'top',
        lineAnchor: 'bottom',
        dy: -5 - line * LINE,
        fill: 'var(--ink)',
      },
    ),
  )
}

function valueAxis(axis: Axis, isDate: boolean): Markish {
  const style = { tickSize: 4, tickPadding: 3, label: null, fill: 'var(--soft)', stroke: 'var(--axis)' }
  if (isDate) return Plot.axisX({ ticks: 4, ...style })
  const ticks = axisTicks(axis, CHART_WIDTH, 6)
  const textOf = new Map(ticks.map(({ value, text }) => [value, text]))
  return Plot.axisX([...textOf.keys()], { tickFormat: (value: number) => textOf.get(value) ?? '', ...style })
}
