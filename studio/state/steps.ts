import { computed, signal } from '@preact/signals'

/** A change that can be taken back and done again, and what it is called: "move cut of Fare to 12.1". */
export interface Step {
  readonly words: string
  readonly undo: () => void
  readonly redo: () => void
}

const done = signal<readonly Step[]>([])
const undone = signal<readonly Step[]>([])

/** The step that undo would take back, and the one that redo would do again. */
export const lastStep = computed<Step | null>(() => done.value.at(-1) ?? null)
export const nextStep = computed<Step | null>(() => undone.value.at(-1) ?? null)

/** Notes a change that was made. */
export function addStep(step: Step): void {
  done.value = [...done.value, step]
  undone.value = []
}

/** Takes the last step back. */
export function undo(): void {
  const step = lastStep.value
  if (step === null) return
  step.undo()
  done.value = done.value.slice(0, -1)
  undone.value = [...undone.value, step]
}

/** Does the step again that was taken back last. */
export function redo(): void {
  const step = nextStep.value
  if (step === null) return
  step.redo()
  undone.value = undone.value.slice(0, -1)
  done.value = [...done.value, step]
}

/** Forgets all steps: another file was opened. */
export function forgetSteps(): void {
  done.value = []
  undone.value = []
}
