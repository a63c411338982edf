import { countText, percentText } from '../../../src/reports/index.ts'
import type { PartScores } from '../../../src/trees/index.ts'
import type { GrownTree } from '../../worker/jobs/tree-job.ts'

const PARTS: readonly (readonly [part: 'test' | 'validation' | 'training', name: string, about: string])[] = [
  ['test', 'Held out', 'rows that had no part in it: the figure to quote'],
  ['validation', 'Pruned by', 'rows that chose how far to prune'],
  ['training', 'Grown on', 'flattering: it was made from them'],
]

/** How well the tree predicts, beside always saying the commonest class. */
export function TreeScores({ grown }: { readonly grown: GrownTree }) {
  const { stats, full } = grown
  const before = full === null || full.nodes === stats.nodes ? '' : `, pruned from ${countText(full.leaves)} leaves`
  return (
    <dl class="tiles">
      {PARTS.map(([part, name, about]) => {
        const scores = grown[part]
        return scores === null ? null : (
          <Score key={part} name={name} about={about} scores={scores} lead={part === 'test'} />
        )
      })}
      <div>
        <dt>Leaves</dt>
        <dd>
          <b>{countText(stats.leaves)}</b>
          <small>
            depth {stats.depth}
            {before}
          </small>
        </dd>
      </div>
    </dl>
  )
}

function Score({
  name,
  about,
  scores,
  lead,
}: {
  readonly name: string
  readonly about: string
  readonly scores: PartScores['training']
  readonly lead: boolean
}) {
  const { accuracy, majority, rows } = scores
  if (accuracy === null || majority === null) return null
  return (
    <div class={lead ? 'lead' : undefined}>
      <dt title={about}>
        {name} <small>{countText(rows)} rows</small>
      </dt>
      <dd>
        <b>{percentText(accuracy)}</b>
        <span class="meter" aria-hidden="true">
          <i style={{ width: `${accuracy * 100}%` }} />
          <u style={{ left: `${majority * 100}%` }} />
        </span>
        <small>right; {percentText(majority)} by always saying the commonest</small>
      </dd>
    </div>
  )
}
