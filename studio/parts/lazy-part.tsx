import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'

/** A part of the page whose code is fetched after the rest is there. `load` must be the same function every time. */
export function LazyPart({ load }: { readonly load: () => Promise<ComponentType> }) {
  const part = useSignal<{ readonly Shown: ComponentType } | null>(null)
  useEffect(() => {
    load().then(
      (Shown) => (part.value = { Shown }),
      () => {},
    )
  }, [])
  const Shown = part.value?.Shown
  return Shown === undefined ? null : <Shown />
}
