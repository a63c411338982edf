import { effect } from '@preact/signals'
import { theme } from '../state/store.ts'

const KEPT = 'kerf-theme'

effect(() => {
  const { dataset } = document.documentElement
  if (theme.value === null) delete dataset['theme']
  else dataset['theme'] = theme.value
})

/** What was chosen last is kept where the browser allows it. */
try {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'light' || kept === 'dark') theme.value = kept
} catch {
  // The page works without.
}

function isDark(): boolean {
  return (theme.value ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
}

function change(): void {
  theme.value = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem(KEPT, theme.value)
  } catch {
    // As above.
  }
}

/** Light or dark. */
export function ThemeButton() {
  return (
    <button type="button" class="quiet" aria-label={isDark() ? 'Light colours' : 'Dark colours'} onClick={change}>
      ◐
    </button>
  )
}
