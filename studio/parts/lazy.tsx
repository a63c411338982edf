import { useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import type { Panel } from '../panels/panels.ts'

const loaded = new Map<string, ComponentType>()

/** A panel, with its code fetched when it is first shown. */
export function LazyPanel({ panel }: { readonly panel: Panel }) {
  const ready = useSignal(loaded.has(panel.id))
  const failed = useSignal<string | null>(null)
  useSignalEffect(() => {
    if (ready.value) return
    panel.load().then(
      (component) => {
        loaded.set(panel.id, component)
        ready.value = true
      },
      (error: unknown) => (failed.value = String(error)),
    )
  })
  const Shown = ready.value ? loaded.get(panel.id) : undefined
  if (failed.value !== null) return <p role="alert">This part of the page could not be loaded: {failed.value}</p>
  return Shown === undefined ? <p class="soft">loading …</p> : <Shown />
}
