/** Labels (1 for the event, 0 for the rest), what a model says of the same rows, and perhaps weights of the rows. */
export interface Scored {
  /** 1 for the event, 0 for the rest */
  readonly labels: ArrayLike<number>
  /** what a model says of the same rows: probabilities, or any numbers where only their order counts */
  readonly scores: ArrayLike<number>
  /** one per row; default 1 each */
  readonly weights?: ArrayLike<number> | null | undefined
}
