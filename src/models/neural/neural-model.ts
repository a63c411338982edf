import { ArgumentError } from '../../errors.ts'
import { encodedChunks } from '../../encoders/encode.ts'
import { outputNames } from '../../encoders/encoder.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { type Field, toReadableJson } from '../../util/saved-json.ts'
import { type ModelFacts, readModel } from '../read-model.ts'
import { emptyNet, fieldSpans, type Net, netShape, type NetShape } from './net.ts'
import { predictNet } from './predict-net.ts'
import { calledAs } from '../../util/called-as.ts'

/** A saved net, with the encoder that makes its inputs. Plain data. */
export interface NeuralModel extends ModelFacts {
  /** which model it is */
  readonly kind: 'neural'
  /** numbers in an embedding */
  readonly size: number
  /** one list per output of the encoder */
  readonly embeddings: readonly (readonly number[])[]
  /** from the inputs to the score; `weights` has a list per input of the layer */
  readonly layers: readonly {
    readonly weights: readonly (readonly number[])[]
    readonly biases: readonly number[]
  }[]
}

/**
 * The probability of the event for each row of a table, in plain loops: no package is needed. Rows are encoded some
 * thousand at a time.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const small = { engine: 'plain', size: 2, hidden: [4], epochs: 40, rate: 0.05 } as const
 *     const model = await trainNeuralTable(people, encoder, small)
 *     const [young, old] = predictNeural(model, { age: [20, 60] })
 *     console.log(young! < 0.5, old! > 0.5) // → true true
 */
export function predictNeural(model: NeuralModel, table: Table): Float64Array {
  return calledAs('predictNeural', () => {
    const net = netOf(model)
    const said = new Float64Array(tableRows('predictNeural', table))
    for (const { start, rows } of encodedChunks(model.encoder, table, { where: 'predictNeural' })) {
      said.set(predictNet(net, rows), start)
    }
    return said
  })
}

function shapeOf({ encoder, size, layers }: Pick<NeuralModel, 'encoder' | 'size' | 'layers'>): NetShape {
  const hidden = layers.slice(0, -1).map(({ biases }) => biases.length)
  return netShape(fieldSpans(encoder), size, hidden)
}

function netOf(model: NeuralModel): Net {
  const net = emptyNet(shapeOf(model))
  net.embeddings.set(model.embeddings.flat())
  net.shape.layers.forEach(({ weights, biases }, l) => {
    net.layers.set(model.layers[l].weights.flat(), weights)
    net.layers.set(model.layers[l].biases, biases)
  })
  return net
}

/**
 * The model as text for a file: versioned JSON, ending in a newline.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const model = await trainNeuralTable(people, encoder, { engine: 'plain', size: 2, hidden: [4], epochs: 2 })
 *     console.log(JSON.parse(neuralToJson(model)).kind) // → neural
 */
export function neuralToJson(model: NeuralModel): string {
  if (model.kind !== 'neural')
    throw new ArgumentError('neuralToJson: model must be a model as trainNeuralTable makes it', { code: 'wrong-type' })
  return `${toReadableJson(model)}\n`
}

/**
 * Reads a saved net. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const model = await trainNeuralTable(people, encoder, { engine: 'plain', size: 2, hidden: [4], epochs: 2 })
 *     console.log(neuralFromJson(neuralToJson(model)).embeddings.length) // → 3
 */
export function neuralFromJson(text: string): NeuralModel {
  return calledAs('neuralFromJson', () => {
    const { root, before, after } = readModel(text, 'neural')
    const { encoder } = before
    const size = root.get('size').index(256)
    if (size === 0) root.get('size').fail('an integer from 1 to 256')
    const embeddings = readLists(root.get('embeddings'), outputNames(encoder).length, size)
    const layers = root.get('layers').list((layer) => ({
      weights: layer.get('weights').list((row) => row.list((weight) => weight.finite())),
      biases: layer.get('biases').list((bias) => bias.finite()),
    }))
    if (layers.length === 0 || layers.at(-1)!.biases.length !== 1)
      root.get('layers').fail('layers, the last with one bias')
    shapeOf({ encoder, size, layers }).layers.forEach(({ inputs, outputs }, l) => {
      readLists(root.get('layers').items()[l].get('weights'), inputs, outputs)
    })
    return { ...before, size, embeddings, layers, ...after }
  })
}

function readLists(field: Field, count: number, size: number): number[][] {
  const found = field.list((row) => row.list((value) => value.finite()))
  if (found.length !== count || found.some((row) => row.length !== size))
    field.fail(`${count} lists of ${size} numbers`)
  return found
}
