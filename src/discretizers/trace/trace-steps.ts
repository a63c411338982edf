import type { Closed } from '../../types.ts'

/**
 * The steps of a method on one column, as plain data that JSON can hold. Each has `step`, the kind, and `why`, one plain
 * sentence. Amounts of rows are Σw. The order of the steps is the order in which the method took them; `replayTrace` makes
 * the cuts from them.
 *
 * 1. every trace begins with `start`, the column as the method sees it;
 * 2. searches from the top (`mdlp`, `d2`, `cliffs`, `variance`): `part` for each part looked at, `split` when it is cut,
 *    `leave` when a limit on bins keeps it whole, `fuse` when a cut is dropped again;
 * 3. merging (`chi-merge`, `chi2`): `intervals` at first, `merge` for each pair, `level` and `back` for the levels of Chi2,
 *    `stop` for the pair at which merging ended;
 * 4. adding (`caim`, `cacc`, `ameva`): `add` for each cut, and for the one that was not worth it;
 * 5. programs that choose all cuts at once (`modl`, `optimal`, `k-means`, best-first `mdlp`): `choice` between the best
 *    binnings of each number of bins, and `place` for each cut of the one that was chosen;
 * 6. by values alone: `bins`, `width`, `rank`, `given`, `boundaries`.
 */
export type TraceStep =
  | StartStep
  | PartStep
  | SplitStep
  | LeaveStep
  | FuseStep
  | IntervalsStep
  | MergeStep
  | LevelStep
  | BackStep
  | StopStep
  | AddStep
  | ChoiceStep
  | PlaceStep
  | BinsStep
  | WidthStep
  | RankStep
  | GivenStep
  | BoundariesStep
  | ReadableStep

/** Who is told of the steps, one after the other. */
export type TellStep = (step: TraceStep) => void

/** The column: its distinct values with what lies at each. Enough for a histogram and for every curve. */
export interface StartStep {
  readonly step: 'start'
  readonly method: string
  readonly options: Readonly<Record<string, unknown>>
  readonly closed: Closed
  /** what the cuts should tell apart; null without a target */
  readonly target: { readonly kind: 'class'; readonly classes: readonly string[] } | { readonly kind: 'numeric' } | null
  readonly rows: number
  /** the distinct values, rising; infinite ones count with the lowest and the highest */
  readonly values: readonly number[]
  /** Σw at each value */
  readonly counts: readonly number[]
  /** Σw per class at each value; null without classes */
  readonly classes: readonly (readonly number[])[] | null
  /** mean of a numeric target at each value; null without one */
  readonly means: readonly number[] | null
  readonly why: string
}

/** Neighbouring values taken together. */
export interface TraceRange {
  readonly lo: number
  readonly hi: number
  readonly rows: number
  /** Σw per class; null without classes */
  readonly classes: readonly number[] | null
  /** how mixed the target is in it, per row; null where the method has no such measure */
  readonly disorder: number | null
}

/** A place where a cut could be made, between two neighbouring values. */
export interface Candidate {
  readonly cut: number
  /** the values beside it */
  readonly below: number
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
  readonly name: string
  readonly formula: string
  readonly filled: string
  readonly value: number
}

/** What a score had to exceed. */
export interface TraceBar {
  readonly value: number | null
  readonly terms: readonly BarTerm[]
}

/** A part that was looked at: its candidates, the best of them, what it had to clear, and whether it did. */
export interface PartStep {
  readonly step: 'part'
  /** how many cuts lie above it: 0 is the whole column */
  readonly depth: number
  readonly part: TraceRange
  /** what scores measure: gain, bits saved, gini … */
  readonly measure: string
  readonly candidates: readonly Candidate[]
  /** index of the best candidate and of the next best; null where there is none */
  readonly best: number | null
  readonly runnerUp: number | null
  /** the two sides of the best candidate */
  readonly sides: readonly [TraceRange, TraceRange] | null
  readonly bar: TraceBar | null
  /** what the best candidate saves over the whole part, by which parts are chosen where not all may be cut */
  readonly saved: number | null
  readonly accepted: boolean
  readonly why: string
}

/** The part that is cut now, at its best candidate. */
export interface SplitStep {
  readonly step: 'split'
  readonly lo: number
  readonly hi: number
  readonly why: string
}

/** A part whose best candidate was good enough and is not taken, since there are enough bins. */
export interface LeaveStep {
  readonly step: 'leave'
  readonly lo: number
  readonly hi: number
  readonly why: string
}

/** A cut that is dropped again, since a bin beside it is too narrow. `below` and `above` are the values beside it. */
export interface FuseStep {
  readonly step: 'fuse'
  readonly below: number
  readonly above: number
  readonly why: string
}

/** What merging starts from. */
export interface IntervalsStep {
  readonly step: 'intervals'
  readonly intervals: readonly TraceRange[]
  /** least χ² that keeps neighbours apart; null where none does, or where it rises from level to level */
  readonly bar: number | null
  readonly why: string
}

/** Two neighbours with their table of counts and χ². */
export interface TracePair {
  readonly left: TraceRange
  readonly right: TraceRange
  /** counts that would be expected if both had the same shares of classes, left then right */
  readonly expected: readonly [readonly number[], readonly number[]]
  readonly chiSquare: number
  readonly bar: number | null
}

/** The pair that is merged, the least different of all. */
export interface MergeStep extends TracePair {
  readonly step: 'merge'
  /** bins before it */
  readonly bins: number
  readonly why: string
}

/** The end of a level of Chi2: how many bins are left, and how many rows they mix. */
export interface LevelStep {
  readonly step: 'level'
  /** 0 is the start level */
  readonly level: number
  readonly bar: number | null
  readonly bins: number
  /** share of the rows outside the largest class of their bin, less that of the values themselves */
  readonly inconsistency: number
  /** whether that is allowed */
  readonly consistent: boolean
  readonly why: string
}

/** Merges are undone until there are so many bins again. */
export interface BackStep {
  readonly step: 'back'
  readonly bins: number
  readonly why: string
}

/** Merging ends: the least different pair that is left, or null where one bin is. */
export interface StopStep {
  readonly step: 'stop'
  readonly bins: number
  readonly least: TracePair | null
  readonly why: string
}

/** All candidates for one more cut, the best of them, and whether it is added. */
export interface AddStep {
  readonly step: 'add'
  readonly measure: string
  /** bins before it, and the score of the column with them */
  readonly bins: number
  readonly before: number
  readonly candidates: readonly Candidate[]
  readonly best: number | null
  readonly runnerUp: number | null
  readonly accepted: boolean
  readonly why: string
}

/** The best binning of so many bins. */
export interface TriedBinning {
  readonly bins: number
  /** null where no binning of so many bins keeps the limits */
  readonly cuts: readonly number[] | null
  readonly score: number | null
  /** terms of the score, where it has some */
  readonly terms?: readonly BarTerm[]
  /** why it cannot be chosen; absent where it can */
  readonly barred?: string
}

/** A choice between binnings: the one of the least or the most score, the fewest bins of equals; or of the bins asked for. */
export interface ChoiceStep {
  readonly step: 'choice'
  readonly measure: string
  readonly goal: 'least' | 'most' | 'asked'
  /** scores closer than this are equal */
  readonly tie: number
  readonly tried: readonly TriedBinning[]
  /** what a binning must keep, in words: maxBins 10, minShare 0.05 … */
  readonly limits: readonly string[]
  readonly why: string
}

/** Where a cut of the chosen binning lies between its neighbours, and what other places would be worth. */
export interface PlaceStep {
  readonly step: 'place'
  readonly measure: string
  readonly part: TraceRange
  readonly candidates: readonly Candidate[]
  readonly best: number | null
  readonly runnerUp: number | null
  readonly bar: number | null
  readonly why: string
}

/** How many bins are made. */
export interface BinsStep {
  readonly step: 'bins'
  readonly bins: number
  readonly why: string
}

/** Bins of one width between two ends. */
export interface WidthStep {
  readonly step: 'width'
  readonly lowest: number
  readonly highest: number
  readonly bins: number
  readonly width: number
  readonly why: string
}

/** A cut looked for by its rank: the first gap with so many rows below it, or a place between two rows. */
export interface RankStep {
  readonly step: 'rank'
  readonly quantile: 'gap' | 'linear'
  /** cut i of bins − 1 */
  readonly i: number
  /** rows wanted below it */
  readonly rank: number
  /** rows below the gap that was found; null between single rows */
  readonly rowsBelow: number | null
  /** the values beside it; null where there is no such gap */
  readonly below: number | null
  readonly above: number | null
  /** of a place between two rows: how far from the one below, 0 to 1 */
  readonly part: number | null
  /** whether a cut is made, or an earlier one is there already, or it would lie at an end */
  readonly outcome: 'cut' | 'repeated' | 'end'
  readonly why: string
}

/** A cut that was given. */
export interface GivenStep {
  readonly step: 'given'
  readonly cut: number
  readonly why: string
}

/** Every place where the class changes; all of them are cut. */
export interface BoundariesStep {
  readonly step: 'boundaries'
  readonly measure: string
  readonly part: TraceRange
  readonly candidates: readonly Candidate[]
  readonly why: string
}

/** Each cut is replaced by the shortest decimal in the same gap. */
export interface ReadableStep {
  readonly step: 'readable'
  /** cuts that were given and stay as they are */
  readonly given: readonly number[]
  readonly why: string
}
