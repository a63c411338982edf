import { countText, fixedText } from '../../../src/reports/index.ts'
import type { CardAssessment, Estimate, ScoreQuality } from '../../../src/scorecards/index.ts'

const MEASURES: readonly (readonly [key: 'gini' | 'ks' | 'auc', name: string, about: string, lot: number])[] = [
  ['gini', 'Gini', '2 · AUC − 1', 0],
  ['ks', 'KS', 'the largest distance between the shares of both classes up to a score', 0],
  ['auc', 'AUC', 'how often, of a row of either class, the scores tell which is which', 0.5],
]

/** How well the card tells one class from the other, beside scores drawn by lot and its best column alone. */
export function CardWorth({
  assessment,
  words,
}: {
  readonly assessment: CardAssessment
  readonly words: readonly string[]
}) {
  const { heldOut, training, alone } = assessment
  const judged = heldOut ?? training
  const best = { gini: alone?.gini ?? null, ks: null, auc: alone?.gini == null ? null : (alone.gini + 1) / 2 }
  return (
    <>
      <dl class="tiles">
        {MEASURES.map(([key, name, about, lot]) => (
          <Worth
            key={key}
            name={name}
            about={about}
            lot={lot}
            found={judged[key]}
            others={[
              ...(heldOut === null ? [] : [`learned from ${valueOf(training[key])}`]),
              ...(best[key] === null ? [] : [`best column ${fixedText(best[key], 3)}`]),
            ]}
            lead={key === 'gini'}
          />
        ))}
      </dl>
      <p class="soft">
        {rowsText(assessment)} {words.join(' ')}
        {heldOut !== null && ' The cuts were made with all rows in view, so these numbers are still a little too good.'}
      </p>
    </>
  )
}

function rowsText({ heldOut, training }: CardAssessment): string {
  const rows = ({ rows: count, events }: ScoreQuality): string =>
    `${countText(count)} rows, ${countText(events)} of the event`
  return heldOut === null ? `Made from ${rows(training)}.` : `Judged by ${rows(heldOut)}; made from ${rows(training)}.`
}

function valueOf(one: Estimate | null): string {
  return one === null ? '–' : fixedText(one.value, 3)
}

interface WorthProps {
  readonly name: string
  readonly about: string
  /** what scores drawn by lot come to */
  readonly lot: number
  readonly found: Estimate | null
  readonly others: readonly string[]
  readonly lead: boolean
}

function Worth({ name, about, lot, found, others, lead }: WorthProps) {
  const percent = (value: number): string => `${Math.min(100, Math.max(0, value * 100))}%`
  return (
    <div class={lead ? 'lead' : undefined}>
      <dt title={about}>{name}</dt>
      <dd>
        <b>{valueOf(found)}</b>
        {found !== null && (
          <>
            <span class="meter" aria-hidden="true">
              <i style={{ width: percent(found.value) }} />
              <u style={{ left: percent(lot) }} />
            </span>
            <small>
              95 %: {fixedText(found.low, 3)} to {fixedText(found.high, 3)}
            </small>
          </>
        )}{' '}
        <small>{[`by lot ${lot}`, ...others].join('; ')}</small>
      </dd>
    </div>
  )
}
