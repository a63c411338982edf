import { sheet } from '../state/overview.ts'

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
  later(() => {
    const button = document.querySelector<HTMLElement>(`.columns [data-column="${CSS.escape(name)}"]`)
    button?.focus({ preventScroll: true })
    button?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
}

/** To the first handle of the panel, or whatever can be used there. */
export function focusPanel(): void {
  later(() => {
    const panel = document.querySelector('#panel')
    const first =
      panel?.querySelector<HTMLElement>('.handle') ??
      panel?.querySelector<HTMLElement>('[role=slider]') ??
      panel?.querySelector<HTMLElement>('section button, section input, section select')
    first?.focus()
  })
}
