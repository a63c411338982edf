import * as Plot from '@observablehq/plot'
import type { NumberColumn, Shape } from '../../../binning/binning.ts'
import { printable } from '../../printable.ts'
import { printedCuts } from '../../reason-texts.ts'
import { placeLabels } from './place-labels.ts'
import { fillOf, type Series, stack } from './series.ts'
import { type DocumentLike, svgText } from './svg-text.ts'
import { type Axis, axisTicks, roomOf, roundTicks } from './ticks.ts'

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
  const highest = Math.max(...counts)
  const heights = roundTicks(0, highest, 3)
  const left = Math.max(20, ...heights.map(({ text }) => roomOf(text) + 8))
  const axis: Axis = { from, to, left, right: CHART_WIDTH - (column.kind === 'date' ? 18 : 10) }
  const width = (to - from) / counts.length
  const cells = counts.map((count, i) => ({ count, classes: shape.classes?.[i], from: from + i * width }))
  const stacks = stack(series, cells, (one, cell) => one.sizeOf(cell.classes, cell.count))
  const inside = column.cuts.filter((cut) => cut >= from && cut <= to)
  const texts = printedCuts(column)
  const labels = placeLabels(
    axis,
    CHART_WIDTH,
    column.cuts.map((value, i) => ({ value, text: texts[i] })),
    LINES,
  )
  const lines = Math.max(0, ...labels.map(({ line }) => line + 1))
  const top = 6 + lines * LINE
  const isDate = column.kind === 'date'
  const x = (value: number): number | Date => (isDate ? new Date(value) : value)
  const gap = counts.length <= 24 ? 1 : counts.length <= 45 ? 0.5 : 0.25
  const drawing = Plot.plot({
    document: document as never,
    width: CHART_WIDTH,
    height: HEIGHT + top,
    marginLeft: axis.left,
    marginRight: CHART_WIDTH - axis.right,
    marginTop: top,
    marginBottom: isDate ? 36 : 24,
    x: { axis: null, type: isDate ? 'utc' : 'linear', domain: [x(from), x(to)] },
    y: { axis: null, domain: [0, highest > 0 ? highest * HEADROOM : 1] },
    marks: [
      countAxis(heights),
      ...stacks.map((boxes, i) =>
        Plot.rect(boxes, {
          x1: ({ bar }) => x(bar.from),
          x2: ({ bar }) => x(bar.from + width),
          y1: 'from',
          y2: 'to',
          fill: fillOf(series[i].fill),
          insetLeft: gap,
          insetRight: gap,
        }),
      ),
      Plot.ruleY([0], { stroke: 'var(--axis)' }),
      valueAxis(axis, isDate),
      Plot.ruleX(inside.map(x), { stroke: 'var(--bg)', strokeWidth: 3.5 }),
      Plot.ruleX(inside.map(x), { stroke: 'var(--cut)', strokeWidth: 1.4, insetTop: -3 }),
      ...Array.from({ length: lines }, (_, line) =>
        Plot.text(
          labels.filter((label) => label.line === line),
          {
            x: (label: { value: number }) => x(label.value),
            text: 'text',
            frameAnchor: 'top',
            lineAnchor: 'bottom',
            dy: -5 - line * LINE,
            fill: 'var(--ink)',
          },
        ),
      ),
    ],
  })
  const cutWords = texts.length === 0 ? 'no cut' : `cut at ${texts.slice(0, 12).join(', ')}`
  return {
    svg: svgText(drawing, `How the values of ${printable(column.name)} are spread; ${cutWords}.`),
    unlabelled: inside.length - labels.length,
  }
}

function countAxis(ticks: readonly { value: number; text: string }[]): Plot.Markish {
  const textOf = new Map(ticks.map(({ value, text }) => [value, text]))
  return [
    Plot.gridY([...textOf.keys()], { stroke: 'var(--grid)', strokeOpacity: 1 }),
    Plot.axisY([...textOf.keys()], {
      tickFormat: (value: number) => textOf.get(value) ?? '',
      tickSize: 0,
      tickPadding: 4,
      label: null,
      fill: 'var(--soft)',
    }),
  ]
}

function valueAxis(axis: Axis, isDate: boolean): Plot.Markish {
  const style = { tickSize: 4, tickPadding: 3, label: null, fill: 'var(--soft)', stroke: 'var(--axis)' }
  if (isDate) return Plot.axisX({ ticks: 4, ...style })
  const ticks = axisTicks(axis, CHART_WIDTH, 6)
  const textOf = new Map(ticks.map(({ value, text }) => [value, text]))
  return Plot.axisX([...textOf.keys()], { tickFormat: (value: number) => textOf.get(value) ?? '', ...style })
}
