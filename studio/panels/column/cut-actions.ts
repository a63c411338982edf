import { type CutEditor, edit, hasCuts, type LevelEditor, type NumberColumn, type Policy } from '../../../src/index.ts'
import { cutCurve } from '../../../src/explain/index.ts'
import { change, isAt, noteStep } from '../../state/editing.ts'
import { binning, shown, type ShownColumn } from '../../state/store.ts'
import { drag, numbers, open, refusal, selected, ticked } from './column-view.ts'
import { cutText } from './value-words.ts'
import { gapAt, gapsBetween, middleOf, nearestGap, stepped } from './value-gaps.ts'

/** The column and the editor that stands where it is; null while there is none. */
function current(): { now: ShownColumn; editor: CutEditor | LevelEditor } | null {
  const [now, ready] = [shown.value, open.value]
  return now === null || ready === null || !isAt(ready, now.column) ? null : { now, editor: ready.editor }
}

function currentCuts(): { now: ShownColumn; editor: CutEditor; column: NumberColumn } | null {
  const found = current()
  if (found === null || !hasCuts(found.now.column)) return null
  const editor = found.editor as CutEditor
  return { now: found.now, editor, column: editor.column }
}

/** Takes hold of a cut. */
export function startDrag(at: number): void {
  const found = currentCuts()
  selected.value = at
  if (found !== null) drag.value = { column: found.column, at, off: false }
}

/** Moves the cut that is held; past a neighbour it stops. */
export function dragTo(value: number, off: boolean): void {
  const [found, held] = [currentHeld(), drag.value]
  if (found === null || held === null) return
  const { editor } = found
  const { cuts } = editor.column
  const to = Math.max(value, cuts[held.at - 1] ?? -Infinity)
  const allowed = to > (cuts[held.at - 1] ?? -Infinity) && to < (cuts[held.at + 1] ?? Infinity)
  if (allowed && to !== cuts[held.at]) editor.move(cuts[held.at], to, { drag: true })
  if (editor.column !== held.column || off !== held.off) drag.value = { column: editor.column, at: held.at, off }
}

/** While a cut is held the editor is ahead of what is shown. */
function currentHeld(): { now: ShownColumn; editor: CutEditor } | null {
  const [now, ready] = [shown.value, open.value]
  return now === null || ready === null || drag.value === null ? null : { now, editor: ready.editor as CutEditor }
}

/** Lets go of the cut: one step, or none where it is back where it was. */
export function endDrag(): void {
  const [found, held] = [currentHeld(), drag.value]
  if (found === null || held === null || !hasCuts(found.now.column)) return
  const { now, editor } = found
  const before = found.now.column.cuts[held.at]
  const moved = editor.column.cuts[held.at]
  editor.drop()
  if (held.off) {
    if (moved !== before) editor.undo()
    drag.value = null
    removeCut(held.at)
    return
  }
  drag.value = null
  if (moved === before) {
    if (!isAt(open.value!, now.column)) editor.undo()
    return
  }
  const column = editor.column
  noteStep(now, { ...now, column }, `move cut of ${now.name} to ${cutText(column, held.at)}`)
}

/** Puts the cut that is held back where it was. */
export function stopDrag(): void {
  const [found, held] = [currentHeld(), drag.value]
  if (found === null || held === null || !hasCuts(found.now.column)) return
  const { editor, now } = found
  editor.drop()
  if (!isAt(open.value!, now.column)) editor.undo()
  drag.value = null
}

/** Where a cut would go that is pulled to a value: into the nearest gap that lies within reach, unless it is let free. */
export function snapped(at: number, value: number, within: (gap: number) => boolean): number {
  const [summary, held] = [numbers.value, drag.value]
  if (summary === null || held === null) return value
  const range = gapsBetween(summary, held.column, at)
  const [first, last] = range
  if (first > last) return held.column.cuts[at]
  const gap = nearestGap(summary, value, range)!
  const here = gapAt(summary, value)
  const middle = middleOf(summary, gap)
  if (here < first || here > last || within(middle)) return middle
  return value
}

/** Moves a cut so many gaps. */
export function stepCut(at: number, steps: number): void {
  const [found, summary] = [currentCuts(), numbers.value]
  if (found === null || summary === null) return
  const to = stepped(summary, found.column, at, steps)
  if (to !== null) moveCut(at, to)
}

/** Moves a cut to a number. Throws with the library's words where it cannot be. */
export function moveCut(at: number, to: number): void {
  const found = currentCuts()
  if (found === null || to === found.column.cuts[at]) return
  const { now, editor, column } = found
  const next = editor.move(column.cuts[at], to)
  selected.value = at
  noteStep(now, { ...now, column: next }, `move cut of ${now.name} to ${cutText(next, at)}`)
}

/** Takes a cut away. */
export function removeCut(at: number): void {
  const found = currentCuts()
  if (found === null || at >= found.column.cuts.length) return
  const { now, editor, column } = found
  const words = `remove cut ${cutText(column, at)} of ${now.name}`
  selected.value = column.cuts.length > 1 ? Math.max(0, at - 1) : null
  ticked.value = new Set()
  change(now, words, () => editor.remove(column.cuts[at]))
}

/** Adds a cut in the gap that a value lies in. What stands in the way is told. */
export function addCut(value: number): void {
  const [found, summary] = [currentCuts(), numbers.value]
  if (found === null || summary === null) return
  const { now, editor, column } = found
  if (summary.cells.size < 2) {
    refusal.value = 'There is only one value: nowhere to cut.'
    return
  }
  const gap = Math.max(1, Math.min(summary.cells.size - 1, gapAt(summary, value)))
  const there = column.cuts.findIndex((one) => gapAt(summary, one) === gap)
  if (there >= 0) {
    selected.value = there
    refusal.value = `No value lies between this place and the cut at ${cutText(column, there)}: one more would part nothing.`
    return
  }
  const cut = middleOf(summary, gap)
  const next = editor.add(cut)
  const at = next.cuts.indexOf(cut)
  selected.value = at
  ticked.value = new Set()
  noteStep(now, { ...now, column: next }, `add cut ${cutText(next, at)} to ${now.name}`)
}

/** The place where one more cut would tell most: the best of all bins; the middle of the largest bin without a target. */
export function bestPlace(): number | null {
  const [found, summary] = [currentCuts(), numbers.value]
  if (found === null || summary === null || summary.cells.size < 2) return null
  const { cuts, closed, bins } = found.column
  if (summary.target === null) {
    const largest = bins.reduce((best, bin, i) => (bin.count > bins[best].count ? i : best), 0)
    return bins[largest].median
  }
  let best: { cut: number; worth: number } | null = null
  for (let i = 0; i <= cuts.length; i++) {
    const curve = cutCurve(summary, { from: cuts[i - 1], to: cuts[i], closed, most: 1 })
    const worth = (curve.best?.score ?? 0) * curve.rows
    if (curve.best !== null && (best === null || worth > best.worth)) best = { cut: curve.best.cut, worth }
  }
  return best?.cut ?? null
}

/** Makes the ticked bins or groups one; of bins with cuts all between the first and the last. */
export function mergeTicked(): void {
  const found = current()
  const chosen = [...ticked.value].toSorted((a, b) => a - b)
  if (found === null || chosen.length < 2) return
  const { now, editor } = found
  ticked.value = new Set()
  selected.value = null
  if (hasCuts(now.column)) {
    change(now, `merge bins of ${now.name}`, () => (editor as CutEditor).merge(chosen[0], chosen.at(-1)!))
  } else change(now, `merge groups of ${now.name}`, () => (editor as LevelEditor).merge(chosen))
}

/** Puts levels into a group; into a new one with the number of groups. */
export function moveLevels(levels: readonly string[], group: number): void {
  const found = current()
  if (found === null || hasCuts(found.now.column) || levels.length === 0) return
  const { now, editor } = found
  const what = levels.length === 1 ? levels[0] : `${levels.length} levels`
  ticked.value = new Set()
  change(now, `move ${what} of ${now.name}`, () => (editor as LevelEditor).move(levels, group))
}

/** Back to what the method made, as a step that can be taken back. */
export function returnToMethod(): void {
  const now = shown.value
  if (now === null || now.column === now.fitted) return
  selected.value = null
  noteStep(now, { ...now, column: now.fitted }, `return to the cuts of ${now.method} in ${now.name}`)
}

/** Gives a bin a name; an empty one takes it away. Throws with the library's words where two would be the same. */
export function nameBin(at: number, name: string): void {
  const [now, whole] = [shown.value, binning.value]
  if (now === null || whole === null) return
  const names = now.column.bins.map((bin, i) => (i === at ? name : (bin.name ?? '')))
  if ((now.column.bins[at].name ?? '') === name.trim()) return
  const edited = edit(whole, { column: now.name, name: names })
  const column = edited.columns.find((one) => one.name === now.name)!
  noteStep(
    now,
    { ...now, column },
    name === '' ? `take away a name in ${now.name}` : `name a bin of ${now.name} ${name}`,
  )
}

/** Says what becomes of missing values or of a special code. Throws with the library's words where it cannot be. */
export function setPolicy(of: 'missing' | number, policy: Policy): void {
  const [now, whole] = [shown.value, binning.value]
  if (now === null || whole === null) return
  const edited = edit(whole, { column: now.name, policy, of })
  const column = edited.columns.find((one) => one.name === now.name)!
  const what = of === 'missing' ? 'missing values' : `special ${of}`
  noteStep(
    now,
    { ...now, column },
    `send ${what} of ${now.name} to ${typeof policy === 'number' ? `bin ${policy + 1}` : policy}`,
  )
}

/** Shows a column that was cut anew, as a step. */
export function showCut(before: ShownColumn, after: ShownColumn, words: string): void {
  selected.value = null
  ticked.value = new Set()
  noteStep(before, after, words)
}
