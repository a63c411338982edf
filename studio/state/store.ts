import { computed, signal } from '@preact/signals'
import { type Binning, type Column, hasCuts, type Target } from '../../src/index.ts'
import type { Opened } from '../worker/jobs/open-job.ts'

/** A column as it is shown: as the method cut it, and as it is now. */
export interface ShownColumn {
  readonly name: string
  /** the method that cut it, and its options */
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  /** as the method cut it: its cuts are the ghosts */
  readonly fitted: Column
  /** as it is now */
  readonly column: Column
}

/** What is being done, for the bar at the top. */
export interface Busy {
  readonly words: string
  /** from 0 to 1; null where it is not known */
  readonly part: number | null
  readonly stop: () => void
}

/** The file that is open. */
export const opened = signal<Opened | null>(null)
/** The target of the columns; null without one. */
export const target = signal<Target | null>(null)
/** The binning as the methods made it, for what holds of the table as a whole. */
export const fitted = signal<Binning | null>(null)
/** All columns in the order of the file. */
export const columns = signal<readonly ShownColumn[]>([])
/** The name of the column that is looked at. */
export const chosen = signal<string | null>(null)
/** The panel that is shown, by its name in `panels/panels.ts`. */
export const view = signal('column')
/** What is being done now. */
export const busy = signal<Busy | null>(null)
/** What went wrong last, in the words of the library. */
export const problem = signal<string | null>(null)
/** Light, dark, or as the system is. */
export const theme = signal<'light' | 'dark' | null>(null)

/** The column that is looked at. */
export const shown = computed<ShownColumn | null>(
  () => columns.value.find(({ name }) => name === chosen.value) ?? columns.value[0] ?? null,
)

/** The binning as it is now, with what was done by hand: what is taken away, grown into trees and so on. */
export const binning = computed<Binning | null>(() => {
  const whole = fitted.value
  if (whole === null) return null
  const used = new Set(columns.value.flatMap(({ fitted: own, method }) => (hasCuts(own) ? [method] : [])))
  // A method that all columns were cut by anew is the method of the table.
  const method = used.size === 1 ? [...used][0] : whole.created.method
  const created = method === whole.created.method ? whole.created : { ...whole.created, method }
  return { ...whole, created, columns: columns.value.map(({ column }) => column) }
})

/** The class that is spoken of; null where there is none. */
export function eventNow(): string | null {
  return target.value?.kind === 'class' ? target.value.event : null
}

/** Whether a person has changed the column. */
export function isTouched({ fitted: own, column }: ShownColumn): boolean {
  return own !== column
}
