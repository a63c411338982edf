/** Neighbouring values taken together. */
export interface TraceRange {
  /** its smallest value */
  readonly lo: number
  /** its largest value */
  readonly hi: number
  /** Σw of its rows */
  readonly rows: number
  /** Σw per class; null without classes */
  readonly classes: readonly number[] | null
  /** how mixed the target is in it, per row; null where the method has no such measure */
  readonly disorder: number | null
}

/** A place where a cut could be made, between two neighbouring values. */
export interface Candidate {
  /** where the cut lies */
  readonly cut: number
  /** the values beside it */
  readonly below: number
  /** the value above it */
  readonly above: number
  /** Σw of the part below it */
  readonly rowsBelow: number
  /** what it is worth, in the unit of the measure */
  readonly score: number | null
  /** disorder left after it, per row of the part; null where the method has no such measure */
  readonly after: number | null
  /** what candidates are compared by, the larger the better; null where it may not be taken */
  readonly rating: number | null
  /** why it may not be taken; absent where it may */
  readonly barred?: string
}

/** One term of a bar: what it pays for, the formula, and the formula with the numbers of this part. */
export interface BarTerm {
  /** what it pays for */
  readonly name: string
  /** the formula */
  readonly formula: string
  /** the formula with the numbers of this part */
  readonly filled: string
  /** what it adds to the bar */
  readonly value: number
}

/** What a score had to exceed. */
export interface TraceBar {
  /** the bar itself; null where nothing would do */
  readonly value: number | null
  /** what the bar is made of */
  readonly terms: readonly BarTerm[]
}

/** Two neighbours with their table of counts and χ². */
export interface TracePair {
  /** the neighbour below */
  readonly left: TraceRange
  /** the neighbour above */
  readonly right: TraceRange
  /** counts that would be expected if both had the same shares of classes, left then right */
  readonly expected: readonly [readonly number[], readonly number[]]
  /** χ² of the two rows of counts */
  readonly chiSquare: number
  /** what the score had to exceed; null where there is none */
  readonly bar: number | null
}

/** The best binning of so many bins. */
export interface TriedBinning {
  /** number of bins */
  readonly bins: number
  /** null where no binning of so many bins keeps the limits */
  readonly cuts: readonly number[] | null
  /** what it is worth; null where there is none */
  readonly score: number | null
  /** terms of the score, where it has some */
  readonly terms?: readonly BarTerm[]
  /** why it cannot be chosen; absent where it can */
  readonly barred?: string
}
