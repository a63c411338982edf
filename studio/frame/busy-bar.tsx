import { busy } from '../state/store.ts'

/** What is being done, how far it is, and the way to stop it. It lies over the page, so that nothing moves. */
export function BusyBar() {
  const now = busy.value
  return (
    <div class="busy" role="status" data-shown={now !== null}>
      {now !== null && (
        <>
          <progress max={1} value={now.part ?? undefined} aria-label="Progress" />
          <span class="busy-words">{now.words}</span>
          <button type="button" onClick={now.stop}>
            Cancel
          </button>
        </>
      )}
    </div>
  )
}
