import { computed, signal } from '@preact/signals'
import { hasCuts } from '../../src/index.ts'
import { ask } from '../worker/ask.ts'
import { METHOD_LIST } from './method-list.ts'
import { selected } from './overview.ts'
import { columns, eventNow, fitted, isTouched, opened, type ShownColumn, target } from './store.ts'
import { noteStep } from './editing.ts'
import { working } from './working.ts'

/** Whether columns that a person changed are cut anew too. */
export const evenTouched = signal(false)

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

/** Cuts the columns by a method, as one step. Touched columns are left alone unless told otherwise. */
export async function cutAll(method: string): Promise<void> {
  if (fitted.value === null) return
  const asked = columnsForAll.value.filter((shown) => evenTouched.value || !isTouched(shown)).map(({ name }) => name)
  if (asked.length === 0) return
  await working(async (run) => {
    const cut = await ask('cut', { method, options: {}, columns: asked, event: eventNow() }, run)
    const made = new Map(cut.columns.map((column) => [column.name, column]))
    const before = columns.value.filter(({ name }) => made.has(name))
    const after = before.map(({ name }): ShownColumn => {
      const column = made.get(name)!
      return { name, method, options: {}, fitted: column, column }
    })
    noteStep(before, after, `${method} for ${asked.length === 1 ? asked[0] : `${asked.length} columns`}`)
  })
}
