/** A table to fit, and where it is. */
export interface CostAsked {
  readonly kind: 'duckdb' | 'postgres' | 'spark'
  readonly rows: number
  readonly columns: number
  /** default two */
  readonly classes?: number
}

/** What a fit costs, about. */
export interface Cost {
  /** queries in all */
  readonly queries: number
  /** how often a column is read: the first look, the count, and closer looks */
  readonly reads: number
  /** bytes to the client */
  readonly bytes: number
  /** peak of the client, in bytes */
  readonly memory: number
  /** most rows of one answer: of a count, and of a closer look */
  readonly most: { readonly counted: number; readonly looked: number }
}

export function costOf(asked: CostAsked): Cost
