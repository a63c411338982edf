import { computed } from '@preact/signals'
import { binningTable, type Counted } from '../../../src/index.ts'
import { countText, roundTicks, type Series, seriesOf } from '../../../src/reports/index.ts'
import { shown, target } from '../../state/store.ts'
import { asideEnds, asides, chartWidth, GAP, LEFT, lineEnds, PLOT, STRIP } from './chart-frame.ts'
import { bars } from './column-view.ts'

const TOP = STRIP + GAP
const BOTTOM = TOP + PLOT

/** The classes that bars are stacked of, the event first. */
export const series = computed<readonly Series[]>(() => {
  const column = shown.value?.fitted
  return column === undefined ? [] : seriesOf(target.value, binningTable(column, target.value).total.classes)
})

const weightOf = ({ weight, count }: Counted): number => weight ?? count

/** The bars, stacked by class and true to width. Drawn anew for other bars only, never while a cut is dragged. */
export function Histogram() {
  const counted = bars.value
  const [from, to] = lineEnds.value
  const asShares = counted?.scale === 'rank'
  const all = counted?.bars ?? []
  const most = asShares ? 1 : Math.max(1, ...all.map(weightOf))
  const heightOf = (size: number, whole: number): number =>
    (asShares ? (whole > 0 ? size / whole : 0) : Math.min(1, size / most)) * PLOT
  const ticks = asShares ? [] : roundTicks(0, most, 4)
  return (
    <g>
      {ticks.map(({ value, text }) => (
        <g key={text}>
          <path class="gridline" d={`M${from} ${BOTTOM - heightOf(value, 0)}H${to}`} />
          <text class="tick" x={LEFT - 8} y={BOTTOM - heightOf(value, 0) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {asShares &&
        [0, 0.5, 1].map((share) => (
          <text key={share} class="tick" x={LEFT - 8} y={BOTTOM - share * PLOT + 4} text-anchor="end">
            {share * 100} %
          </text>
        ))}
      {series.value.map((one, s) => (
        <path key={one.fill} class="bars" fill={`url(#k${one.fill})`} d={barsPath(s, from, to, heightOf)} />
      ))}
      <path class="axisline" d={`M${from} ${BOTTOM}H${to}`} />
      <Asides heightOf={heightOf} most={most} />
    </g>
  )
}

/** The boxes of one class over all bars as one path, so that thousands of bars are a few elements. */
function barsPath(s: number, from: number, to: number, heightOf: (size: number, whole: number) => number): string {
  const all = bars.value?.bars ?? []
  return all
    .map((bar) => {
      const sizes = series.value.map(({ sizeOf }) => sizeOf(bar.classes, weightOf(bar)))
      if (!(sizes[s] > 0)) return ''
      const below = sizes.slice(0, s).reduce((sum, size) => sum + size, 0)
      const [x0, x1] = [from + bar.x0 * (to - from), from + bar.x1 * (to - from)]
      const gap = x1 - x0 > 4 ? 0.5 : 0
      const y0 = BOTTOM - heightOf(below, weightOf(bar))
      const y1 = BOTTOM - heightOf(below + sizes[s], weightOf(bar))
      return box(x0 + gap, y1, Math.max(0.4, x1 - x0 - 2 * gap), y0 - y1)
    })
    .join('')
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}z`
}

interface AsideProps {
  readonly heightOf: (size: number, whole: number) => number
  readonly most: number
}

/** Missing values and special codes: bars of their own, apart from the line. One taller than the chart ends in a break. */
function Asides({ heightOf, most }: AsideProps) {
  const asShares = bars.value?.scale === 'rank'
  return (
    <>
      {asides.value.map(({ name, counted }, i) => {
        const [x0, x1] = asideEnds(i)
        const whole = weightOf(counted)
        const shrink = asShares || whole <= most ? 1 : most / whole
        const top = BOTTOM - heightOf(whole * shrink, whole)
        let below = 0
        return (
          <g key={name}>
            <title>
              {name}: {countText(counted.count)} rows
            </title>
            {series.value.map((one) => {
              const size = one.sizeOf(counted.classes, whole) * shrink
              const y0 = BOTTOM - heightOf(below, whole)
              below += size
              const y1 = BOTTOM - heightOf(below, whole)
              return <path key={one.fill} fill={`url(#k${one.fill})`} d={box(x0, y1, x1 - x0, y0 - y1)} />
            })}
            {shrink < 1 && <path class="break" d={`M${x0 - 3} ${top + 14}L${x1 + 3} ${top + 8}`} />}
            <text class="tick" x={(x0 + x1) / 2} y={top - 5} text-anchor="middle">
              {countText(counted.count)}
            </text>
            <path class="axisline" d={`M${x0 - 4} ${BOTTOM}H${x1 + 4}`} />
            <text class="tick" x={(x0 + x1) / 2} y={BOTTOM + 16} text-anchor="middle">
              {name}
            </text>
          </g>
        )
      })}
      {outside() !== '' && (
        <text class="tick" x={lineEnds.value[1]} y={TOP - 4} text-anchor="end">
          {outside()}
        </text>
      )}
    </>
  )
}

/** Rows beyond the ends of what is shown, in words. */
function outside(): string {
  const counted = bars.value
  if (counted === null || chartWidth.value < 300) return ''
  const { below, above } = counted
  const parts = [below > 0 ? `← ${rowsText(below)} lower` : '', above > 0 ? `${rowsText(above)} higher →` : '']
  return parts.filter((part) => part !== '').join('   ')
}

function rowsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'row' : 'rows'}`
}
