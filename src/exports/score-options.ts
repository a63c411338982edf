import type { LogisticModel } from '../models/logistic-model.ts'
import { eventTarget } from '../models/event-predictions.ts'
import { DataError } from '../errors.ts'
import { type OptionNames, check, knownOptions, oneOf } from '../util/check.ts'
import type { SqlOptions } from './export-plan.ts'

/** How a model is exported. */
export type ModelExportOptions = SqlOptions & {
  /** the chance of the event, the predicted class by name, or its number from 0; default score */
  readonly as?: 'score' | 'label' | 'index' | undefined
  /** what is put behind the name of the target; default `_probability` for the chance, else `_predicted` */
  readonly suffix?: string | undefined
}

/** `module` is what tests of an export import. */
const NAMES: OptionNames<ModelExportOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  as: 1,
  suffix: 1,
  module: 1,
}

/** What the export of a model answers. */
export interface ModelPlan {
  readonly as: 'score' | 'label' | 'index'
  /** name of the column of answers */
  readonly output: string
  /** the two classes: what a chance below ½ means, and from ½ on */
  readonly classes: readonly string[]
  /** the number of the event among them */
  readonly event: number
}

/** Settles what the export of a model answers. */
export function planModel({ target, encoder }: LogisticModel, options: ModelExportOptions): ModelPlan {
  knownOptions('export', options, NAMES)
  const { as = 'score' } = options
  check('export', 'as', oneOf('score', 'label', 'index'), as)
  const suffix = options.suffix ?? (as === 'score' ? '_probability' : '_predicted')
  const output = target.name === null ? suffix.replace(/^_/, '') : `${target.name}${suffix}`
  if (output === '' || encoder.fields.some(({ name }) => name === output)) {
    throw new DataError(`export: ${JSON.stringify(output)} is a column already; choose another suffix`)
  }
  const { classes, event } = eventTarget(target)
  return { as, output, classes, event: classes.indexOf(event ?? '') }
}
