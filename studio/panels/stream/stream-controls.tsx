import type { Signal } from '@preact/signals'
import type { RebuildPolicy } from '../../../src/streams/index.ts'
import { countText } from '../../../src/reports/index.ts'
import { Choice } from '../../parts/panel-head.tsx'
import { opened } from '../../state/store.ts'
import type { StreamNow } from '../../worker/jobs/stream-job.ts'
import { playing, playStream, rowsPerSecond, stepStream } from './play-stream.ts'

/** How the file is played. */
export interface Settings {
  readonly order: string | null
  readonly policy: RebuildPolicy
  readonly every: number
  readonly window: number | null
}

/** Speeds of the slider: rows a second. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 200_000, 1_000_000]

/** Play, step, speed. */
export function StreamControls({
  now,
  every,
  onRestart,
}: {
  readonly now: StreamNow
  readonly every: number
  readonly onRestart: () => void
}) {
  const atEnd = now.row >= now.rows
  const speed = rowsPerSecond.value
  // As far as the next look at the bins.
  const toLook = every - (now.row % every)
  return (
    <div class="player" role="group" aria-label="Stream">
      <button
        type="button"
        class="go"
        disabled={atEnd}
        onClick={() => (playing.value ? (playing.value = false) : void playStream())}
      >
        {playing.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" disabled={atEnd} onClick={() => void stepStream(1)}>
        1 row
      </button>
      <button type="button" disabled={atEnd} onClick={() => void stepStream(toLook)}>
        Next look
      </button>
      <button type="button" disabled={atEnd} onClick={() => void toEnd()}>
        To the end
      </button>
      <button type="button" disabled={now.row === 0} onClick={onRestart}>
        Start over
      </button>
      <label class="speed">
        <span>Speed</span>
        <input
          type="range"
          min={0}
          max={SPEEDS.length - 1}
          value={nearest(speed)}
          aria-valuetext={`${countText(speed)} rows a second`}
          onInput={({ currentTarget }) => (rowsPerSecond.value = SPEEDS[Number(currentTarget.value)])}
        />
        <output>{countText(speed)} rows a second</output>
      </label>
    </div>
  )
}

function nearest(speed: number): number {
  const at = SPEEDS.findIndex((one) => one >= speed)
  return at < 0 ? SPEEDS.length - 1 : at
}

/** As fast as it goes. */
async function toEnd(): Promise<void> {
  const before = rowsPerSecond.value
  rowsPerSecond.value = SPEEDS.at(-1)!
  playing.value = false
  await playStream()
  if (rowsPerSecond.value === SPEEDS.at(-1)) rowsPerSecond.value = before
}

const POLICIES: readonly (readonly [RebuildPolicy, string])[] = [
  ['auto', 'as suits the method'],
  ['rows', 'at every look'],
  ['moved', 'when rows have moved'],
  ['shares', 'when shares have changed'],
  ['split', 'when a cell was split'],
]

/** The order of the rows, and when bins are made again. */
export function StreamSettingsRow({ settings }: { readonly settings: Signal<Settings> }) {
  const { order, policy, every, window } = settings.value
  const change = (part: Partial<Settings>): void => {
    settings.value = { ...settings.value, ...part }
  }
  const ordered = opened.value?.columns.filter(({ kind }) => kind === 'date' || kind === 'number') ?? []
  return (
    <div class="settings-row" role="group" aria-label="How the stream is played">
      <Choice
        label="Rows"
        value={order ?? ''}
        options={[['', 'in the order of the file'], ...ordered.map(({ name }) => [name, `by ${name}`] as const)]}
        onChoose={(value) => change({ order: value || null })}
      />
      <Choice
        label="Bins are made again"
        value={policy}
        options={POLICIES}
        onChoose={(value) => change({ policy: value })}
      />
      <Choice
        label="A look every"
        value={String(every)}
        options={[10, 25, 50, 100, 250, 1000, 10_000].map((rows) => [String(rows), `${countText(rows)} rows`] as const)}
        onChoose={(value) => change({ every: Number(value) })}
      />
      <Choice
        label="Counted"
        value={String(window ?? '')}
        options={[
          ['', 'all rows so far'],
          ...[100, 500, 1000, 5000, 50_000].map((rows) => [String(rows), `the newest ${countText(rows)}`] as const),
        ]}
        onChoose={(value) => change({ window: value === '' ? null : Number(value) })}
      />
    </div>
  )
}
