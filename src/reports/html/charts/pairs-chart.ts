import type { Markish, PlotOptions } from '@observablehq/plot'
import { CHART_WIDTH } from './histogram-chart.ts'
import { fitLabels, gridLines, lineEnds, lineLabels } from './chart-lines.ts'
import { fillOf } from './series.ts'
import type { DocumentLike } from './document-like.ts'
import { plotSvg } from './svg-text.ts'
import { type Axis, axisTicks, roomOf } from './ticks.ts'
import { Plot } from './load-plot.ts'

/** Height of a line, and of each of the two bars in it. */
const STEP = 24
const BAR = 8

/** Fills of before and now: the quiet one and the first of the page. */
export const BEFORE = 7
export const NOW = 0

/** Two numbers per line, before and now; null where there is none. */
export interface PairsChart {
  /** what is drawn, for those who do not see it */
  readonly label: string
  readonly lines: readonly string[]
  readonly pairs: readonly { readonly before: number | null; readonly now: number | null }[]
  readonly range: readonly [number, number]
  /** bars from the left, or dots joined by a line */
  readonly drawnAs: 'bars' | 'dots'
  /** text at the right end of each line */
  readonly ends: readonly string[]
  /** lines set off by a band behind them; default none */
  readonly marked?: readonly boolean[]
  readonly tickText: (value: number) => string
}

/** Two bars or dots per line: before above or hollow, now below or full. */
export function pairsChart(chart: PairsChart, document: DocumentLike): string {
  const { lines, pairs, range, ends, tickText } = chart
  const { labels, room } = fitLabels(lines)
  const right = Math.max(20, ...ends.map((end) => roomOf(end) + 8))
  const axis: Axis = { from: range[0], to: range[1], left: room + 6, right: CHART_WIDTH - right }
  const at = (line: number): number => line * STEP + STEP / 2
  const height = lines.length * STEP
  const rows = pairs.map((pair, line) => ({ ...pair, line }))
  const options: PlotOptions = {
    width: CHART_WIDTH,
    height: height + 26,
    marginLeft: axis.left,
    marginRight: right,
    marginTop: 4,
    marginBottom: 22,
    x: { axis: null, type: 'linear', domain: [...range] },
    y: { axis: null, type: 'linear', domain: [0, height], range: [4, 4 + height] },
    marks: [
      ...bands(chart.marked ?? [], range, at),
      ...gridLines(axisTicks(axis, CHART_WIDTH, 4, tickText), 'below'),
      lineLabels(labels, at),
      ...(chart.drawnAs === 'bars' ? pairBars(rows, range[0], at) : pairDots(rows, at)),
      lineEnds(ends, at),
    ],
  }
  return plotSvg(options, document, chart.label)
}

function bands(
  marked: readonly boolean[],
  [from, to]: readonly [number, number],
  at: (line: number) => number,
): Markish[] {
  const lines = marked.flatMap((one, line) => (one ? [line] : []))
  return lines.length === 0
    ? []
    : [
        Plot.rect(lines, {
          x1: () => from,
          x2: () => to,
          y1: (line: number) => at(line) - STEP / 2,
          y2: (line: number) => at(line) + STEP / 2,
          fill: 'var(--c4)',
          fillOpacity: 0.18,
        }),
      ]
}

interface PairRow {
  readonly before: number | null
  readonly now: number | null
  readonly line: number
}

function pairBars(rows: readonly PairRow[], from: number, at: (line: number) => number): Markish[] {
  const bars = (side: 'before' | 'now', fill: number): Markish =>
    Plot.rect(
      rows.filter((row) => row[side] !== null),
      {
        x1: () => from,
        x2: side,
        y1: ({ line }: PairRow) => at(line) + (side === 'before' ? -BAR - 1 : 1),
        y2: ({ line }: PairRow) => at(line) + (side === 'before' ? -1 : BAR + 1),
        fill: fillOf(fill),
      },
    )
  return [bars('before', BEFORE), bars('now', NOW)]
}

function pairDots(rows: readonly PairRow[], at: (line: number) => number): Markish[] {
  const y = ({ line }: PairRow): number => at(line)
  const both = rows.filter(({ before, now }) => before !== null && now !== null)
  return [
    Plot.ruleY(both, { x1: 'before', x2: 'now', y, stroke: 'var(--span)', strokeWidth: 4 }),
    Plot.dot(
      rows.filter(({ before }) => before !== null),
      { x: 'before', y, r: 4, fill: 'var(--bg)', stroke: 'var(--ink)', strokeWidth: 1.4 },
    ),
    Plot.dot(
      rows.filter(({ now }) => now !== null),
      { x: 'now', y, r: 4.5, fill: 'var(--c0)', stroke: 'var(--bg)', strokeWidth: 1 },
    ),
  ]
}
