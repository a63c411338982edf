import type { SparseRows } from '../../encoders/encoded-rows.ts'
import { sigmoid } from '../kernels.ts'
import { lookUp, lookupOf } from './lookup-layer.ts'
import type { Net } from './net.ts'
import { layerScratch, scoreBatch } from './plain-engine.ts'
import { calledAs } from '../../util/called-as.ts'

const CHUNK = 256

/**
 * The probabilities of the event for encoded rows, or for those chosen. In plain loops. O(rows · parameters of layers).
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     const labels = bought.map((label) => (label === 'yes' ? 1 : 0))
 *     const small = { engine: 'plain', size: 2, hidden: [4], epochs: 40, rate: 0.05 } as const
 *     const { net } = await trainNeural({ rows: encodeSparse(encoder, people), labels }, fieldSpans(encoder), small)
 *     const [young, old] = predictNet(net, encodeSparse(encoder, { age: [20, 60] }))
 *     console.log(young! < 0.5, old! > 0.5) // → true true
 *
 * @param chosen numbers of the rows to predict; default all
 */
export function predictNet(net: Net, rows: SparseRows, chosen: Uint32Array | null = null): Float64Array {
  return calledAs('predictNet', () => {
    const lookup = lookupOf(rows, net.shape)
    const { layers } = net.shape
    const scratch = layerScratch(layers, CHUNK)
    const inputs = new Float64Array(CHUNK * lookup.inputs)
    const all = chosen ?? Uint32Array.from({ length: rows.rows }, (_, row) => row)
    const said = new Float64Array(all.length)
    for (let start = 0; start < all.length; start += CHUNK) {
      const part = all.subarray(start, start + CHUNK)
      lookUp(lookup, part, net.embeddings, inputs)
      const scores = scoreBatch(layers, net.layers, { inputs, rows: part.length }, scratch)
      for (let i = 0; i < part.length; i++) said[start + i] = sigmoid(scores[i])
    }
    return said
  })
}
