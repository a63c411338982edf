import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { hasCuts } from '../../../src/index.ts'
import { valueText } from '../../../src/reports/index.ts'
import { shown } from '../../state/store.ts'
import { AXIS, chartWidth, GAP, lineEnds, pixelOf, PLOT, scale, STRIP, valueAtPixel } from './chart-frame.ts'
import { seenCuts } from './column-view.ts'
import { addCut, returnToMethod } from './cut-actions.ts'
import { CutHandles } from './cut-handles.tsx'
import { Histogram } from './histogram.tsx'
import { RateStrip } from './rate-strip.tsx'
import { SecondLane, secondHeight } from './second-method.tsx'

const BOTTOM = STRIP + GAP + PLOT

/** The chart of one column of numbers: what the target does, the histogram, the line of numbers with the cuts on it. */
export function ColumnChart() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const measure = new ResizeObserver(() => (chartWidth.value = element.clientWidth))
    measure.observe(element)
    chartWidth.value = element.clientWidth
    return () => measure.disconnect()
  }, [])
  const height = BOTTOM + AXIS + 46 + secondHeight.value
  const add = (event: MouseEvent): void => {
    const place = event.clientX - box.current!.getBoundingClientRect().left
    const [from, to] = lineEnds.value
    if (place >= from && place <= to) addCut(valueAtPixel(place))
  }
  return (
    <div class="chart" ref={box} style={{ height: `${height}px` }} onDblClick={add}>
      <svg width="100%" height={height} role="img" aria-label={pictureWords()}>
        <RateStrip />
        <Histogram />
        <Ghosts />
        <AxisTicks />
        <SecondLane top={BOTTOM + AXIS + 44} />
      </svg>
      <AxisCaret />
      <CutHandles />
    </div>
  )
}

function pictureWords(): string {
  const column = seenCuts.value
  if (column === null) return 'Histogram'
  const [min, max] = column.range ?? [0, 0]
  return `Histogram of ${column.name} from ${valueText(column.kind, min)} to ${valueText(column.kind, max)} with ${column.bins.length} bins`
}

function AxisTicks() {
  const [from, to] = lineEnds.value
  const ticks = scale.value?.ticks(Math.max(2, Math.floor((to - from) / (to - from < 500 ? 55 : 90)))) ?? []
  return (
    <g>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <path class="axisline" d={`M${pixelOf(value)} ${BOTTOM}v5`} />
          <text class="tick" x={pixelOf(value)} y={BOTTOM + 18} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The cuts of the method, where they are not those of the column. A click returns to them. */
function Ghosts() {
  const now = shown.value
  if (now === null || !hasCuts(now.fitted)) return null
  const own = seenCuts.value?.cuts ?? []
  const gone = now.fitted.cuts.filter((cut) => !own.includes(cut))
  return (
    <g class="ghosts" onClick={returnToMethod}>
      {gone.map((cut) => (
        <g key={cut}>
          <title>{`${now.method} cuts at ${valueText(now.fitted.kind as 'number', cut)}; click to return to its cuts`}</title>
          <path class="ghosthit" d={`M${pixelOf(cut)} 0V${BOTTOM}`} />
          <path class="ghost" d={`M${pixelOf(cut)} 0V${BOTTOM}`} />
        </g>
      ))}
    </g>
  )
}

/** The line of numbers itself, to walk along and add a cut with Enter. */
function AxisCaret() {
  const place = useSignal<number | null>(null)
  const column = seenCuts.value
  const [from, to] = lineEnds.value
  if (column === null || scale.value === null) return null
  const at = place.value ?? (from + to) / 2
  const value = valueAtPixel(at)
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (step !== undefined) place.value = Math.max(from, Math.min(to, at + step * (event.shiftKey ? 40 : 4)))
    else if (event.key === 'Home') place.value = from
    else if (event.key === 'End') place.value = to
    else if (event.key === 'Enter' || event.key === 'a' || event.key === 'A') addCut(value)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      class="axis"
      role="slider"
      tabIndex={0}
      style={{ top: `${BOTTOM}px`, left: `${from}px`, width: `${to - from}px` }}
      aria-label="Line of numbers: place for a new cut"
      aria-valuemin={column.range?.[0] ?? 0}
      aria-valuemax={column.range?.[1] ?? 0}
      aria-valuenow={value}
      aria-valuetext={`${valueText(column.kind, value)}; Enter adds a cut here`}
      onKeyDown={press}
    >
      <span class="caret" style={{ left: `${at - from}px` }} />
    </div>
  )
}
