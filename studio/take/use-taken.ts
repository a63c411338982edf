import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useCallback, useRef } from 'preact/hooks'
import type { Binning } from '../../src/index.ts'
import { binning, shown } from '../state/store.ts'
import type { TakeFormat, Taken } from './take-format.ts'

/** A file that is being made or was made, and what of it was asked for. */
export interface Taking {
  /** what was chosen, such as a dialect, of the format that is looked at */
  readonly choice: ReadonlySignal<string>
  readonly choose: (choice: string) => void
  /** whether it is of the column alone that is looked at */
  readonly only: Signal<boolean>
  /** the file; null until it is made */
  readonly file: ReadonlySignal<Taken | null>
  readonly failed: ReadonlySignal<string | null>
  /** whether what is shown is still to be replaced */
  readonly busy: ReadonlySignal<boolean>
  /** the file that is asked for now, once it is made: nobody has to wait before they press a button */
  readonly wanted: () => Promise<Taken>
}

/** What a file follows from, and the file once it is made. */
interface Job {
  readonly format: TakeFormat
  readonly choice: string
  readonly whole: Binning
  readonly alone: string | null
  readonly made: Promise<Taken>
}

/** Makes the file of a format, and makes it again whenever something it follows from changes. */
export function useTaken(format: ReadonlySignal<TakeFormat>): Taking {
  const choices = useSignal<Readonly<Record<string, string>>>({})
  const only = useSignal(false)
  const file = useSignal<Taken | null>(null)
  const failed = useSignal<string | null>(null)
  const busy = useSignal(true)
  const choice = useComputed(() => choices.value[format.value.id] ?? format.value.choice?.options[0].id ?? '')
  const last = useRef<Job | null>(null)
  // Also called by a press, which may come before the effect below: effects wait for the next frame.
  const start = useCallback((): Job | null => {
    const whole = binning.value
    if (whole === null) return null
    const alone = format.value.ofColumns && only.value ? (shown.value?.name ?? null) : null
    const asked = { format: format.value, choice: choice.value, whole, alone }
    const old = last.current
    if (old !== null && (['format', 'choice', 'whole', 'alone'] as const).every((of) => old[of] === asked[of]))
      return old
    const columns = whole.columns.filter(({ name }) => alone === null || name === alone)
    const made = asked.format.make({ binning: alone === null ? whole : { ...whole, columns }, choice: asked.choice })
    last.current = { ...asked, made }
    return last.current
  }, [])
  const before = useRef<TakeFormat | null>(null)
  useSignalEffect(() => {
    const job = start()
    if (job === null) return
    // Lines of another format are not left under this one's name.
    if (before.current !== job.format) file.value = null
    before.current = job.format
    busy.value = true
    const end = (taken: Taken | null, why: string | null): void => {
      if (last.current !== job) return
      if (taken !== null) file.value = taken
      failed.value = why
      busy.value = false
    }
    job.made.then(
      (taken) => end(taken, null),
      (error: unknown) => end(null, error instanceof Error ? error.message : String(error)),
    )
  })
  return {
    choice,
    choose: (to) => (choices.value = { ...choices.value, [format.value.id]: to }),
    only,
    file,
    failed,
    busy,
    wanted: () => start()?.made ?? Promise.reject(new Error('No file is open.')),
  }
}
