import type { PlotOptions } from '@observablehq/plot'
import { gridLines } from './chart-lines.ts'
import { CHART_WIDTH } from './histogram-chart.ts'
import { fillOf } from './series.ts'
import type { DocumentLike } from './document-like.ts'
import { plotSvg } from './svg-text.ts'
import { type Axis, placeOf, roomOf, roundTicks } from './ticks.ts'
import { Plot } from './load-plot.ts'

const HEIGHT = 150
const TOP = 8
const BOTTOM = 22
const RIGHT = 12

/** The stability index of a column period by period. */
export interface PeriodsChart {
  /** what is drawn, for those who do not see it */
  readonly label: string
  readonly periods: readonly { readonly label: string; readonly psi: number; readonly stable: boolean }[]
}

/** A bar per period: full where the column drifted, pale where chance explains it; lines at the customary limits. */
export function periodsChart({ label, periods }: PeriodsChart, document: DocumentLike): string {
  const most = Math.max(0.1, ...periods.map(({ psi }) => psi)) * 1.05
  const ticks = roundTicks(0, most, 4)
  const left = 10 + Math.max(...ticks.map(({ text }) => roomOf(text)))
  const axis: Axis = { from: -0.5, to: periods.length - 0.5, left, right: CHART_WIDTH - RIGHT }
  const bars = periods.map((period, at) => ({ ...period, at }))
  const limits = [0.1, 0.25].filter((limit) => limit < most)
  const options: PlotOptions = {
    width: CHART_WIDTH,
    height: HEIGHT,
    marginLeft: left,
    marginRight: RIGHT,
    marginTop: TOP,
    marginBottom: BOTTOM,
    x: { axis: null, type: 'linear', domain: [axis.from, axis.to] },
    y: { axis: null, type: 'linear', domain: [0, most] },
    marks: [
      ...gridLines(ticks, 'left'),
      ...[true, false].map((stable) =>
        Plot.rect(
          bars.filter((bar) => bar.stable === stable),
          {
            x1: ({ at }: { at: number }) => at - 0.4,
            x2: ({ at }: { at: number }) => at + 0.4,
            y1: () => 0,
            y2: 'psi',
            fill: fillOf(stable ? 7 : 0),
          },
        ),
      ),
      Plot.ruleY(limits, { stroke: 'var(--cut)', strokeWidth: 1.2, strokeDasharray: '4 3' }),
      Plot.text(shownLabels(periods, axis), {
        x: 'at',
        frameAnchor: 'bottom',
        lineAnchor: 'top',
        dy: 6,
        text: 'label',
        fill: 'var(--soft)',
      }),
    ],
  }
  return plotSvg(options, document, label)
}

/** As many labels, evenly, as have room; each inside the chart. */
function shownLabels(periods: PeriodsChart['periods'], axis: Axis): { at: number; label: string }[] {
  const widest = Math.max(...periods.map(({ label }) => roomOf(label))) + 8
  const every = Math.max(1, Math.ceil((widest * periods.length) / (axis.right - axis.left)))
  return periods.flatMap(({ label }, at) => {
    const place = placeOf(axis, at)
    const inside = place - roomOf(label) / 2 >= 0 && place + roomOf(label) / 2 <= CHART_WIDTH
    return at % every === 0 && inside ? [{ at, label }] : []
  })
}
