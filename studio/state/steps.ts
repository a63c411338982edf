import { batch, computed, signal } from '@preact/signals'
import { columns, fitted, type ShownColumn } from './store.ts'

/** A change that can be taken back and done again, as plain data, so that it can be saved: its columns before and after. */
export interface Step {
  /** what was done: "move cut of Fare to 12.1" */
  readonly words: string
  readonly before: readonly ShownColumn[]
  readonly after: readonly ShownColumn[]
}

/** Steps that were done, and steps that were taken back; the last of each is next. */
export interface Steps {
  readonly done: readonly Step[]
  readonly undone: readonly Step[]
}

const all = signal<Steps>({ done: [], undone: [] })

/** The step that undo would take back, and the one that redo would do again. */
export const lastStep = computed<Step | null>(() => all.value.done.at(-1) ?? null)
export const nextStep = computed<Step | null>(() => all.value.undone.at(-1) ?? null)

/** Makes a change and notes it. */
export function addStep(step: Step): void {
  batch(() => {
    show(step.after)
    all.value = { done: [...all.value.done, step], undone: [] }
  })
}

/** Takes the last step back. */
export function undo(): void {
  const step = lastStep.value
  if (step === null) return
  batch(() => {
    show(step.before)
    all.value = { done: all.value.done.slice(0, -1), undone: [...all.value.undone, step] }
  })
}

/** Does the step again that was taken back last. */
export function redo(): void {
  const step = nextStep.value
  if (step === null) return
  batch(() => {
    show(step.after)
    all.value = { done: [...all.value.done, step], undone: all.value.undone.slice(0, -1) }
  })
}

/** Puts columns in the place of those of their names. A method that all columns have is that of the binning. */
function show(states: readonly ShownColumn[]): void {
  const byName = new Map(states.map((state) => [state.name, state]))
  const next = columns.value.map((old) => byName.get(old.name) ?? old)
  columns.value = next
  const whole = fitted.value
  if (whole === null) return
  const [method, ...others] = new Set(next.map((state) => state.method))
  const created = others.length === 0 ? { ...whole.created, method } : whole.created
  fitted.value = { ...whole, created, columns: next.map((state) => state.fitted) }
}

/** Forgets all steps: another file was opened. */
export function forgetSteps(): void {
  restoreSteps({ done: [], undone: [] })
}

/** All steps, for a project file. */
export function allSteps(): Steps {
  return all.value
}

/** The steps of a project file that was opened. */
export function restoreSteps(steps: Steps): void {
  all.value = steps
}
