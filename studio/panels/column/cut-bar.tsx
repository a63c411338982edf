import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hasCuts } from '../../../src/index.ts'
import { cutScores } from '../../../src/explain/index.ts'
import { shown } from '../../state/store.ts'
import { askWhy, drag, numbers, seenCuts, selectedCut, whyOpen } from './column-view.ts'
import { addCut, bestPlace, moveCut, removeCut } from './cut-actions.ts'
import { moveText, scoreText } from './score-words.ts'
import { cutWords } from './value-words.ts'

/** The selected cut as a number to be typed, what it tells, and what can be done with it. Always as high. */
export function CutBar() {
  const column = seenCuts.value
  const at = selectedCut.value
  const [now, held] = [shown.value, drag.value]
  const fault = useSignal('')
  useEffect(() => {
    fault.value = ''
  }, [at, column])
  if (column === null || now === null) return null
  const add = (): void => {
    const place = bestPlace()
    if (place !== null) addCut(place)
  }
  const text = at === null ? '' : cutWords(column)[at]
  const type = (typed: string): void => {
    if (at === null || typed === text) return
    const value = column.kind === 'date' ? Date.parse(typed) : Number(typed)
    if (typed.trim() === '' || Number.isNaN(value)) {
      fault.value = `not a ${column.kind}: ${typed}`
      return
    }
    try {
      moveCut(at, value)
    } catch (error) {
      fault.value = (error as Error).message
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
              size={9}
              aria-invalid={fault.value !== ''}
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
      <output id="cut-fault" class={fault.value === '' ? 'soft' : 'fault'}>
        {fault.value !== ''
          ? fault.value
          : held !== null && hasCuts(now.column)
            ? held.off
              ? 'let go to remove this cut'
              : moveText(now.column, held.column, held.at)
            : at === null
              ? 'Drag a cut, or double-click where one should be.'
              : scoreText(cutScores(column)[at])}
      </output>
    </div>
  )
}
