import { useSignal } from '@preact/signals'
import type { PruneWay } from '../../../src/trees/index.ts'
import { countText } from '../../../src/reports/index.ts'
import { ClassLegend } from '../../parts/swatches.tsx'
import { Choice, Instead, PanelHead, WorkingLine } from '../../parts/panel-head.tsx'
import { useAnswer } from '../../parts/use-answer.ts'
import { binning, columns, isTouched, target } from '../../state/store.ts'
import { LeafFacts } from './leaf-facts.tsx'
import { TreeScores } from './tree-scores.tsx'
import { TreeChart } from './tree-chart.tsx'

const DEPTHS = [
  ['', 'no limit'],
  ...Array.from({ length: 8 }, (_, i) => [String(i + 1), i === 0 ? '1 test' : `${i + 1} tests`] as const),
] as const

const WAYS: readonly (readonly [PruneWay | '', string])[] = [
  ['', 'as suits the rows'],
  ['error', 'to the least error on held-out rows'],
  ['one-se', 'smallest within a standard error'],
  ['reduced', 'every test by itself'],
  ['depth', 'to a depth found by folds'],
  ['none', 'not at all'],
]

/** Nodes drawn at first, and when more are asked for. */
const FEW = 60
const MANY = 400

/** A decision tree over the bins as they are now, grown again whenever a cut moves. */
export function TreePanel() {
  const depth = useSignal<string>('')
  const prune = useSignal<PruneWay | ''>('')
  const most = useSignal(FEW)
  const chosen = useSignal<string>('')
  const grown = useAnswer('tree', () => {
    const now = binning.value
    if (now?.target?.kind !== 'class') return null
    const maxDepth = depth.value === '' ? null : Number(depth.value)
    return { binning: now, maxDepth, prune: prune.value || null, most: most.value }
  })
  const name = target.value?.name ?? null
  const { answer, problem, part } = grown.value
  const byHand = columns.value.filter(isTouched).length
  return (
    <section class="panel tree" aria-label="Tree">
      <PanelHead
        title={
          <>
            A tree over your bins
            {name !== null && (
              <>
                {' '}
                for <b>{name}</b>
              </>
            )}
          </>
        }
        about={`Grown by ID3 over the bins as they are now${byHand > 0 ? `, ${byHand} changed by hand` : ''}; it grows again whenever a cut moves.`}
      >
        <Choice label="Depth" value={depth.value} options={DEPTHS} onChoose={(value) => (depth.value = value)} />
        <Choice label="Pruned" value={prune.value} options={WAYS} onChoose={(value) => (prune.value = value)} />
      </PanelHead>
      <WorkingLine part={part} />
      {target.value?.kind !== 'class' ? (
        <Instead>
          A tree predicts classes{target.value === null ? '' : `, and ${name ?? 'the target'} is a number`}. Choose a
          target with a few classes at the top of the page.
        </Instead>
      ) : problem !== null ? (
        <Instead>{problem}</Instead>
      ) : (
        answer !== null && (
          <>
            <TreeScores grown={answer} />
            <ClassLegend name={name} classes={answer.drawing.classes} />
            <TreeChart grown={answer} chosen={chosen} />
            {answer.drawing.boxes.some(({ kind }) => kind === 'folded') && (
              <p>
                <button type="button" onClick={() => (most.value = MANY)} disabled={most.value === MANY}>
                  Show up to {MANY} nodes
                </button>{' '}
                <span class="soft">{countText(answer.stats.nodes)} in all</span>
              </p>
            )}
            <LeafFacts grown={answer} chosen={chosen.value} />
            {answer.notes.map(({ message }) => (
              <p key={message} class="soft">
                {message}
              </p>
            ))}
          </>
        )
      )}
    </section>
  )
}
