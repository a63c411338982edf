/** Rows that a stream was given, for those who watch it. */
export interface WatchedRows {
  /** number of the first of them among the rows of the stream, from 1 */
  readonly first: number
  /** how many rows these are */
  readonly size: number
  /** by column */
  readonly values: readonly ArrayLike<number>[]
  /** numbers of classes (−1 is unknown) or values of a numeric target (NaN is unknown); null without a target */
  readonly marks: ArrayLike<number> | null
  /** labels of the classes that have come so far, these rows included */
  readonly classes: readonly string[]
}
