import type { GoalExplanation, NumberExplanation } from '../../../src/explain/index.ts'
import { countText, fixedText, percentText, type ToldFinding } from '../../../src/reports/index.ts'
import { chosen, view } from '../../state/store.ts'

const VERDICTS = {
  holds: '✓ holds',
  weaker: '✓ holds, weaker',
  fails: '✗ does not hold',
  'not-found': '? not found again',
}

/** One finding: where it is, its figures, and the sentence that tells it all. */
export function FindingItem({
  told: { sentence, finding },
  explanation,
  fill,
}: {
  readonly told: ToldFinding
  readonly explanation: GoalExplanation | NumberExplanation
  /** number of the colour of the goal */
  readonly fill: number
}) {
  if (finding === null) return <li class="nothing">{sentence}</li>
  const ranges = 'ranges' in finding ? finding.ranges : [finding]
  return (
    <li>
      <p class="where">
        {ranges.map(({ column, text }, i) => (
          <span key={column}>
            {i > 0 && <span class="soft"> and </span>}
            <button type="button" class="jump" onClick={() => jumpTo(column)} title={`Look at ${column}`}>
              <b>{column}</b> {text}
            </button>
          </span>
        ))}
        <span class={`verdict ${finding.verdict}`}>{VERDICTS[finding.verdict]}</span>
      </p>
      <dl class="figures">
        {'rate' in finding && explanation.kind === 'goal' ? (
          <>
            <div class="wide">
              <dt>share of the goal here</dt>
              <dd>
                <b>{percentText(finding.rate)}</b>
                <span class="meter" aria-hidden="true">
                  <i style={{ width: `${finding.rate * 100}%`, background: `var(--c${fill})` }} />
                  <u style={{ left: `${finding.overall * 100}%` }} />
                </span>
                <small>{percentText(finding.overall)} overall</small>
              </dd>
            </div>
            <Figure name="lift" value={`${fixedText(finding.lift, finding.lift < 9.95 ? 1 : 0)} ×`} />
            <Figure name="part of all goal rows" value={percentText(finding.coverage)} />
          </>
        ) : (
          'mean' in finding &&
          explanation.kind === 'number' && (
            <>
              <Figure name="mean here" value={short(finding.mean)} />
              <Figure name="overall" value={short(finding.overall)} />
              <Figure name="deviations" value={fixedText(finding.difference / explanation.deviation, 1, true)} />
            </>
          )
        )}
        <Figure name="rows" value={countText(finding.rows)} />
        {finding.check !== null && (
          <Figure
            name="held out"
            value={`${heldOut(finding.check.heldOut)} of ${countText(finding.check.heldOut.rows)}`}
          />
        )}
      </dl>
      <p class="sentence soft">{sentence}</p>
    </li>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
      </dd>
    </div>
  )
}

const short = (value: number): string => String(Number(value.toPrecision(4)))

function heldOut(count: { readonly rate: number } | { readonly mean: number }): string {
  return 'rate' in count ? percentText(count.rate) : short(count.mean)
}

function jumpTo(column: string): void {
  chosen.value = column
  view.value = 'column'
}
