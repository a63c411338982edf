import { problem } from '../state/store.ts'

/** What went wrong, in the words of the command line; the page is as it was. */
export function ProblemNote() {
  const now = problem.value
  if (now === null) return null
  return (
    <div class="problem" role="alert">
      <p>{now}</p>
      <button type="button" class="quiet" aria-label="Close the message" onClick={() => (problem.value = null)}>
        ✕
      </button>
    </div>
  )
}
