import type { Closed } from '../../types.ts'
import type { Candidate, TraceBar, TracePair, TraceRange, TriedBinning } from './trace-nouns.ts'

export type * from './trace-nouns.ts'

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
  /** the kind of step */
  readonly step: 'start'
  /** name of the method */
  readonly method: string
  /** all options of the method */
  readonly options: Readonly<Record<string, unknown>>
  /** which end of a bin belongs to it */
  readonly closed: Closed
  /** what the cuts should tell apart; null without a target */
  readonly target: { readonly kind: 'class'; readonly classes: readonly string[] } | { readonly kind: 'numeric' } | null
  /** Σw of all rows */
  readonly rows: number
  /** the distinct values, rising; infinite ones count with the lowest and the highest */
  readonly values: readonly number[]
  /** Σw at each value */
  readonly counts: readonly number[]
  /** Σw per class at each value; null without classes */
  readonly classes: readonly (readonly number[])[] | null
  /** mean of a numeric target at each value; null without one */
  readonly means: readonly number[] | null
  /** why, in one plain sentence */
  readonly why: string
}

/** A part that was looked at: its candidates, the best of them, what it had to clear, and whether it did. */
export interface PartStep {
  /** the kind of step */
  readonly step: 'part'
  /** how many cuts lie above it: 0 is the whole column */
  readonly depth: number
  /** the values it is about */
  readonly part: TraceRange
  /** what scores measure: gain, bits saved, gini … */
  readonly measure: string
  /** the places where a cut could be made, from the left */
  readonly candidates: readonly Candidate[]
  /** index of the best candidate and of the next best; null where there is none */
  readonly best: number | null
  /** index of the next best candidate; null where there is none */
  readonly runnerUp: number | null
  /** the two sides of the best candidate */
  readonly sides: readonly [TraceRange, TraceRange] | null
  /** what the score had to exceed; null where there is none */
  readonly bar: TraceBar | null
  /** what the best candidate saves over the whole part, by which parts are chosen where not all may be cut */
  readonly saved: number | null
  /** whether the best candidate is taken */
  readonly accepted: boolean
  /** why, in one plain sentence */
  readonly why: string
}

/** The part that is cut now, at its best candidate. */
export interface SplitStep {
  /** the kind of step */
  readonly step: 'split'
  /** its smallest value */
  readonly lo: number
  /** its largest value */
  readonly hi: number
  /** why, in one plain sentence */
  readonly why: string
}

/** A part whose best candidate was good enough and is not taken, since there are enough bins. */
export interface LeaveStep {
  /** the kind of step */
  readonly step: 'leave'
  /** its smallest value */
  readonly lo: number
  /** its largest value */
  readonly hi: number
  /** why, in one plain sentence */
  readonly why: string
}

/** A cut that is dropped again, since a bin beside it is too narrow. `below` and `above` are the values beside it. */
export interface FuseStep {
  /** the kind of step */
  readonly step: 'fuse'
  /** the value below it */
  readonly below: number
  /** the value above it */
  readonly above: number
  /** why, in one plain sentence */
  readonly why: string
}

/** What merging starts from. */
export interface IntervalsStep {
  /** the kind of step */
  readonly step: 'intervals'
  /** the intervals, from the left */
  readonly intervals: readonly TraceRange[]
  /** least χ² that keeps neighbours apart; null where none does, or where it rises from level to level */
  readonly bar: number | null
  /** why, in one plain sentence */
  readonly why: string
}

/** The pair that is merged, the least different of all. */
export interface MergeStep extends TracePair {
  /** the kind of step */
  readonly step: 'merge'
  /** bins before it */
  readonly bins: number
  /** why, in one plain sentence */
  readonly why: string
}

/** The end of a level of Chi2: how many bins are left, and how many rows they mix. */
export interface LevelStep {
  /** the kind of step */
  readonly step: 'level'
  /** 0 is the start level */
  readonly level: number
  /** χ² that neighbours had to reach at it */
  readonly bar: number | null
  /** number of bins */
  readonly bins: number
  /** share of the rows outside the largest class of their bin, less that of the values themselves */
  readonly inconsistency: number
  /** whether that is allowed */
  readonly consistent: boolean
  /** why, in one plain sentence */
  readonly why: string
}

/** Merges are undone until there are so many bins again. */
export interface BackStep {
  /** the kind of step */
  readonly step: 'back'
  /** number of bins */
  readonly bins: number
  /** why, in one plain sentence */
  readonly why: string
}

/** Merging ends: the least different pair that is left, or null where one bin is. */
export interface StopStep {
  /** the kind of step */
  readonly step: 'stop'
  /** number of bins */
  readonly bins: number
  /** the least different pair that is left */
  readonly least: TracePair | null
  /** why, in one plain sentence */
  readonly why: string
}

/** All candidates for one more cut, the best of them, and whether it is added. */
export interface AddStep {
  /** the kind of step */
  readonly step: 'add'
  /** what scores measure */
  readonly measure: string
  /** bins before it, and the score of the column with them */
  readonly bins: number
  /** the score of the column with them */
  readonly before: number
  /** the places where a cut could be made, from the left */
  readonly candidates: readonly Candidate[]
  /** index of the best candidate; null where there is none */
  readonly best: number | null
  /** index of the next best candidate; null where there is none */
  readonly runnerUp: number | null
  /** whether the best candidate is taken */
  readonly accepted: boolean
  /** why, in one plain sentence */
  readonly why: string
}

/** A choice between binnings: the one of the least or the most score, the fewest bins of equals; or of the bins asked for. */
export interface ChoiceStep {
  /** the kind of step */
  readonly step: 'choice'
  /** what scores measure */
  readonly measure: string
  /** whether the least or the most score is chosen, or the number of bins asked for */
  readonly goal: 'least' | 'most' | 'asked'
  /** scores closer than this are equal */
  readonly tie: number
  /** the best binning of each number of bins */
  readonly tried: readonly TriedBinning[]
  /** what a binning must keep, in words: maxBins 10, minShare 0.05 … */
  readonly limits: readonly string[]
  /** why, in one plain sentence */
  readonly why: string
}

/** Where a cut of the chosen binning lies between its neighbours, and what other places would be worth. */
export interface PlaceStep {
  /** the kind of step */
  readonly step: 'place'
  /** what scores measure */
  readonly measure: string
  /** the values it is about */
  readonly part: TraceRange
  /** the places where a cut could be made, from the left */
  readonly candidates: readonly Candidate[]
  /** index of the best candidate; null where there is none */
  readonly best: number | null
  /** index of the next best candidate; null where there is none */
  readonly runnerUp: number | null
  /** what the score had to exceed; null where there is none */
  readonly bar: number | null
  /** why, in one plain sentence */
  readonly why: string
}

/** How many bins are made. */
export interface BinsStep {
  /** the kind of step */
  readonly step: 'bins'
  /** number of bins */
  readonly bins: number
  /** why, in one plain sentence */
  readonly why: string
}

/** Bins of one width between two ends. */
export interface WidthStep {
  /** the kind of step */
  readonly step: 'width'
  /** the smallest value */
  readonly lowest: number
  /** the largest value */
  readonly highest: number
  /** number of bins */
  readonly bins: number
  /** width of a bin */
  readonly width: number
  /** why, in one plain sentence */
  readonly why: string
}

/** A cut looked for by its rank: the first gap with so many rows below it, or a place between two rows. */
export interface RankStep {
  /** the kind of step */
  readonly step: 'rank'
  /** gap: the first gap with enough rows below it; linear: between two rows */
  readonly quantile: 'gap' | 'linear'
  /** cut i of bins − 1 */
  readonly i: number
  /** rows wanted below it */
  readonly rank: number
  /** rows below the gap that was found; null between single rows */
  readonly rowsBelow: number | null
  /** the values beside it; null where there is no such gap */
  readonly below: number | null
  /** the value above it */
  readonly above: number | null
  /** of a place between two rows: how far from the one below, 0 to 1 */
  readonly part: number | null
  /** whether a cut is made, or an earlier one is there already, or it would lie at an end */
  readonly outcome: 'cut' | 'repeated' | 'end'
  /** why, in one plain sentence */
  readonly why: string
}

/** A cut that was given. */
export interface GivenStep {
  /** the kind of step */
  readonly step: 'given'
  /** where the cut lies */
  readonly cut: number
  /** why, in one plain sentence */
  readonly why: string
}

/** Every place where the class changes; all of them are cut. */
export interface BoundariesStep {
  /** the kind of step */
  readonly step: 'boundaries'
  /** what scores measure */
  readonly measure: string
  /** the values it is about */
  readonly part: TraceRange
  /** the places where a cut could be made, from the left */
  readonly candidates: readonly Candidate[]
  /** why, in one plain sentence */
  readonly why: string
}

/** Each cut is replaced by the shortest decimal in the same gap. */
export interface ReadableStep {
  /** the kind of step */
  readonly step: 'readable'
  /** cuts that were given and stay as they are */
  readonly given: readonly number[]
  /** why, in one plain sentence */
  readonly why: string
}
