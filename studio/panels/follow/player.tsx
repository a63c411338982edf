import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Choice } from '../../parts/panel-head.tsx'

/** Milliseconds that a scene stays. */
const SPEEDS = { slow: 5000, normal: 2500, fast: 500 } as const
type Speed = keyof typeof SPEEDS

/** Buttons, slider and keys that move between the scenes. */
export function Player({
  at,
  count,
  titles,
}: {
  readonly at: Signal<number>
  readonly count: number
  readonly titles: readonly string[]
}) {
  const playing = useSignal(false)
  const speed = useSignal<Speed>(count > 60 ? 'fast' : 'normal')
  const go = (index: number): void => {
    playing.value = false
    at.value = Math.max(0, Math.min(count - 1, index))
  }
  const toggle = (): void => {
    if (!playing.value && at.value === count - 1) at.value = 0
    playing.value = !playing.value
  }
  useSignalEffect(() => {
    if (!playing.value) return undefined
    const timer = setInterval(() => {
      if (at.value < count - 1) at.value++
      if (at.value >= count - 1) playing.value = false
    }, SPEEDS[speed.value])
    return () => clearInterval(timer)
  })
  useKeys({
    ArrowLeft: () => go(at.value - 1),
    ArrowRight: () => go(at.value + 1),
    Home: () => go(0),
    End: () => go(count - 1),
    ' ': toggle,
  })
  const now = at.value
  return (
    <div class="player" role="group" aria-label="Steps">
      <button type="button" aria-label="First step" disabled={now === 0} onClick={() => go(0)}>
        |◀
      </button>
      <button type="button" aria-label="Step back" disabled={now === 0} onClick={() => go(now - 1)}>
        ◀
      </button>
      <button type="button" class="go" onClick={toggle}>
        {playing.value ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-label="Next step" disabled={now === count - 1} onClick={() => go(now + 1)}>
        ▶
      </button>
      <button type="button" aria-label="Last step" disabled={now === count - 1} onClick={() => go(count - 1)}>
        ▶|
      </button>
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`step ${now + 1} of ${count}: ${titles[now]}`}
        min={0}
        max={count - 1}
        value={now}
        onInput={({ currentTarget }) => go(Number(currentTarget.value))}
      />
      <output>
        Step {now + 1} of {count}
      </output>
      <Choice
        label="Speed"
        value={speed.value}
        options={[
          ['slow', 'slow'],
          ['normal', 'normal'],
          ['fast', 'fast'],
        ]}
        onChoose={(value) => (speed.value = value)}
      />
      <div class="unseen" aria-live="polite">
        {playing.value ? '' : titles[now]}
      </div>
    </div>
  )
}

/** Keys of a panel, wherever the focus is, but where an element has its own use for them. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const act = keys[event.key] as (() => void) | undefined
      if (act === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const own = event.key === ' ' ? 'button, a, summary, select, input' : 'select, input, nav, .scroll'
      if (event.defaultPrevented || (event.target as Element).closest(own) !== null) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
