import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Pair, Spread } from './drift-pairs.ts'

/** Heights of the words of a bin, of each of its two bars, and of what is left free below. */
const WORDS = 18
const BAR = 10
const FREE = 12
const STEP = WORDS + 2 * BAR + 3 + FREE
/** Room for the number at the right. */
const ROOM = 64

/** Before and now of every bin, as bars from the left or as dots, with whiskers where the true number may lie. */
export function PairsChart({
  name,
  pairs,
  drawnAs,
}: {
  readonly name: string
  readonly pairs: readonly Pair[]
  readonly drawnAs: 'bars' | 'dots'
}) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useSignal(0)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => (width.value = Math.floor(contentRect.width)))
    watch.observe(frame.current!)
    width.value = Math.floor(frame.current!.clientWidth)
    return () => watch.disconnect()
  }, [])
  const values = pairs.flatMap(({ before, now }) => [before, now].flatMap(endsOf))
  const least = drawnAs === 'bars' ? 0 : Math.min(0, ...values)
  const most = Math.max(...values, least + 1e-9)
  const across = Math.max(40, width.value - ROOM)
  const x = (value: number): number => Math.round((10 * across * (value - least)) / (most - least)) / 10
  const said = pairs.map(({ label, before, now }) => `${label} ${tell(before)}, ${tell(now)}`).join('; ')
  const height = pairs.length * STEP
  return (
    <div ref={frame} class="pairs" style={`min-height:${height}px`}>
      {width.value > 0 && (
        <svg class="chart" role="img" aria-label={`${name}: ${said}.`} width={width.value} height={height}>
          {pairs.map(({ label, before, now }, line) => (
            <g key={label} transform={`translate(0 ${line * STEP})`}>
              <text class="label" y={WORDS - 6}>
                {label}
              </text>
              <Mark at={before} side="before" {...{ x, across, drawnAs }} />
              <Mark at={now} side="now" {...{ x, across, drawnAs }} />
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

function Mark({
  at,
  side,
  x,
  across,
  drawnAs,
}: {
  readonly at: Spread | null
  readonly side: 'before' | 'now'
  readonly x: (value: number) => number
  readonly across: number
  readonly drawnAs: 'bars' | 'dots'
}) {
  const top = WORDS + (side === 'now' ? BAR + 3 : 0)
  const middle = top + BAR / 2
  return (
    <g class={side}>
      {drawnAs === 'dots' && <path class="track" d={`M0 ${middle}H${across}`} />}
      {at !== null && (
        <>
          {drawnAs === 'bars' ? (
            <rect class="bar" x={0} y={top} width={Math.max(0.5, x(at.value))} height={BAR} rx={1} />
          ) : (
            <circle class="dot" cx={x(at.value)} cy={middle} r={4} />
          )}
          {at.low !== null && at.high !== null && (
            <>
              <path class="whisker halo" d={`M${x(at.low)} ${middle - 3}v6m0 -3H${x(at.high)}m0 -3v6`} />
              <path class="whisker" d={`M${x(at.low)} ${middle - 3}v6m0 -3H${x(at.high)}m0 -3v6`} />
            </>
          )}
          {drawnAs === 'dots' && <circle class="dot" cx={x(at.value)} cy={middle} r={4} />}
        </>
      )}
      <text class="end" x={across + ROOM} y={middle + 4}>
        {at?.text ?? '–'}
      </text>
    </g>
  )
}

function endsOf(spread: Spread | null): number[] {
  return spread === null ? [] : [spread.value, spread.low ?? spread.value, spread.high ?? spread.value]
}

function tell(spread: Spread | null): string {
  return spread?.text ?? 'no rows'
}
