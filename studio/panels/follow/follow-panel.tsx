import { useSignal, useSignalEffect } from '@preact/signals'
import { hasCuts } from '../../../src/index.ts'
import type { TraceScenes } from '../../../src/reports/html/index.ts'
import { Markup } from '../../parts/markup.tsx'
import { Instead, PanelHead, WorkingLine } from '../../parts/panel-head.tsx'
import { useAnswer } from '../../parts/use-answer.ts'
import { isTouched, shown } from '../../state/store.ts'
import { Player } from './player.tsx'

/** The method of the column at work, step by step. */
export function FollowPanel() {
  const trace = useAnswer('trace', () => {
    const now = shown.value
    if (now === null || !hasCuts(now.fitted)) return null
    const { name, kind, method, options, closed } = now.fitted
    return { column: { name, kind, method, options, closed } }
  })
  const now = shown.value
  if (now === null) return null
  const { answer, problem, part } = trace.value
  return (
    <section class="panel follow" aria-label={`Follow ${now.name}`}>
      <PanelHead
        title={
          <>
            How {hasCuts(now.fitted) ? now.fitted.method : now.method} cuts <b>{now.name}</b>
          </>
        }
        about={answer?.intro}
      />
      <WorkingLine part={part} />
      {!hasCuts(now.fitted) ? (
        <Instead>
          {now.name} holds texts: its levels are grouped, and there are no cuts to follow. Choose a column of numbers.
        </Instead>
      ) : problem !== null ? (
        <Instead>{problem}</Instead>
      ) : (
        answer !== null && (
          <>
            {isTouched(now) && (
              <p class="soft">
                You have changed this column by hand; the steps show how the method found its own cuts.
              </p>
            )}
            <Scenes key={`${answer.column} ${answer.method}`} trace={answer} />
          </>
        )
      )}
    </section>
  )
}

function Scenes({ trace }: { readonly trace: TraceScenes }) {
  const { scenes, legend } = trace
  const at = useSignal(0)
  useSignalEffect(() => {
    if (at.value >= scenes.length) at.value = scenes.length - 1
  })
  const scene = scenes[Math.min(at.value, scenes.length - 1)]
  return (
    <div class="marks">
      <Player at={at} count={scenes.length} titles={scenes.map(({ title }) => title)} />
      <div class="stage">
        <figure>
          <Markup html={scene.picture} />
          <Markup html={legend} />
          {scene.legend.length > 0 && (
            <ul class="legend">
              {scene.legend.map((entry) => (
                // oxlint-disable-next-line react/no-danger -- made by the library
                <li key={entry} dangerouslySetInnerHTML={{ __html: entry }} />
              ))}
            </ul>
          )}
        </figure>
        <div class="told">
          <h3>{scene.title}</h3>
          {scene.text
            .filter((one) => one !== '')
            .map((one) => (
              <p key={one}>{one}</p>
            ))}
          <Markup class="numbers" html={scene.numbers} />
        </div>
      </div>
    </div>
  )
}
