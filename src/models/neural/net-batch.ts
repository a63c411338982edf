import type { LayerShape } from './net.ts'

/** Rows of one step, their embeddings looked up. Arrays may be longer than `rows` needs. */
export interface Batch {
  readonly rows: number
  /** fields × size numbers per row */
  readonly inputs: Float64Array
  readonly labels: Float64Array
  /** share of each row in the loss of the batch */
  readonly weights: Float64Array
}

/** Where the gradient of a batch goes. */
export interface BatchGradient {
  /** like the parameters of layers; written over */
  readonly layers: Float64Array
  /** like `inputs`; written over */
  readonly inputs: Float64Array
}

/** Computes layers: the loss of a batch, Σ weight · log loss, and its gradient. */
export type LayerEngine = (parameters: Float64Array, batch: Batch, gradient: BatchGradient) => Promise<number>

/** Makes an engine for layers and batches of at most `capacity` rows. */
export type MakeEngine = (layers: readonly LayerShape[], capacity: number) => Promise<LayerEngine>
