import { sheet } from '../state/overview.ts'
import { view } from '../state/store.ts'

/** Where the focus goes after a key; the page may have to be drawn first. */
function later(act: () => void): void {
  requestAnimationFrame(() => act())
}

/** To the field that finds a column. */
export function focusFind(): void {
  sheet.value = true
  const focus = (): void => document.querySelector<HTMLInputElement>('.columns input[type=search]')?.focus()
  // At once, so that what is typed next is not taken for keys; once more where the sheet was closed.
  focus()
  later(focus)
}

/** To a column in the list. */
export function focusColumn(name: string): void {
  const find = (): HTMLElement | null =>
    document.querySelector<HTMLElement>(`.columns [data-column="${CSS.escape(name)}"]`)
  // At once, so that the next key, however soon it comes, is one for this column.
  const found = find()
  found?.focus({ preventScroll: true })
  const from = document.activeElement
  later(() => {
    const button = find()
    if (found === null && document.activeElement === from) button?.focus({ preventScroll: true })
    button?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
}

/** Frames that handles are waited for: their column may still be counted. */
const MOST_FRAMES = 60

/** To the first handle of the panel, or whatever can be used there. */
export function focusPanel(): void {
  const from = document.activeElement
  const seek = (frames: number): void =>
    later(() => {
      // Whoever has gone elsewhere meanwhile stays there.
      if (document.activeElement !== from) return
      const panel = document.querySelector('#panel')
      const handle = panel?.querySelector<HTMLElement>('.handle, [role=slider]')
      const ready = handle != null || view.value !== 'column' || panel?.querySelector('.groups') != null
      if (!ready && frames > 0) seek(frames - 1)
      else (handle ?? panel?.querySelector<HTMLElement>('section button, section input, section select'))?.focus()
    })
  seek(MOST_FRAMES)
}
