import { useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { opened, problem } from '../state/store.ts'
import { taking } from './take-format.ts'

/** Opens the dialog in which everything can be taken away; its code is fetched then. Its key is S. */
export function TakeMenu() {
  const dialog = useSignal<{ readonly component: ComponentType } | null>(null)
  useSignalEffect(() => {
    if (!taking.value || dialog.value !== null) return
    import('./take-dialog.tsx').then(
      ({ TakeDialog }) => (dialog.value = { component: TakeDialog }),
      (error: unknown) => (problem.value = `This part of the page could not be loaded: ${String(error)}`),
    )
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      const typing =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
      if (key.toLowerCase() !== 's' || ctrlKey || metaKey || altKey || typing || opened.value === null) return
      taking.value = true
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const Shown = dialog.value?.component
  return (
    <>
      <button
        type="button"
        class="take-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="s"
        onClick={() => (taking.value = true)}
      >
        Take away
      </button>
      {Shown !== undefined && taking.value && <Shown />}
    </>
  )
}
