import { shown } from '../../state/store.ts'
import { askWhy, drag, scaleName, secondMethod, selectedCut } from './column-view.ts'
import { addCut, bestPlace, removeCut } from './cut-actions.ts'
import { fittingMethods } from './method-controls.tsx'

const NEXT = { linear: 'log', log: 'rank', rank: 'linear' } as const

/** What keys do in this panel, whatever has the focus but a control that takes text. */
export const COLUMN_KEYS: Readonly<Record<string, () => void>> = {
  a: () => {
    const place = bestPlace()
    if (place !== null) addCut(place)
  },
  l: () => (scaleName.value = NEXT[scaleName.value]),
  m: () => document.querySelector<HTMLElement>('#method')?.focus(),
  w: askWhy,
  '2': () => {
    const others = fittingMethods().filter(({ name }) => name !== shown.value?.method && name !== 'fixed')
    secondMethod.value = secondMethod.value === null ? (others.find(({ name }) => name === 'optimal') ?? others[0])?.name ?? null : null // prettier-ignore
  },
  delete: () => {
    if (selectedCut.value !== null) removeCut(selectedCut.value)
  },
}

/** Listens until the function that it gives is called. */
export function listenToKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || drag.value !== null) return
    if (
      event.target instanceof Element &&
      event.target.closest('input, select, textarea, [contenteditable], dialog') !== null
    )
      return
    const act = COLUMN_KEYS[event.key.toLowerCase()]
    if (act === undefined || event.shiftKey) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
