import { VERSION } from '../../binning/binning.ts'
import { encodeSparse } from '../../encoders/encode.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Table } from '../../types.ts'
import { trainingOf } from '../best-step.ts'
import type { TrainingHooks } from '../logistic-options.ts'
import { labelTable, type TargetChoice } from '../logistic-model.ts'
import { fieldSpans } from './net.ts'
import type { NeuralOptions } from './neural-options.ts'
import type { NeuralModel } from './neural-model.ts'
import { type NeuralFit, trainNeural } from './train-net.ts'
import { calledAs } from '../../util/called-as.ts'
import { isOptions } from '../../util/check.ts'

/** How a table is read for training, with the options of the net. */
export type TrainNeuralOptions = Partial<NeuralOptions> & TrainingHooks & TargetChoice

/**
 * Learns a net from a table that an encoder can read. Rows without a label count nowhere.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const model = await trainNeuralTable(people, encoder, { engine: 'plain', size: 2, hidden: [4], epochs: 2 })
 *     console.log(model.target.event, model.training.rows) // → yes 300
 */
export async function trainNeuralTable(
  table: Table,
  encoder: Encoder,
  given: TrainNeuralOptions = {},
): Promise<NeuralModel> {
  return calledAs('trainNeuralTable', async () => {
    isOptions('trainNeuralTable', given)
    const { target: asked, event, weights, ...rest } = given
    const { target, labels, weights: worth } = labelTable(table, encoder, { target: asked, event, weights })
    const rows = encodeSparse(encoder, table)
    const fit = await trainNeural({ rows, labels, weights: worth }, fieldSpans(encoder), rest)
    return toNeuralModel(fit, encoder, target)
  })
}

/**
 * A fitted net with its encoder and target, ready to be saved.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const small = { engine: 'plain', size: 2, hidden: [4], epochs: 5 } as const
 *     const parts = [{ rows: encodeSparse(encoder, people), labels }]
 *     const trained = await trainNeural(() => parts, fieldSpans(encoder), small)
 *     const target = { kind: 'class' as const, name: 'bought', classes: ['no', 'yes'], event: 'yes' }
 *     console.log(neuralToJson(toNeuralModel(trained, encoder, target)).includes('"neural"')) // → true
 *
 * @param encoder the one that made the rows of the fit
 */
export function toNeuralModel(fit: NeuralFit, encoder: Encoder, target: NeuralModel['target']): NeuralModel {
  const { shape, embeddings, layers } = fit.net
  return {
    format: 'kerf-model',
    version: 1,
    kind: 'neural',
    created: { kerf: VERSION, options: fit.options },
    target: { ...target, event: eventClass(target) },
    encoder,
    size: shape.size,
    embeddings: lists(embeddings, 0, shape.outputs, shape.size),
    layers: shape.layers.map(({ inputs, outputs, weights: at, biases }) => ({
      weights: lists(layers, at, inputs, outputs),
      biases: lists(layers, biases, 1, outputs)[0],
    })),
    training: trainingOf(fit),
  }
}

function lists(from: Float64Array, start: number, count: number, size: number): number[][] {
  return Array.from({ length: count }, (_, i) =>
    Array.from(from.subarray(start + i * size, start + (i + 1) * size), (value) => value + 0),
  )
}
