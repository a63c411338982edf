import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { PANELS } from '../panels/panels.ts'

/** Whether the keys are shown. */
export const help = signal(false)

/** What keys do, besides those of the views. */
const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'find a column'],
  ['↑ ↓', 'another column, in the list; Space ticks it, Enter goes to its cuts'],
  ['← →', 'move a cut to the next gap between values; Shift ten gaps'],
  ['A', 'add a cut'],
  ['Delete', 'remove a cut'],
  ['Escape', 'put a cut back while it is dragged; close what is open'],
  ['M', 'method of the column'],
  ['L', 'scale: linear, log, rank'],
  ['2', 'a second method beside the first'],
  ['W', 'why a cut is where it is'],
  ['Z', 'undo; Shift Z redo'],
  ['S', 'take away'],
  ['O', 'open a file'],
  ['?', 'this list'],
]

/** All keys. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = help.value
  useEffect(() => {
    if (shown) dialog.current?.showModal()
    else dialog.current?.close()
  }, [shown])
  const taken = new Set(KEYS.map(([key]) => key.toLowerCase()))
  const views = PANELS.filter(({ key }) => !taken.has(key)).map(
    ({ key, title }) => [key.toUpperCase(), `show ${title}`] as const,
  )
  return (
    <dialog ref={dialog} class="help" aria-label="Keys" onClose={() => (help.value = false)}>
      {shown && (
        <>
          <h2>Keys</h2>
          <dl>
            {[...KEYS, ...views].map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <form method="dialog">
            <button type="submit">Close</button>
          </form>
        </>
      )}
    </dialog>
  )
}
