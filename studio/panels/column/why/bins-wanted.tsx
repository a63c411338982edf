import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AbortError } from '../../../../src/index.ts'
import type { BinsCurve } from '../../../../src/explain/index.ts'
import { binsWords } from '../../../../src/reports/index.ts'
import { seenCuts } from '../column-view.ts'
import { ask } from '../../../worker/ask.ts'

const found = signal<BinsCurve | null>(null)
const failed = signal('')

const WIDTH = 460
const HEIGHT = 130
const LEFT = 40
const BASE = HEIGHT - 24
const TOP = 12

/** What more bins would tell: of their own rows ever more, of other rows only so much. */
export function BinsWanted({ column }: { readonly column: string }) {
  useEffect(() => {
    const stop = new AbortController()
    found.value = null
    failed.value = ''
    ask('binsCurve', { column }, { signal: stop.signal }).then(
      (curve) => (found.value = curve),
      (error: unknown) => {
        if (!(error instanceof AbortError)) failed.value = error instanceof Error ? error.message : String(error)
      },
    )
    return () => stop.abort()
  }, [column])
  if (failed.value !== '') return <p class="soft">{failed.value}</p>
  if (found.value === null) return <p class="soft">trying 1, 2, 3 … bins</p>
  return (
    <>
      <p>{binsWords(found.value)[1]}</p>
      <Curve curve={found.value} />
    </>
  )
}

function Curve({ curve: { points, enough } }: { readonly curve: BinsCurve }) {
  const most = Math.max(...points.map(({ told, heldOut }) => Math.max(told, heldOut.high))) || 1
  const last = Math.max(2, points.length)
  const x = (bins: number): number => LEFT + ((bins - 1) / (last - 1)) * (WIDTH - LEFT - 14)
  const y = (value: number): number => BASE - (Math.max(0, value) / most) * (BASE - TOP)
  const line = (of: (point: (typeof points)[number]) => number): string =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.bins).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('')
  const back = points.toReversed().map(({ bins, heldOut }) => `L${x(bins).toFixed(1)} ${y(heldOut.low).toFixed(1)}`)
  const now = seenCuts.value?.bins.length ?? 0
  return (
    <svg class="whychart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="What more bins would tell">
      <path class="area" d={`${line(({ heldOut }) => heldOut.high)}${back.join('')}z`} />
      <path class="curve" d={line(({ heldOut }) => heldOut.mean)} />
      <path class="curve own" d={line(({ told }) => told)} />
      {now >= 1 && now <= last && <path class="cutline" d={`M${x(now)} ${TOP}V${BASE}`} />}
      <circle class="dot" cx={x(enough)} cy={y(points[enough - 1].heldOut.mean)} r={4} />
      <path class="axisline" d={`M${LEFT} ${BASE}H${WIDTH - 14}`} />
      {points.map(({ bins }) => (
        <text key={bins} class={bins === now ? 'tick strong' : 'tick'} x={x(bins)} y={BASE + 16} text-anchor="middle">
          {bins}
        </text>
      ))}
      <text class="tick" x={LEFT - 6} y={TOP + 4} text-anchor="end">
        {most.toPrecision(2)}
      </text>
    </svg>
  )
}
