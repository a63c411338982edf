import type { Trained, Training, TrainingStep } from './logistic-options.ts'

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

/** What is told of training: the losses are those of the parameters kept, the best on rows kept back, or the last. */
export function trainingOf({ rows, passes, converged, history }: Trained): Training {
  const held = (step: TrainingStep): number => step.heldLoss ?? -step.step
  const kept = history.reduce<TrainingStep | undefined>(
    (best, step) => (best === undefined || held(step) < held(best) ? step : best),
    undefined,
  )
  return { rows, passes, converged, loss: kept?.loss ?? null, heldLoss: kept?.heldLoss ?? null }
}
