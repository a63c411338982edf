import { computed, signal } from '@preact/signals'
import { hasCuts } from '../../src/index.ts'
import { ask, type AskOptions } from '../worker/ask.ts'
import { METHOD_LIST } from './method-list.ts'
import { selected } from './overview.ts'
import { columns, eventNow, fitted, isTouched, opened, type ShownColumn, target } from './store.ts'
import { noteStep } from './editing.ts'
import { lastStep, type Step } from './steps.ts'
import { working } from './working.ts'

/** What is told of the last step, and what can be done about it; it goes with the next step. */
export interface LeftAlone {
  readonly words: string
  readonly title: string
  readonly act: () => void
  readonly step: Step | null
}

/** The columns that the last method for all left alone; null where there were none. */
export const leftAlone = signal<LeftAlone | null>(null)

/** The methods that the target has what it takes for. `fixed` takes cuts that a person must give. */
export const methodsForAll = computed(() => {
  const kind = target.value?.kind
  const kinds = ['none', ...(kind === undefined ? [] : [kind, 'any'])]
  return METHOD_LIST.filter(({ name, target: needs }) => name !== 'fixed' && kinds.includes(needs))
})

/** The columns that a method for all would be used on, if touched ones were too: those ticked, or all. */
export const columnsForAll = computed<readonly ShownColumn[]>(() => {
  const ticked = selected.value
  return columns.value.filter(({ name, column }) => hasCuts(column) && (ticked.size === 0 || ticked.has(name)))
})

/** The method that all of them have; null where they differ. */
export const commonMethod = computed<string | null>(() => {
  const names = new Set(columnsForAll.value.map(({ fitted: own }) => (hasCuts(own) ? own.method : '')))
  return names.size === 1 ? [...names][0] : null
})

/** Whether there is anything that a method could be used on: a binning alone is only edited. */
export const canCut = computed(() => opened.value !== null && opened.value.holds !== 'binning')

/** Cuts the columns by a method, as one step. Those that a person changed are left alone, which is told, unless they are meant. */
export async function cutAll(method: string, meant: readonly ShownColumn[] | null = null): Promise<void> {
  if (fitted.value === null) return
  const touched = meant === null ? columnsForAll.value.filter(isTouched) : []
  const asked = (meant ?? columnsForAll.value).filter((shown) => !touched.includes(shown)).map(({ name }) => name)
  leftAlone.value = null
  if (asked.length > 0) await working(async (run) => cutThem(method, asked, run))
  if (touched.length === 0) return
  const one = touched.length === 1
  const names = one ? touched[0].name : `${touched.length} columns`
  leftAlone.value = {
    words: `${names}, which you changed by hand, ${one ? 'was' : 'were'} left as ${one ? 'it is' : 'they are'}.`,
    title: one ? 'Cut it too' : 'Cut them too',
    act: () => void cutAll(method, touched),
    step: lastStep.value,
  }
}

async function cutThem(method: string, asked: readonly string[], run: Required<AskOptions>): Promise<void> {
  const cut = await ask('cut', { method, options: {}, columns: asked, event: eventNow() }, run)
  const made = new Map(cut.columns.map((column) => [column.name, column]))
  const before = columns.value.filter(({ name }) => made.has(name))
  const after = before.map(({ name }): ShownColumn => {
    const column = made.get(name)!
    return { name, method, options: {}, fitted: column, column }
  })
  noteStep(before, after, `${method} for ${asked.length === 1 ? asked[0] : `${asked.length} columns`}`)
}
