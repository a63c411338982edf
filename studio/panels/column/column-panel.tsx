import { useEffect } from 'preact/hooks'
import { hasCuts } from '../../../src/index.ts'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { shown } from '../../state/store.ts'
import { BinTable } from './bin-table.tsx'
import { ClassLegend } from './class-legend.tsx'
import { ColumnChart } from './column-chart.tsx'
import { ColumnFigures, ColumnHead } from './column-facts.tsx'
import { listenToKeys } from './column-keys.ts'
import { watchColumn, whyOpen } from './column-view.ts'
import { CutBar } from './cut-bar.tsx'
import { LevelBoard } from './level-board.tsx'
import { MethodControls } from './method-controls.tsx'
import { SecondNumbers, watchSecond } from './second-method.tsx'

const loadWhy = () => import('./why/why-panel.tsx').then(({ WhyPanel }) => WhyPanel)

/** One column: its histogram, its cuts as handles, its bins with live numbers. */
export function ColumnPanel() {
  useEffect(() => {
    const ends = [watchColumn(), watchSecond(), listenToKeys()]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const now = shown.value
  if (now === null) return null
  const withCuts = hasCuts(now.column)
  return (
    <section class="column" aria-label={`Column ${now.name}`}>
      <ColumnHead />
      <MethodControls />
      <ClassLegend />
      {withCuts ? (
        <>
          <ColumnChart />
          <CutBar />
          <SecondNumbers />
        </>
      ) : (
        <LevelBoard key={now.name} />
      )}
      <div class={`below${withCuts && whyOpen.value ? ' two' : ''}`}>
        <div>
          <ColumnFigures />
          <BinTable key={now.name} />
        </div>
        {withCuts && whyOpen.value && <LazyPart load={loadWhy} />}
      </div>
    </section>
  )
}
