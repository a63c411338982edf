import { computed, signal } from '@preact/signals'
import { putColumn, type ShownColumn } from './store.ts'

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

/** Notes a change that was made. */
export function addStep(step: Step): void {
  all.value = { done: [...all.value.done, step], undone: [] }
}

/** Takes the last step back. */
export function undo(): void {
  const step = lastStep.value
  if (step === null) return
  step.before.forEach(putColumn)
  all.value = { done: all.value.done.slice(0, -1), undone: [...all.value.undone, step] }
}

/** Does the step again that was taken back last. */
export function redo(): void {
  const step = nextStep.value
  if (step === null) return
  step.after.forEach(putColumn)
  all.value = { done: [...all.value.done, step], undone: all.value.undone.slice(0, -1) }
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
