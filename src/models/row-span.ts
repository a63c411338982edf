import type { SparseRows } from '../encoders/encoded-rows.ts'

/** Some rows of many: those from `start` up to `end`, or where there is an order, the rows it names there. */
export interface RowSpan {
  readonly start: number
  readonly end: number
  readonly order: Uint32Array | null
}

/** Outputs of entries. */
export type Indices = SparseRows['indices']
