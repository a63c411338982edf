import type { SparseRows } from '../encoders/encoded-rows.ts'

/** Some rows of many: those from `start` up to `end`, or where there is an order, the rows it names there. */
export interface RowSpan {
  readonly start: number
  readonly end: number
  readonly order: Uint32Array | null
}

/** Rows whose entries have weights. */
export type WeightedRows = SparseRows & { readonly weights: Float32Array }

/** Whether entries have weights; those of other rows all weigh 1. */
export function hasWeights(rows: SparseRows): rows is WeightedRows {
  return rows.weights !== null
}
