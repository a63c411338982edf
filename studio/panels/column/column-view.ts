import { computed, effect, signal } from '@preact/signals'
import { type Column, hasCuts, type NumberColumn, type NumberSummary } from '../../../src/index.ts'
import { editorOf, type OpenEditor } from '../../state/editing.ts'
import { METHOD_LIST } from '../../state/method-list.ts'
import { remember } from '../../state/remembered.ts'
import { problem, shown, target } from '../../state/store.ts'
import { ask } from '../../worker/ask.ts'
import type { Bars, ScaleName } from '../../worker/jobs/bars-job.ts'

/** How the line of numbers is laid out. */
export const scaleName = signal<ScaleName>('linear')
/** The cut that is selected, by its number from 0; null for none. */
export const selected = signal<number | null>(null)
/** The bins or groups that are ticked, to be merged. */
export const ticked = signal<ReadonlySet<number>>(new Set())
/** Whether it is told why the selected cut is where it is. */
export const whyOpen = signal(false)
/** The method that is held against the one in use, by name; null for none. */
export const secondMethod = signal<string | null>(null)
// Project files keep these.
remember('scale', scaleName, (value) => value === 'linear' || value === 'log' || value === 'rank')
remember('second', secondMethod, (value) => value === null || METHOD_LIST.some(({ name }) => name === value))
/** Why nothing was done at the last attempt; it goes with the next step or another cut. */
export const refusal = signal<string | null>(null)
/** Whether the options of the method are shown. */
export const optionsOpen = signal(false)
/** While a cut is dragged: the column as it would be, which cut it is, and whether it would be taken away. */
export const drag = signal<{ readonly column: NumberColumn; readonly at: number; readonly off: boolean } | null>(null)

/** The column as it is seen now, also while a cut is dragged. */
export const seen = computed<Column | null>(() => drag.value?.column ?? shown.value?.column ?? null)

/** The same where it has cuts. */
export const seenCuts = computed<NumberColumn | null>(() => {
  const column = seen.value
  return column !== null && hasCuts(column) ? column : null
})

/** The editor of the column that is looked at; null until its summary is here. */
export const open = signal<OpenEditor | null>(null)

/** The summary of the column that is looked at, where it holds numbers. */
export const numbers = computed<NumberSummary | null>(() => {
  const summary = open.value?.summary
  return summary?.kind === 'number' ? summary : null
})

/** The bars of the histogram; those of another column or scale stay until the new ones are counted. */
export const bars = signal<Bars | null>(null)

/** The selected cut, where there still is one. */
export const selectedCut = computed<number | null>(() => {
  const [at, column] = [selected.value, seenCuts.value]
  return at !== null && column !== null && at < column.cuts.length ? at : null
})

/** Keeps editor and bars those of the column that is looked at. Gives a function that ends this. */
export function watchColumn(): () => void {
  let last = ''
  const ends = [
    effect(() => {
      const now = shown.value
      if (now === null) return
      if (now.name !== last) {
        last = now.name
        open.value = null
        drag.value = null
        selected.value = null
        ticked.value = new Set()
      }
      editorOf(now).then(
        (editor) => {
          if (shown.value === now) open.value = editor
        },
        (error: unknown) => (problem.value = String(error)),
      )
    }),
    effect(() => {
      const [now, scale] = [barsWanted.value, scaleName.value]
      if (now === null) {
        bars.value = null
        return
      }
      ask('bars', { column: now.name, scale, frame: now.frame }).then(
        (counted) => {
          if (barsWanted.value === now && scaleName.value === scale) bars.value = counted
        },
        (error: unknown) => (problem.value = String(error)),
      )
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** What bars follow from: the column, its target, and the range that is shown, which moves only with cuts outside of it. */
const barsWanted = computed(() => {
  const column = shown.value?.fitted
  const shape = column !== undefined && hasCuts(column) ? column.shape : null
  if (column === undefined || shape === null) return null
  const frame = { from: shape.from, to: shape.to, size: shape.counts.length }
  return { name: column.name, frame, target: target.value }
})

/** Asks why the selected cut is where it is, or closes the answer; the first cut where none was selected. */
export function askWhy(): void {
  whyOpen.value = !whyOpen.value
  if (whyOpen.value && selectedCut.value === null && (seenCuts.value?.cuts.length ?? 0) > 0) selected.value = 0
}
