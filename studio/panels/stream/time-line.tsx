import type { Signal } from '@preact/signals'
import type { NumberColumn } from '../../../src/index.ts'
import { countText, roundTicks } from '../../../src/reports/index.ts'
import { useWidth } from '../../parts/use-width.ts'
import type { CutsFrom, StreamNow } from '../../worker/jobs/stream-job.ts'
import { frameOf, placeIn } from './stream-frame.ts'

const FLAGS = 20
const BOTTOM = 96
const HEIGHT = 114
const SIDE = 46

/** All rows from left to right: how far the stream is, where the cuts were, and when alarms fired. */
export function TimeLine({
  now,
  live,
  marked,
}: {
  readonly now: StreamNow
  readonly live: NumberColumn
  readonly marked: Signal<number | null>
}) {
  const [ref, width] = useWidth<HTMLDivElement>(900)
  const across = (row: number): number => SIDE + (row / Math.max(1, now.rows)) * (width - SIDE - 8)
  // Large values are above.
  const values = frameOf(live, BOTTOM, FLAGS + 6)
  const most = Math.max(0, ...now.history.map(({ cuts }) => cuts.length))
  const paths = Array.from({ length: most }, (_, i) => pathOf(now, i, across, (cut) => placeIn(values, cut)))
  return (
    <div class="time-line" ref={ref}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${countText(now.row)} of ${countText(now.rows)} rows, ${countText(now.alarms.length)} alarms`}
      >
        <text class="layer-name" x={0} y={FLAGS + 16}>
          cuts
        </text>
        <path class="ground" d={`M${across(0)} ${FLAGS}H${across(now.rows)}V${BOTTOM}H${across(0)}z`} />
        <path class="past" d={`M${across(0)} ${FLAGS}H${across(now.row)}V${BOTTOM}H${across(0)}z`} />
        {now.alarms.map(({ row, column }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- alarms are only added
          <path
            key={i}
            class={`alarm-at${column === now.column.name ? ' own' : ''}`}
            d={`M${across(row)} ${FLAGS}V${BOTTOM}`}
          />
        ))}
        {paths.map((d, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the first cut, the second …
          <path key={i} class="cut-path" d={d} />
        ))}
        <path class="head" d={`M${across(now.row)} ${FLAGS - 4}V${BOTTOM + 4}`} />
        {roundTicks(0, now.rows, Math.max(2, Math.floor(width / 130))).map(({ value, text }) => (
          <text
            key={value}
            class="tick"
            x={across(value)}
            y={HEIGHT - 4}
            text-anchor={value === 0 ? 'start' : across(value) > width - 30 ? 'end' : 'middle'}
          >
            {value === 0 ? 'row 0' : text}
          </text>
        ))}
      </svg>
      {now.alarms.map(({ row, column, kind, message }, i) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- alarms are only added
          key={i}
          type="button"
          class={`flag${column === now.column.name ? ' own' : ''}`}
          style={{ left: `${across(row)}px` }}
          aria-pressed={marked.value === i}
          aria-label={`Alarm at row ${row}: ${message}`}
          title={`${kind} · ${column ?? ''}`}
          onClick={() => (marked.value = marked.value === i ? null : i)}
        >
          ⚑
        </button>
      ))}
    </div>
  )
}

/** Where the i-th cut was, as steps. */
function pathOf(
  { history, row }: StreamNow,
  i: number,
  across: (row: number) => number,
  down: (cut: number) => number,
): string {
  let d = ''
  let before = 0
  history.forEach((entry: CutsFrom, k) => {
    const cut = entry.cuts[i] as number | undefined
    // The second of three cuts need not be what was the second of two.
    const goesOn = before === entry.cuts.length
    before = entry.cuts.length
    if (cut === undefined) return
    const [x, y] = [across(entry.row).toFixed(1), down(cut).toFixed(1)]
    const end = across(k + 1 < history.length ? history[k + 1].row : row).toFixed(1)
    d += `${goesOn ? 'L' : 'M'}${x} ${y}H${end}`
  })
  return d
}
