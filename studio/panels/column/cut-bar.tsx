import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hasCuts } from '../../../src/index.ts'
import { cutScores } from '../../../src/explain/index.ts'
import { shown, type ShownColumn } from '../../state/store.ts'
import { askWhy, drag, numbers, refusal, seenCuts, selectedCut, whyOpen } from './column-view.ts'
import { addCut, bestPlace, moveCut, removeCut } from './cut-actions.ts'
import { moveText, scoreText } from './score-words.ts'
import { cutWords } from './value-words.ts'

/** The selected cut as a number to be typed, what it tells, and what can be done with it. Always as high. */
export function CutBar() {
  const column = seenCuts.value
  const at = selectedCut.value
  const [now, held] = [shown.value, drag.value]
  const typed = useSignal(false)
  useEffect(() => {
    refusal.value = null
    typed.value = false
  }, [column])
  if (column === null || now === null) return null
  const add = (): void => {
    const place = bestPlace()
    if (place === null) refusal.value = 'No place is left where a cut would part the values.'
    else addCut(place)
  }
  const text = at === null ? '' : cutWords(column)[at]
  const type = (words: string): void => {
    if (at === null || words === text) return
    typed.value = true
    const value = column.kind === 'date' ? Date.parse(words) : Number(words)
    if (words.trim() === '' || Number.isNaN(value)) {
      refusal.value = `not a ${column.kind}: ${words}`
      return
    }
    try {
      moveCut(at, value)
    } catch (error) {
      refusal.value = (error as Error).message
    }
  }
  return (
    <div class="cutbar">
      <button type="button" onClick={add} disabled={numbers.value === null} title="Add the cut that tells most (A)">
        Add cut
      </button>
      {at !== null && (
        <>
          <label>
            cut {at + 1} of {column.cuts.length}{' '}
            <input
              id="cut-value"
              key={`${at} ${text}`}
              class="number"
              defaultValue={text}
              inputMode="decimal"
              size={Math.max(9, text.length)}
              aria-invalid={typed.value && refusal.value !== null}
              aria-describedby="cut-fault"
              onChange={({ currentTarget }) => type(currentTarget.value)}
            />
          </label>
          <button type="button" onClick={() => removeCut(at)} title="Delete">
            Remove
          </button>
        </>
      )}
      <button
        type="button"
        aria-pressed={whyOpen.value}
        disabled={column.cuts.length === 0}
        title="Why is the cut where it is? (W)"
        onClick={askWhy}
      >
        Why here?
      </button>
      <output id="cut-fault" class={refusal.value === null ? 'soft' : 'fault'}>
        {refusal.value !== null
          ? refusal.value
          : held !== null && hasCuts(now.column)
            ? held.off
              ? 'let go to remove this cut'
              : moveText(now.column, held.column, held.at)
            : at === null
              ? adviceOf(now)
              : scoreText(cutScores(column)[at])}
      </output>
    </div>
  )
}

/** What can be done while no cut is selected. */
function adviceOf({ column, fitted, method }: ShownColumn): string {
  if (!hasCuts(column) || column.cuts.length > 0) return 'Drag a cut, or double-click where one should be.'
  const found = hasCuts(fitted) && fitted.cuts.length === 0 ? `${method} found no cut that tells enough. ` : ''
  return `${found}Double-click where one should be, or add the best there is.`
}
