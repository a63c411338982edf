import type { Markish, PlotOptions } from '@observablehq/plot'
import { CHART_WIDTH } from './histogram-chart.ts'
import { fitLabels, gridLines, lineEnds, lineLabels } from './chart-lines.ts'
import type { DocumentLike } from './document-like.ts'
import { plotSvg } from './svg-text.ts'
import { type Axis, axisTicks, placeOf, roomOf } from './ticks.ts'
import { Plot } from './load-plot.ts'

/** Height of a line of a chart, and of the bar in it. */
const STEP = 20
const BAR = 14

/** A box of a bar, from one value to another. */
export interface Box {
  readonly line: number
  readonly from: number
  readonly to: number
}

/** A value as a dot, and the interval that the true one lies in. */
export interface RatePoint {
  readonly line: number
  readonly value: number
  readonly ends: readonly [number, number] | null
  readonly hollow: boolean
}

/** What a chart of lying bars shows, one line per bin or level. */
export interface BarsChart {
  /** what is drawn, for those who do not see it */
  readonly label: string
  readonly lines: readonly string[]
  /** lines from here on are set aside from the bins: missing values and special codes */
  readonly asideFrom: number
  readonly range: readonly [number, number]
  /** boxes by fill */
  readonly boxes: readonly { readonly fill: string; readonly boxes: readonly Box[] }[]
  /** mean with a span to both sides */
  readonly spans?: readonly { readonly line: number; readonly middle: number; readonly span: number }[]
  /** a value with the ends of its interval where they are known; hollow where it is no bin */
  readonly points?: readonly RatePoint[]
  /** text at the right end of each line */
  readonly ends?: readonly string[]
  /** the value of all rows, with its name */
  readonly overall?: { readonly value: number; readonly text: string }
  /** as text of the axis, such as percent; numbers as they are when left out; null for no axis */
  readonly tickText?: ((value: number) => string) | null
}

/** Lying bars with a label at the left and a number at the right of each. */
export function barsChart(chart: BarsChart, document: DocumentLike): string {
  const { lines, range, ends = [], overall, spans = [], points = [], tickText } = chart
  const { labels, room } = fitLabels(lines)
  const right = Math.max(tickText === null ? 4 : 20, ...ends.map((end) => roomOf(end) + 8))
  const axis: Axis = { from: range[0], to: range[1], left: room + 6, right: CHART_WIDTH - right }
  const gapAt = chart.asideFrom > 0 && chart.asideFrom < lines.length ? chart.asideFrom : null
  const at = (line: number): number => line * STEP + (gapAt !== null && line >= gapAt ? 7 : 0) + STEP / 2
  const height = at(lines.length - 1) + STEP / 2
  const top = overall === undefined ? 4 : 18
  const bottom = tickText === null ? 4 : 22
  const ticks = tickText === null ? [] : axisTicks(axis, CHART_WIDTH, 5, tickText)
  const options: PlotOptions = {
    width: CHART_WIDTH,
    height: height + top + bottom,
    marginLeft: axis.left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    x: { axis: null, type: 'linear', domain: [...range] },
    y: { axis: null, type: 'linear', domain: [0, height], range: [top, top + height] },
    marks: [
      ...(tickText === null ? [] : gridLines(ticks, 'below')),
      lineLabels(labels, at),
      ...chart.boxes.map(({ fill, boxes }) =>
        Plot.rect(boxes, {
          x1: 'from',
          x2: 'to',
          y1: ({ line }: Box) => at(line) - BAR / 2,
          y2: ({ line }: Box) => at(line) + BAR / 2,
          fill,
          insetRight: 0.5,
        }),
      ),
      ...(overall === undefined ? [] : overallLine(overall, axis)),
      ...spanLines(spans, at),
      ...pointMarks(points, at),
      lineEnds(ends, at),
    ],
  }
  return plotSvg(options, document, chart.label)
}

function overallLine({ value, text }: { value: number; text: string }, axis: Axis): Markish[] {
  const place = placeOf(axis, value)
  const half = roomOf(text) / 2
  const shift = Math.min(0, CHART_WIDTH - place - half) + Math.max(0, half - place)
  return [
    Plot.ruleX([value], { stroke: 'var(--bg)', strokeWidth: 3 }),
    Plot.ruleX([value], { stroke: 'var(--cut)', strokeWidth: 1.4, strokeDasharray: '4 3' }),
    Plot.text([text], {
      x: () => value,
      frameAnchor: 'top',
      lineAnchor: 'bottom',
      dy: -4,
      dx: shift,
      fill: 'var(--soft)',
    }),
  ]
}

type Span = NonNullable<BarsChart['spans']>[number]

function spanLines(spans: readonly Span[], at: (line: number) => number): Markish[] {
  if (spans.length === 0) return []
  const y = ({ line }: Span): number => at(line)
  return [
    Plot.ruleY(spans, {
      x1: ({ middle, span }: Span) => middle - span,
      x2: ({ middle, span }: Span) => middle + span,
      y,
      stroke: 'var(--span)',
      strokeWidth: 6,
    }),
    Plot.dot(spans, { x: 'middle', y, r: 4.5, fill: 'var(--c0)', stroke: 'var(--bg)', strokeWidth: 1 }),
  ]
}

function pointMarks(points: readonly RatePoint[], at: (line: number) => number): Markish[] {
  if (points.length === 0) return []
  const y = ({ line }: RatePoint): number => at(line)
  return [
    Plot.ruleY(
      points.filter(({ ends }) => ends !== null),
      {
        x1: ({ ends }: RatePoint) => ends?.[0],
        x2: ({ ends }: RatePoint) => ends?.[1],
        y,
        stroke: 'var(--c0)',
        strokeWidth: 2,
      },
    ),
    Plot.dot(points, {
      x: 'value',
      y,
      r: 4,
      fill: ({ hollow }: RatePoint) => (hollow ? 'var(--bg)' : 'var(--c0)'),
      stroke: 'var(--c0)',
      strokeWidth: 1.5,
    }),
  ]
}
