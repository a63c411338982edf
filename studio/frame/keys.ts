import { PANELS } from '../panels/panels.ts'
import { reachable, sheet, toggle } from '../state/overview.ts'
import { chosen, opened, shown, view } from '../state/store.ts'
import { redo, undo } from '../state/steps.ts'
import { focusColumn, focusFind, focusPanel } from './focus.ts'
import { chooseFiles } from './file-input.tsx'
import { help } from './help-dialog.tsx'

/** Listens to the keys of the page as a whole. Panels handle theirs first and prevent the default. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || help.value) return
    const act = actionOf(event)
    if (act === null) return
    event.preventDefault()
    act()
  })
}

function actionOf(event: KeyboardEvent): (() => void) | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const typing = isTyping(event.target)
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'z' && !typing) return shiftKey ? redo : undo
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Escape' && sheet.value) return () => (sheet.value = false)
  if (inList(event.target)) {
    const act = listAction(event)
    if (act !== null) return act
  }
  if (typing) return null
  if (key === '?') return () => (help.value = true)
  if (key.toLowerCase() === 'o') return chooseFiles
  if (opened.value === null) return null
  if (key === '/') return focusFind
  if (key.toLowerCase() === 'z') return shiftKey ? redo : undo
  if (event.target === document.body && isArrow(key)) return () => step(key)
  const panel = PANELS.find((one) => one.key === key.toLowerCase())
  return panel === undefined ? null : () => (view.value = panel.id)
}

/** Up and down go through the columns, Home and End to the ends; Enter goes to the cuts, Space ticks. */
function listAction({ key, target }: KeyboardEvent): (() => void) | null {
  if (isArrow(key)) return () => step(key)
  const inFind = target instanceof HTMLInputElement && target.type === 'search'
  if (inFind && key === 'Enter') return () => (reachable.value.length > 0 ? choose(reachable.value[0]) : undefined)
  const name = target instanceof HTMLElement ? target.dataset['column'] : undefined
  if (name === undefined) return null
  if (key === ' ') return () => toggle(name)
  if (key === 'Enter')
    return () => {
      chooseColumn(name)
      focusPanel()
    }
  return null
}

function isArrow(key: string): boolean {
  return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End'
}

function step(key: string): void {
  const names = reachable.value
  if (names.length === 0) return
  const at = names.indexOf(shown.value?.name ?? '')
  const next =
    key === 'Home' ? 0 : key === 'End' ? names.length - 1 : key === 'ArrowDown' ? at + 1 : at < 0 ? 0 : at - 1
  choose(names[Math.min(names.length - 1, Math.max(0, next))])
}

function choose(name: string): void {
  chosen.value = name
  focusColumn(name)
}

/** The views that show one column; choosing a column in another leads to the first of them. */
const OF_COLUMN = new Set(['column', 'follow', 'stream', 'drift'])

/** Shows a column. */
export function chooseColumn(name: string): void {
  chosen.value = name
  sheet.value = false
  if (!OF_COLUMN.has(view.value)) view.value = 'column'
}

function inList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.columns') !== null && !(target instanceof HTMLSelectElement)
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
