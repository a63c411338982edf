import type { NumberSummary, Target } from '../../types.ts'

/** Layer one of a live column, whichever way it counts: `Pid` or `LiveCells`. */
export interface LiveLayer {
  /** Counts one row: `mark` is the number of its class or its target, below 0 or NaN where unknown. */
  push(value: number, mark?: number, weight?: number): void
  /** The values of many rows as doubles; a value, class or weight that cannot be counted is refused. Nothing is counted. */
  checkMany(
    values: ArrayLike<unknown>,
    marks: ArrayLike<number> | null,
    weights: ArrayLike<number> | null,
  ): Float64Array
  /** Counts many rows, as `push` would one by one; none of them where one is refused. */
  pushMany(values: Float64Array, marks?: ArrayLike<number> | null, weights?: ArrayLike<number> | null): void
  /** Makes space for more classes. */
  growClasses(classes: number): void
  /** What was counted, for layer two; classes are named in the order of their numbers. */
  summary(target?: Target | null): NumberSummary
  /** Goes up whenever the cells themselves change: a split, a join, a new one. */
  readonly changes: number
  /** Smallest and largest finite value known; NaN before there is one. */
  readonly range: [number, number]
  /** Remembers how the rows lie now. */
  remember(): void
  /** How far the rows have moved since `remember`, as a share of all rows. */
  moved(): number
}
