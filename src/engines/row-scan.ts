import type { CategorySummary, Note, Target, ValueRange } from '../types.ts'
import type { NumbersAsked } from './engine.ts'

/** Rows that can be gone through again and again. What counting needs of an engine that hands out its rows. */
export interface RowScan {
  readonly rows: number
  readonly target: Target | null
  readonly notes: readonly Note[]
  /** memory for what is made of the rows */
  readonly bytes: number
  /** of each column the ends of the values that cells count; null when there is none */
  extents(columns: readonly NumbersAsked[]): Promise<(Extent | null)[]>
  /** the rows once, in any order; where ranges are given, at least those with a value in one of them */
  numbers(columns: readonly ScannedColumn[]): AsyncIterable<NumberChunk>
  levels(name: string): Promise<CategorySummary>
}

/** Smallest and largest value, and about how many distinct ones. */
export interface Extent extends ValueRange {
  readonly distinct: number
}

export interface ScannedColumn {
  readonly name: string
  readonly ranges?: readonly ValueRange[] | undefined
}

/** Some rows: numbers by column, NaN where missing. Good until the next chunk is asked for. */
export interface NumberChunk {
  readonly size: number
  /** in the order of the columns asked for */
  readonly values: readonly Float64Array[]
  /** class or number of the target, NaN where unknown; class 0 without a target */
  readonly targets: Float64Array
}
