import { integer, oneOf, type OptionRules, real, type Rule } from '../../util/check.ts'
import { type LogisticOptions, logisticOptions } from '../logistic-options.ts'

/** The options of `trainNeural`, all of which have a default. */
export type NeuralOptions = Pick<LogisticOptions, 'epochs' | 'batch' | 'rate' | 'holdOut' | 'patience' | 'seed'> & {
  /** numbers in the embedding of an output */
  readonly size: number
  /** sizes of the hidden layers */
  readonly hidden: readonly number[]
  /** what computes the layers: jax is faster and needs its package, plain is loops of our own */
  readonly engine: 'jax' | 'plain'
}

/** One to three whole numbers: the sizes of the hidden layers. */
function layerSizes(): Rule<readonly number[]> {
  const size = integer(1, 4096)
  return {
    words: 'one to three integers from 1 to 4096',
    type: 'object',
    accepts: (v) => Array.isArray(v) && v.length >= 1 && v.length <= 3 && v.every(size.accepts),
  }
}

/**
 * The options of `trainNeural`, each with its rule, default and a sentence.
 *
 *     console.log(neuralOptions.hidden.default, neuralOptions.hidden.rule.words)
 *     // → [ 64, 32 ] one to three integers from 1 to 4096
 */
export const neuralOptions: OptionRules<NeuralOptions> = {
  size: { rule: integer(1, 256), default: 8, about: 'Numbers in the embedding of an output.' },
  hidden: { rule: layerSizes(), default: [64, 32], about: 'Sizes of the hidden layers.' },
  epochs: { rule: integer(1), default: 30, about: 'Most passes over all rows.' },
  batch: { rule: integer(1, 65_536), default: 256, about: 'Rows per step.' },
  rate: { rule: real({ above: 0 }), default: 0.001, about: 'Length of steps (Adam).' },
  holdOut: { ...logisticOptions.holdOut, default: 0.1 },
  patience: {
    rule: integer(1),
    default: 3,
    about: 'Epochs without a better loss on the rows kept back before training stops.',
  },
  seed: { rule: integer(0), default: 1, about: 'Seed of the first parameters and of the order of rows.' },
  engine: {
    rule: oneOf('jax', 'plain'),
    default: 'jax',
    about: 'What computes the layers: jax is faster and needs its package, plain is loops of our own.',
  },
}
