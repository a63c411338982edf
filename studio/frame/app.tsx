import { LazyPanel } from '../parts/lazy.tsx'
import { PANELS } from '../panels/panels.ts'
import { busy, opened, problem, view } from '../state/store.ts'
import { ColumnList } from './column-list.tsx'
import { EmptyPage } from './empty-page.tsx'
import { TopBar } from './top-bar.tsx'

/** The whole page. */
export function App() {
  const panel = PANELS.find(({ id }) => id === view.value) ?? PANELS[0]
  const now = busy.value
  return (
    <>
      <TopBar />
      {now !== null && (
        <div class="busy" role="status">
          <progress max={1} value={now.part ?? undefined} aria-label={now.words} /> {now.words}{' '}
          <button type="button" onClick={now.stop}>
            Cancel
          </button>
        </div>
      )}
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {opened.value === null ? (
        <EmptyPage />
      ) : (
        <div class="work">
          <ColumnList />
          <main>
            <LazyPanel key={panel.id} panel={panel} />
          </main>
        </div>
      )}
    </>
  )
}
