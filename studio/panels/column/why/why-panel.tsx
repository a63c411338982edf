import { computed, effect, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { AbortError, hasCuts, type NumberColumn } from '../../../../src/index.ts'
import { cutReasons, fixedText, informationOf, percentText, valueText } from '../../../../src/reports/index.ts'
import { binningTable } from '../../../../src/index.ts'
import { shown, target } from '../../../state/store.ts'
import { ask } from '../../../worker/ask.ts'
import type { Why } from '../../../worker/jobs/why-job.ts'
import { drag, selectedCut, whyOpen } from '../column-view.ts'
import { cutText } from '../value-words.ts'
import { BinsWanted } from './bins-wanted.tsx'
import { WhyChart } from './why-chart.tsx'

const told = signal<Why | null>(null)
const working = signal<{ readonly part: number; readonly words: string } | null>(null)
const failed = signal('')
const binsOpen = signal(false)

/** Which cut is asked about: not while it is dragged. */
const question = computed(() => {
  const [now, at] = [shown.value, selectedCut.value]
  if (!whyOpen.value || now === null || at === null || drag.value !== null || !hasCuts(now.column)) return null
  return { now, column: now.column, at }
})

function watchWhy(): () => void {
  return effect(() => {
    const asked = question.value
    failed.value = ''
    if (asked === null) return undefined
    const stop = new AbortController()
    const { now, column, at } = asked
    const cut = column.cuts[at]
    const fitted = now.fitted as NumberColumn
    const own = fitted.cuts.indexOf(cut)
    told.value = null
    working.value = { part: 0, words: 'looking at every place' }
    ask(
      'why',
      {
        column: now.name,
        method: now.method,
        options: now.options,
        cut,
        from: column.cuts[at - 1] ?? null,
        to: column.cuts[at + 1] ?? null,
        closed: column.closed,
        reason: own < 0 ? null : fitted.reasons[own],
      },
      { signal: stop.signal, onProgress: (part, words) => (working.value = { part, words }) },
    ).then(
      (why) => {
        told.value = why
        working.value = null
      },
      (error: unknown) => {
        if (error instanceof AbortError) return
        working.value = null
        failed.value = error instanceof Error ? error.message : String(error)
      },
    )
    return () => stop.abort()
  })
}

/** Why the selected cut is where it is: the curve over all places, the bar, the runner-up, and how far it wanders. */
export function WhyPanel() {
  const box = useRef<HTMLElement>(null)
  useEffect(watchWhy, [])
  useShown(box)
  const asked = question.value
  const why = told.value
  return (
    <section class="why" ref={box} aria-label="Why here?" aria-busy={working.value !== null}>
      <div class="binbar">
        <h3>Why here? {asked !== null && <span class="soft">{cutText(asked.column, asked.at)}</span>}</h3>
        <button type="button" class="quiet" onClick={() => (whyOpen.value = false)} aria-label="Close why here">
          Close
        </button>
      </div>
      {asked === null && drag.value === null && <p class="soft">Select a cut to see why it is where it is.</p>}
      {failed.value !== '' && (
        <p class="fault" role="alert">
          {failed.value}
        </p>
      )}
      {asked !== null && (
        <>
          <p class="answer">{answer(asked.now.fitted as NumberColumn, asked.column, asked.at)}</p>
          {working.value !== null && (
            <p class="soft">
              <progress max={1} value={working.value.part} aria-label={working.value.words} /> {working.value.words}
            </p>
          )}
          {why !== null && why.places.length > 0 && <WhyChart why={why} column={asked.column} />}
          {why !== null && <Wandering why={why} column={asked.column} />}
        </>
      )}
      {shown.value !== null && target.value !== null && (
        <details onToggle={({ currentTarget }) => (binsOpen.value = currentTarget.open)}>
          <summary>How many bins?</summary>
          {binsOpen.value && <BinsWanted column={shown.value.name} />}
        </details>
      )}
    </section>
  )
}

/** Brings the first answer into view: it stands below the chart. Later ones leave the page where it is. */
function useShown(box: { readonly current: HTMLElement | null }): void {
  const done = useRef(false)
  const answered = told.value !== null
  useEffect(() => {
    if (!answered || done.current) return
    done.current = true
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [answered])
}

/** One sentence: the reason of the method, or what it cost to move the cut from where the method had it. */
function answer(fitted: NumberColumn, column: NumberColumn, at: number): string {
  const cut = column.cuts[at]
  const own = fitted.cuts.indexOf(cut)
  if (own >= 0) return `${cutReasons(fitted)[own].why}.`
  const info = (one: NumberColumn): number => informationOf(binningTable(one, target.value), target.value).share
  const [before, now] = [info(fitted), info(column)]
  const unit = target.value?.kind === 'numeric' ? 'variance' : 'uncertainty'
  if (target.value === null) return 'Set by hand.'
  const nearest = fitted.cuts.reduce<number | null>((near, one) => (near === null || Math.abs(one - cut) < Math.abs(near - cut) ? one : near), null) // prettier-ignore
  const from = nearest === null ? '' : `; ${fitted.method} cut at ${valueText(column.kind, nearest)}`
  const change = percentText(Math.abs(now - before), 1)
  const cost =
    now < before
      ? `${change} of the ${unit} is no longer explained`
      : now > before
        ? `${change} more of the ${unit} is explained`
        : 'nothing is lost'
  return `Set by hand${from}. Against its cuts ${cost} (${percentText(before, 1)} → ${percentText(now, 1)}).`
}

/** What became of the cut when rows were drawn again, and the runner-up. */
function Wandering({ why, column }: { readonly why: Why; readonly column: NumberColumn }) {
  const { stability, best, bar, cut } = why
  const near = stability?.cuts.reduce<(typeof stability.cuts)[number] | null>((found, one) => (found === null || Math.abs(one.cut - cut) < Math.abs(found.cut - cut) ? one : found), null) // prettier-ignore
  const value = (one: number): string => valueText(column.kind, one)
  return (
    <ul class="facts">
      {best !== null && (
        <li>
          {why.own ? 'The method looked at every place of the part it cut here' : 'Between the cuts beside it'}: best at{' '}
          {value(best.cut)} with {fixedText(best.score, 3)}
          {bar === null ? '' : `, needed ${fixedText(bar, 3)}`}.
        </li>
      )}
      {near != null && stability !== null && (
        <li>
          Of {stability.resamples} draws of as many rows, {percentText(near.near.share)} had a cut nearest to{' '}
          {value(near.cut)}
          {near.from === null || near.to === null
            ? ''
            : `, nine of ten of them between ${value(near.from)} and ${value(near.to)}`}
          ; {percentText(near.same.share)} in the very same gap.
        </li>
      )}
      {why.unknown !== '' && <li>{why.unknown}</li>}
    </ul>
  )
}
