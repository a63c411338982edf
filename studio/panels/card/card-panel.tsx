import { useEffect } from 'preact/hooks'
import { scorecardTexts } from '../../../src/reports/index.ts'
import type { Target } from '../../../src/index.ts'
import { Instead, PanelHead, WorkingLine } from '../../parts/panel-head.tsx'
import { useAnswer } from '../../parts/use-answer.ts'
import { binning, columns, isTouched, opened, target } from '../../state/store.ts'
import { baseName, offered } from '../../take/take-format.ts'
import type { CardMade } from '../../worker/jobs/card-job.ts'
import { CardPoints } from './card-points.tsx'
import { baseOdds, baseScore, doubleOdds } from './card-settings.ts'
import { CardWorth } from './card-worth.tsx'
import { ScaleControls } from './scale-controls.tsx'

/** A scorecard over the bins as they are now, made again whenever a cut moves. */
export function CardPanel() {
  const made = useAnswer('card', () => {
    const now = binning.value
    if (now === null || whyNot(now.target) !== null) return null
    const scale = { baseScore: baseScore.value, baseOdds: baseOdds.value, doubleOdds: doubleOdds.value }
    return { binning: now, ...scale }
  })
  const { answer, problem, part } = made.value
  useOffer(answer)
  const not = whyNot(target.value)
  const byHand = columns.value.filter(isTouched).length
  return (
    <section class="panel card" aria-label="Scorecard">
      <PanelHead
        title={
          <>
            A scorecard over your bins
            {not === null && (
              <>
                {' '}
                for <b>{target.value?.name}</b>
              </>
            )}
          </>
        }
        about={`The score of a row is the sum of its points, which follow your cuts${byHand > 0 ? `, ${byHand} changed by hand` : ''}.`}
      >
        {not === null && <ScaleControls />}
      </PanelHead>
      <WorkingLine part={part} />
      {not !== null || problem !== null ? (
        <Instead>{not ?? problem}</Instead>
      ) : (
        answer !== null && <Made made={answer} />
      )}
    </section>
  )
}

/** Why there can be no card for a target; null where there can. */
function whyNot(now: Target | null): string | null {
  const found =
    now === null
      ? 'no target is chosen'
      : now.kind !== 'class'
        ? `${now.name ?? 'the target'} is a number`
        : now.classes.length === 2 || (now.classes.length > 2 && now.event !== null)
          ? null
          : `${now.name ?? 'the target'} has ${now.classes.length}`
  if (found === null) return null
  const event =
    now?.kind === 'class' && now.classes.length > 2 ? ', or the class that should get few points as event' : ''
  return `A scorecard tells two classes apart, and ${found}. Choose a target with two classes at the top of the page${event}.`
}

function Made({ made }: { readonly made: CardMade }) {
  const { card, assessment, apart, notes } = made
  const texts = scorecardTexts(card, { assessment, apart })
  return (
    <>
      <CardWorth assessment={assessment} words={texts.quality} />
      <p class="card-words">{texts.words.join(' ')}</p>
      <CardPoints texts={texts} />
      {texts.leftOut.length > 0 && (
        <section class="card-left" aria-label="Left out">
          <h3>Left out</h3>
          <ul>
            {texts.leftOut.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {notes.map(({ message }) => (
        <p key={message} class="soft">
          {message}
        </p>
      ))}
    </>
  )
}

/** Lets the card be taken away while it is shown. The code of the formats is fetched beside it. */
function useOffer(made: CardMade | null): void {
  useEffect(() => {
    if (made === null) return undefined
    let gone = false
    void import('./card-formats.ts').then(({ cardFormats }) => {
      if (!gone) offered.value = cardFormats(made, baseName(opened.value?.name ?? 'data'))
    })
    return () => {
      gone = true
      offered.value = []
    }
  }, [made])
}
