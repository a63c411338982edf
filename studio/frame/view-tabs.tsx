import { PANELS } from '../panels/panels.ts'
import { view } from '../state/store.ts'

/** The views of what is open. */
export function ViewTabs() {
  const now = PANELS.some(({ id }) => id === view.value) ? view.value : PANELS[0].id
  return (
    <nav aria-label="Views" class="tabs">
      {PANELS.map(({ id, title, key }) => (
        <button
          key={id}
          type="button"
          aria-current={id === now ? 'page' : undefined}
          aria-keyshortcuts={key}
          title={`${title} (${key.toUpperCase()})`}
          onClick={() => (view.value = id)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
