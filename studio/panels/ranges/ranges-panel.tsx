import { useSignal } from '@preact/signals'
import { hasCuts } from '../../../src/index.ts'
import { countText, seriesOf } from '../../../src/reports/index.ts'
import { Choice, Instead, PanelHead, WorkingLine } from '../../parts/panel-head.tsx'
import { useAnswer } from '../../parts/use-answer.ts'
import { columns, isTouched, opened, target } from '../../state/store.ts'
import type { CutBy, Explained } from '../../worker/jobs/explain-job.ts'
import { FindingItem } from './finding-item.tsx'

/** The ranges that matter for a class, or for a number, in sentences. */
export function RangesPanel() {
  const wanted = useSignal<string | null>(null)
  const goalOf = (): string | null => {
    const now = target.value
    if (now?.kind !== 'class') return null
    const { classes, event } = now
    return wanted.value !== null && classes.includes(wanted.value) ? wanted.value : (event ?? classes.at(-1) ?? null)
  }
  const explained = useAnswer('explain', () => {
    const now = target.value
    if (now === null || now.name === null) return null
    const names = columns.value.map(({ name }) => name)
    return { target: now, goal: goalOf(), columns: names, cutBy: cutByNow(), source: opened.value?.name ?? '' }
  })
  const { answer, problem, part } = explained.value
  const now = target.value
  const goal = goalOf()
  return (
    <section class="panel ranges" aria-label="Ranges">
      <PanelHead
        title={
          goal === null ? (
            <>Where {now === null ? 'a target' : <b>{now.name}</b>} is high or low</>
          ) : (
            <>
              What goes with{' '}
              <b>
                {now?.name} = {goal}
              </b>
            </>
          )
        }
        about="Ranges are found on all rows, then cut again on one half of them and checked on the other."
      >
        {now?.kind === 'class' && goal !== null && (
          <Choice
            label="Goal"
            value={goal}
            options={now.classes.map((name) => [name, name] as const)}
            onChoose={(value) => (wanted.value = value)}
          />
        )}
      </PanelHead>
      <WorkingLine part={part} />
      {now === null ? (
        <Instead>Ranges matter for something. Choose a target at the top of the page.</Instead>
      ) : problem !== null ? (
        <Instead>{problem}</Instead>
      ) : (
        answer !== null && <Told explained={answer} />
      )}
    </section>
  )
}

function cutByNow(): CutBy[] {
  return columns.value.flatMap((one): CutBy[] => {
    const { fitted, column } = one
    if (!hasCuts(fitted) || !hasCuts(column)) return []
    const { name, method, options, closed } = fitted
    return [{ name, method, options, closed, cuts: isTouched(one) ? column.cuts : null }]
  })
}

function Told({ explained }: { readonly explained: Explained }) {
  const { explanation, told } = explained
  const { tried, notes } = explanation
  const series = seriesOf(target.value, target.value?.kind === 'class' ? target.value.classes.map(() => 1) : null)
  const fill = explanation.kind === 'goal' ? (series.find(({ name }) => name === explanation.goal.class)?.fill ?? 0) : 0
  const goals = explanation.kind === 'goal' ? [explanation.goal] : explanation.directions
  const unconfirmed = goals.flatMap((one) => one.unconfirmed.map(({ column, text, rows }) => ({ column, text, rows })))
  return (
    <>
      <ol class="findings">
        {told.map((one) => (
          <FindingItem key={one.sentence} told={one} explanation={explanation} fill={fill} />
        ))}
      </ol>
      {unconfirmed.length > 0 && (
        <details>
          <summary>{unconfirmed.length} more found on all rows, not confirmed on the held-out half</summary>
          <ul>
            {unconfirmed.map(({ column, text, rows }) => (
              <li key={`${column} ${text}`}>
                {column} {text} <span class="soft">· {countText(rows)} rows</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="soft tried">
        Found on {countText(tried.foundOn)} rows, checked on {countText(tried.heldOut)} others; {countText(tried.tests)}{' '}
        tests, corrected for their number. Cut by {tried.method}.
        {tried.blunt.length > 0 && ` By themselves ${tried.blunt.join(', ')} tell nothing.`}
      </p>
      {notes.map(({ message }) => (
        <p key={message} class="soft">
          {message}
        </p>
      ))}
    </>
  )
}
