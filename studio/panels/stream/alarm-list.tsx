import type { Signal } from '@preact/signals'
import { countText } from '../../../src/reports/index.ts'
import { chosen } from '../../state/store.ts'
import type { StreamNow } from '../../worker/jobs/stream-job.ts'

const MOST = 50

/** The alarms in words, the newest first. */
export function AlarmList({ now, marked }: { readonly now: StreamNow; readonly marked: Signal<number | null> }) {
  const { alarms } = now
  const newest = alarms.map((alarm, i) => ({ alarm, i })).toReversed()
  const one = marked.value === null ? undefined : newest.find(({ i }) => i === marked.value)
  const shown =
    one === undefined ? newest.slice(0, MOST) : [one, ...newest.filter((other) => other !== one).slice(0, MOST - 1)]
  return (
    <div class="alarms">
      <h3>Alarms</h3>
      {now.problem !== null && <p class="soft">No bins yet: {now.problem}</p>}
      {alarms.length === 0 ? (
        <p class="soft">
          {now.row === 0
            ? 'Press Play: alarms are told here when the rows, their classes or the cuts change.'
            : `None in ${countText(now.row)} rows: nothing has changed beyond chance.`}
        </p>
      ) : (
        <ol aria-live="polite">
          {shown.map(({ alarm: { row, column, kind, message }, i }) => (
            <li key={i} class={i === marked.value ? 'marked' : undefined}>
              <span class={`kind ${kind}`}>{kind}</span>
              <span class="row">row {countText(row)}</span>
              {column !== null && (
                <button type="button" class="jump" onClick={() => (chosen.value = column)} title={`Show ${column}`}>
                  {column}
                </button>
              )}
              <span class="message">{message}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
