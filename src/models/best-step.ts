import type { TrainingStep } from './logistic-options.ts'

/** The best parameters on rows kept back, and whether to wait for better ones. */
export class Best {
  readonly #kept: Float64Array
  readonly #patience: number
  #least = Infinity
  #waited = 0

  constructor(parameters: Float64Array, patience: number) {
    this.#kept = parameters.slice()
    this.#patience = patience
  }

  isWorthGoingOn(loss: number, parameters: Float64Array): boolean {
    if (loss < this.#least) {
      this.#least = loss
      this.#waited = 0
      this.#kept.set(parameters)
      return true
    }
    this.#waited++
    return this.#waited < this.#patience
  }

  /** Goes back to the best; nothing where no loss was ever told. */
  restore(parameters: Float64Array): void {
    if (this.#least < Infinity) parameters.set(this.#kept)
  }
}

/** The step or epoch whose parameters were kept: the best on rows kept back, or the last. */
export function keptStep(history: readonly TrainingStep[]): TrainingStep | undefined {
  const held = (step: TrainingStep): number => step.heldLoss ?? -step.step
  return history.reduce<TrainingStep | undefined>(
    (best, step) => (best === undefined || held(step) < held(best) ? step : best),
    undefined,
  )
}
