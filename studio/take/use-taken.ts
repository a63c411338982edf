import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
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

/** Makes the file of a format, and makes it again whenever something it follows from changes. */
export function useTaken(format: ReadonlySignal<TakeFormat>): Taking {
  const choices = useSignal<Readonly<Record<string, string>>>({})
  const only = useSignal(false)
  const file = useSignal<Taken | null>(null)
  const failed = useSignal<string | null>(null)
  const busy = useSignal(true)
  const choice = useSignal('')
  const current = useRef<Promise<Taken>>(new Promise(() => {}))
  const last = useRef('')
  useSignalEffect(() => {
    const { id, choice: offered, make, ofColumns } = format.value
    const whole = binning.value
    choice.value = choices.value[id] ?? offered?.options[0].id ?? ''
    if (whole === null) return undefined
    const alone = ofColumns && only.value
    const columns = alone ? whole.columns.filter(({ name }) => name === shown.value?.name) : whole.columns
    let gone = false
    // Lines of another format are not left under this one's name.
    if (last.current !== id) file.value = null
    last.current = id
    busy.value = true
    current.current = make({ binning: alone ? { ...whole, columns } : whole, choice: choice.value })
    current.current.then(
      (taken) => {
        if (gone) return
        file.value = taken
        failed.value = null
        busy.value = false
      },
      (error: unknown) => {
        if (gone) return
        failed.value = error instanceof Error ? error.message : String(error)
        busy.value = false
      },
    )
    return () => (gone = true)
  })
  const choose = (to: string): void => {
    choices.value = { ...choices.value, [format.value.id]: to }
  }
  return { choice, choose, only, file, failed, busy, wanted: () => current.current }
}
