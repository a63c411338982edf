import { untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hasCuts, type NumberColumn } from '../../../src/index.ts'
import { countText, seriesOf } from '../../../src/reports/index.ts'
import { ClassLegend } from '../../parts/swatches.tsx'
import { Instead, PanelHead } from '../../parts/panel-head.tsx'
import { columns, opened, shown, target } from '../../state/store.ts'
import { AlarmList } from './alarm-list.tsx'
import { LayersChart } from './layers-chart.tsx'
import { playing, showStreamColumn, startStream, streamNow, streamProblem, type StreamSettings } from './play-stream.ts'
import { StreamControls, StreamSettingsRow, type Settings } from './stream-controls.tsx'
import { TimeLine } from './time-line.tsx'

/** Methods that a stream has no use for: one looks at several columns at once, the other does not look. */
const NOT_LIVE = new Set(['chi2', 'fixed'])

const USUAL = { method: 'equal-frequency', options: {} }

/** The open file played as a stream: layer one splits its cells, layer two moves, alarms fire. */
export function StreamPanel() {
  const settings = useSignal<Settings>({
    order: null,
    policy: 'auto',
    every: usualEvery(opened.value?.rows ?? 0),
    window: null,
  })
  const run = useSignal(0)
  const marked = useSignal<number | null>(null)
  const live = liveColumn()
  // As text, so that only what matters to the stream starts it again.
  const asked = useComputed(() => {
    const now = liveColumn()
    if (opened.value === null || now === null) return null
    const names = columns.value.filter(isLive).map(({ name }) => name)
    const { method, options, closed } = NOT_LIVE.has(now.method) ? { ...USUAL, closed: now.closed } : now
    return JSON.stringify({ columns: names, target: target.value, by: { method, options, closed }, ...settings.value })
  })
  useSignalEffect(() => {
    void run.value
    // Another file may have the same columns.
    void opened.value
    const text = asked.value
    if (text === null) return
    marked.value = null
    void startStream(
      JSON.parse(text) as StreamSettings,
      untracked(() => liveColumn()?.name ?? ''),
    )
  })
  useEffect(() => () => void (playing.value = false), [])
  useEffect(() => {
    if (live !== null) void showStreamColumn(live.name)
  }, [live?.name])
  const now = streamNow.value
  const problem = streamProblem.value
  return (
    <section class="panel stream" aria-label="Stream">
      <PanelHead
        title={
          <>
            {opened.value?.name} as a stream
            {live !== null && (
              <>
                : <b>{now?.column.name ?? live.name}</b>
              </>
            )}
          </>
        }
        about="Rows come one after the other. Layer one counts them in fine cells; layer two cuts bins from the cells, again and again."
      />
      {live === null ? (
        <Instead>A stream needs a column of numbers. Choose one on the left.</Instead>
      ) : problem !== null ? (
        <Instead>{problem}</Instead>
      ) : (
        now !== null && (
          <>
            {NOT_LIVE.has(live.method) && (
              <p class="soft">
                {live.method} cannot follow a stream, so the bins here are made by {USUAL.method}.
              </p>
            )}
            <StreamControls now={now} onRestart={() => run.value++} every={settings.value.every} />
            <TimeLine now={now} live={live} marked={marked} />
            <ClassLegend
              name={now.target?.name ?? null}
              classes={seriesOf(now.target, now.target?.kind === 'class' ? now.target.classes.map(() => 1) : null)}
            />
            <LayersChart now={now} live={live} />
            <dl class="facts-row">
              <Fact name="cells" value={countText(now.cells.size)} />
              <Fact name="split so far" value={countText(now.splits)} />
              <Fact name="bins" value={countText(now.column.bins.length)} />
              <Fact name="remade" value={`${countText(now.rebuilds)} ×`} />
              <Fact name="alarms" value={countText(now.alarms.length)} />
            </dl>
            <StreamSettingsRow settings={settings} />
            <AlarmList now={now} marked={marked} />
          </>
        )
      )}
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const isLive = ({ fitted }: { readonly fitted: NumberColumn | { readonly kind: string } }): boolean =>
  fitted.kind === 'number'

/** The column that is looked at, or the first of numbers. */
function liveColumn(): NumberColumn | null {
  const now = shown.value
  const one = now !== null && isLive(now) ? now : columns.value.find(isLive)
  return one !== undefined && hasCuts(one.fitted) ? one.fitted : null
}

/** Rows between two looks: often enough to see something move, seldom enough to be quick. */
function usualEvery(rows: number): number {
  return rows < 1000 ? 10 : rows < 100_000 ? 100 : 1000
}
