/** How something is exported as a file of a standard: what it answers, for which columns, and under which name. */
export type StandardOptions = {
  /** of a binning label, index or woe; of a tree label or index; of a model score, label or index; of a scorecard score or points */
  readonly as?: 'label' | 'index' | 'woe' | 'score' | 'points' | undefined
  /** of a binning: names of the columns, in the order wanted; default all */
  readonly columns?: readonly string[] | undefined
  /** ends the name of what is answered; default `_bin`, `_predicted`, `_probability`, `_points` or nothing */
  readonly suffix?: string | undefined
}
