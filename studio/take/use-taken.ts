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

/** What a file follows from. */
interface Wish {
  readonly format: TakeFormat
  readonly choice: string
  readonly whole: Binning | null
  /** the one column that is wanted; null for all */
  readonly alone: string | null
}

/** A file that was made, or why it was not. */
interface Done {
  readonly wish: Wish
  readonly taken: Taken | null
  readonly why: string | null
}

/** Makes the file of a format, and makes it again whenever something it follows from changes. */
export function useTaken(format: ReadonlySignal<TakeFormat>): Taking {
  const choices = useSignal<Readonly<Record<string, string>>>({})
  const only = useSignal(false)
  const done = useSignal<Done | null>(null)
  const choice = useComputed(() => choices.value[format.value.id] ?? format.value.choice?.options[0].id ?? '')
  const wish = useComputed<Wish>(() => ({
    format: format.value,
    choice: choice.value,
    whole: binning.value,
    alone: format.value.ofColumns && only.value ? (shown.value?.name ?? null) : null,
  }))
  const last = useRef<{ readonly wish: Wish; readonly made: Promise<Taken> } | null>(null)
  // Also called by a press, which may come before the effect below: effects wait for the next frame.
  const wanted = useCallback((): Promise<Taken> => {
    if (last.current?.wish !== wish.value) last.current = { wish: wish.value, made: makeFile(wish.value) }
    return last.current.made
  }, [])
  useSignalEffect(() => {
    const now = wish.value
    const end = (taken: Taken | null, why: string | null): void => {
      if (wish.peek() === now) done.value = { wish: now, taken, why }
    }
    wanted().then(
      (taken) => end(taken, null),
      (error: unknown) => end(null, error instanceof Error ? error.message : String(error)),
    )
  })
  // Lines of another format are not left under this one's name.
  const own = useComputed(() => (done.value?.wish.format === format.value ? done.value : null))
  return {
    choice,
    choose: (to) => (choices.value = { ...choices.value, [format.value.id]: to }),
    only,
    file: useComputed(() => own.value?.taken ?? null),
    failed: useComputed(() => own.value?.why ?? null),
    busy: useComputed(() => done.value?.wish !== wish.value),
    wanted,
  }
}

async function makeFile({ format, choice, whole, alone }: Wish): Promise<Taken> {
  if (whole === null) throw new Error('No file is open.')
  const columns = whole.columns.filter(({ name }) => name === alone)
  return format.make({ binning: alone === null ? whole : { ...whole, columns }, choice })
}
