import { leftAlone } from '../state/method-for-all.ts'
import { lastStep } from '../state/steps.ts'

/** What the last step did not do, and the way to do it after all. It lies over the page and goes with the next step. */
export function NoteBar() {
  const now = leftAlone.value
  const shown = now !== null && now.step === lastStep.value
  return (
    <div class="busy" role="status" data-shown={shown}>
      {shown && (
        <>
          <span class="note-words">{now.words}</span>
          <button type="button" onClick={now.act}>
            {now.title}
          </button>
          <button type="button" class="quiet" aria-label="Close the message" onClick={() => (leftAlone.value = null)}>
            ✕
          </button>
        </>
      )}
    </div>
  )
}
