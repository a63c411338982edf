import { LazyPanel } from '../parts/lazy.tsx'
import { PANELS } from '../panels/panels.ts'
import { opened, view } from '../state/store.ts'
import { BusyBar } from './busy-bar.tsx'
import { ColumnList } from './column-list.tsx'
import { DropArea } from './drop-area.tsx'
import { EmptyPage } from './empty-page.tsx'
import { FileInput } from './file-input.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { NoteBar } from './note-bar.tsx'
import { ProblemNote } from './problem-note.tsx'
import { TopBar } from './top-bar.tsx'
import { ViewTabs } from './view-tabs.tsx'

/** The whole page. */
export function App() {
  const panel = PANELS.find(({ id }) => id === view.value) ?? PANELS[0]
  return (
    <>
      <FileInput />
      <TopBar />
      <BusyBar />
      <NoteBar />
      <ProblemNote />
      {opened.value === null ? (
        <EmptyPage />
      ) : (
        <div class="work">
          <ColumnList />
          <main id="panel">
            <ViewTabs />
            <LazyPanel key={panel.id} panel={panel} />
          </main>
        </div>
      )}
      <DropArea />
      <HelpDialog />
    </>
  )
}
