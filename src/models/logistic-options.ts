import type { StopSignal } from '../binning/fit/column-pool.ts'
import { flag, integer, oneOf, type OptionRules, real } from '../util/check.ts'

/** The options of `trainLogistic`, all of which have a default. */
export type LogisticOptions = {
  /** how weights are found: lbfgs looks at all rows in each step and is exact, mini-batch at some and is soon near */
  readonly solver: 'lbfgs' | 'mini-batch'
  /** penalty: half of it times the sum of squared weights is added to the sum of log losses (1/C elsewhere) */
  readonly l2: number
  /** whether there is an intercept, which is never penalised */
  readonly intercept: boolean
  /** lbfgs: stops when no derivative of the mean loss is larger */
  readonly tolerance: number
  /** lbfgs: most steps */
  readonly maxIterations: number
  /** mini-batch: passes over all rows */
  readonly epochs: number
  /** mini-batch: rows per step */
  readonly batch: number
  /** mini-batch: length of the first steps */
  readonly rate: number
  /** share of rows (the last of every 1,000) kept back to stop early; 0 to learn from all */
  readonly holdOut: number
  /** steps of lbfgs or epochs without a better loss on the rows kept back before training stops */
  readonly patience: number
  /** mini-batch: seed of the order of rows */
  readonly seed: number
}

/**
 * The options of `trainLogistic`, each with its rule, default and a sentence.
 *
 *     console.log(logisticOptions.l2.default, logisticOptions.l2.rule.words) // → 1 a number of at least 0
 */
export const logisticOptions: OptionRules<LogisticOptions> = {
  solver: {
    rule: oneOf('lbfgs', 'mini-batch'),
    default: 'lbfgs',
    about:
      'How weights are found: lbfgs looks at all rows in each step and is exact, mini-batch at some and is soon near.',
  },
  l2: {
    rule: real({ min: 0 }),
    default: 1,
    about: 'Penalty: half of it times the sum of squared weights is added to the sum of log losses (1/C elsewhere).',
  },
  intercept: { rule: flag(), default: true, about: 'Whether there is an intercept, which is never penalised.' },
  tolerance: {
    rule: real({ min: 0 }),
    default: 1e-5,
    about: 'lbfgs: stops when no derivative of the mean loss is larger.',
  },
  maxIterations: { rule: integer(1), default: 500, about: 'lbfgs: most steps.' },
  epochs: { rule: integer(1), default: 5, about: 'mini-batch: passes over all rows.' },
  batch: { rule: integer(1), default: 128, about: 'mini-batch: rows per step.' },
  rate: { rule: real({ above: 0 }), default: 0.3, about: 'mini-batch: length of the first steps.' },
  holdOut: {
    rule: real({ min: 0, max: 0.5 }),
    default: 0,
    about: 'Share of rows (the last of every 1,000) kept back to stop early; 0 to learn from all.',
  },
  patience: {
    rule: integer(1),
    default: 5,
    about: 'Steps of lbfgs or epochs without a better loss on the rows kept back before training stops.',
  },
  seed: { rule: integer(0), default: 1, about: 'mini-batch: seed of the order of rows.' },
}

/** How training goes. */
export interface TrainingStep {
  /** steps of lbfgs or epochs done */
  readonly step: number
  /** mean log loss of the rows learned from, as of this step */
  readonly loss: number
  /** mean log loss of the rows kept back; null without any */
  readonly heldLoss: number | null
}

/** What training tells besides the weights. */
export interface Trained {
  /** rows learned from and kept back */
  readonly rows: number
  /** whether the solver reached its tolerance; always false for mini-batch, which has none */
  readonly converged: boolean
  /** passes over the rows */
  readonly passes: number
  /** how the losses went, step by step */
  readonly history: readonly TrainingStep[]
}

/** What a saved model tells of its training. */
export interface Training extends Omit<Trained, 'history'> {
  /** mean log loss of the rows learned from, and of those kept back */
  readonly loss: number | null
  readonly heldLoss: number | null
}

/** What may be given besides options: who to tell and whom to ask whether to stop. */
export interface TrainingHooks {
  /** told after every step of lbfgs or every epoch; a promise it returns is waited for */
  readonly onStep?: ((step: TrainingStep) => void | Promise<void>) | undefined
  /** looked at between steps: training that it stops ends with its reason */
  readonly signal?: StopSignal | undefined
}
