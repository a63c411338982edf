import type { Column } from '../binning/binning.ts'
import type { Closed, Note } from '../types.ts'
import type { GoalCount, GoalFacts } from './check/class-judge.ts'
import type { MeanCount, MeanFacts } from './check/number-judge.ts'

export type { GoalCount, GoalFacts } from './check/class-judge.ts'
export type { MeanCount, MeanFacts } from './check/number-judge.ts'

/**
 * What an explanation is made of. Plain readonly data, printed as JSON by `kerf explain --json`.
 *
 * A column is **sharp** when the method cuts it (a category column: when its levels differ in the target), else
 * **blunt**. A range is **relevant** to a goal class by one of two rules, see `RelevanceRule`.
 */

/**
 * `most-frequent`: the goal is the most frequent class in the range. `lift`: the goal is significantly more frequent in
 * the range than overall (Fisher's exact test, 0.05), or the number higher or lower. By either rule the goal must lead.
 */
export type RelevanceRule = 'most-frequent' | 'lift'

/** What a range is made of: neighbouring bins, levels, or the rows without a value, with one, or with a special code. */
export type RangeForm =
  | {
      readonly form: 'interval'
      /** null where the range has no end */
      readonly from: number | null
      readonly to: number | null
      readonly closed: Closed
    }
  | { readonly form: 'levels'; readonly levels: readonly string[] }
  | { readonly form: 'missing' }
  | { readonly form: 'given' }
  | { readonly form: 'special'; readonly code: number }

/**
 * What the held-out half says. `holds`: the goal is more frequent there too, beyond chance, by at least half as much as
 * where the range was found. `weaker`: beyond chance, but by less. `fails`: not beyond chance. `not-found`: cut on one
 * half of the rows, the column has no such range, so there was nothing to check.
 */
export type HeldOutVerdict = 'holds' | 'weaker' | 'fails' | 'not-found'

/** The range as cut again on one half of the rows, and what became of it on the other. */
export interface HeldOutCheck<Count = GoalCount> {
  /** the range as it was found on one half, in words */
  readonly text: string
  /** whether the method cut it there, or else the best one or two cuts were taken */
  readonly cutBy: 'method' | 'best-cut'
  /** what it counts on the half where it was found */
  readonly found: Count
  /** what it counts on the other half */
  readonly heldOut: Count
  /** the goal's share in all held-out rows, or the mean of the target: what `heldOut` is to be read against */
  readonly overall: number
  /** chance of a held-out lead at least as large if the range said nothing: as it is, and corrected for all tests */
  readonly p: number
  /** `p` corrected for all tests (Holm): what the verdict rests on */
  readonly corrected: number
}

/** A range in which a goal leads, whatever the goal is. Counts are over all rows that have a target. */
export interface RangeFinding<Count> {
  /** name of the column */
  readonly column: string
  /** what its values are */
  readonly kind: Column['kind']
  /** the range as data */
  readonly range: RangeForm
  /** the range in words, to follow the column's name: "from 154.5 up" */
  readonly text: string
  /** the rule that found it */
  readonly rule: RelevanceRule
  /** part of all rows */
  readonly share: number
  /** the goal's share in all rows, or the mean of the target over all rows */
  readonly overall: number
  /** how far the range is beyond chance, in standard deviations; ranges are ranked by it */
  readonly score: number
  /** what the held-out half says */
  readonly verdict: HeldOutVerdict
  /** null when the verdict is `not-found` */
  readonly check: HeldOutCheck<Count> | null
  /** further ranges, of other columns, that hold nearly the same rows */
  readonly alike: readonly { readonly column: string; readonly text: string }[]
}

/** A range in which a class is frequent. */
export type FoundRange = GoalCount & GoalFacts & RangeFinding<GoalCount>

/** A range in which a number is high or low. */
export type MeanRange = MeanCount & MeanFacts & RangeFinding<MeanCount>

/** One of the ranges that are told together. */
export type RangeOfSeveral = Pick<RangeFinding<unknown>, 'column' | 'kind' | 'range' | 'text'>

/**
 * Two or three ranges of different columns that say more together than when any of them is left out. They were found on
 * one half of the rows, either one, and hold on the other; `without` counts the rows of all but one of them, in their order.
 */
export interface RangesTogether<Count> {
  /** the ranges, in all of which the rows lie */
  readonly ranges: readonly RangeOfSeveral[]
  /** part of all rows */
  readonly share: number
  /** the goal's share in all rows, or the mean of the target over all rows */
  readonly overall: number
  /** how far they are beyond chance together, in standard deviations */
  readonly score: number
  /** for each range, what is counted when it is left out */
  readonly without: readonly Count[]
  /** what the held-out half says */
  readonly verdict: 'holds' | 'weaker'
  /**
   * the same on the half where they were found and on the other, with the chance of so large a lead over the ranges
   * without one of them
   */
  readonly check: {
    readonly found: Count
    readonly heldOut: Count
    readonly overall: number
    readonly without: readonly Count[]
    /** chance of so large a lead over the ranges without one of them, for the one that adds least */
    readonly p: number
    readonly corrected: number
  }
}

/** Ranges in which together a class is frequent. */
export type FoundTogether = GoalCount & GoalFacts & RangesTogether<GoalCount>

/** Ranges in which together a number is high or low. */
export type MeanTogether = MeanCount & MeanFacts & RangesTogether<MeanCount>

/** The ranges of one goal class: first those of `most-frequent`, then those of `lift`, the clearest first. */
export interface ClassRanges {
  /** name of the class */
  readonly class: string
  /** rows of that class */
  readonly rows: number
  /** part of all rows, or of their weight */
  readonly share: number
  /** those that hold on the held-out half, or hold but weaker */
  readonly ranges: readonly FoundRange[]
  /** those that were found on all rows and are not confirmed */
  readonly unconfirmed: readonly FoundRange[]
  /** ranges that say more together; empty with a depth of 1 */
  readonly together: readonly FoundTogether[]
}

/** The ranges in which a number is high, or low, the clearest first. */
export interface DirectionRanges {
  /** whether the number is higher or lower than over all rows */
  readonly direction: 'high' | 'low'
  /** those that hold on the held-out half, or hold but weaker */
  readonly ranges: readonly MeanRange[]
  /** those that were found on all rows and are not confirmed */
  readonly unconfirmed: readonly MeanRange[]
  /** ranges that say more together; empty with a depth of 1 */
  readonly together: readonly MeanTogether[]
}

/** What was tried, and how. */
export interface Tried {
  /** name of the method that cut the number columns; "several" when columns have methods of their own */
  readonly method: string
  /** rows with a target; rows the ranges of the check were found on, and rows they were checked on */
  readonly rows: number
  /** rows that the ranges of the check were found on */
  readonly foundOn: number
  /** rows that they were checked on */
  readonly heldOut: number
  /** rows that differ in some column looked at or in the target: copies of a row count once in the check */
  readonly different: number
  /** how many rows of equal weight would be as much evidence; `different` without weights */
  readonly effective: number
  /** name of the column of weights */
  readonly weights: string | null
  /** ranges, and ranges together, found on one half and tested on the other */
  readonly tests: number
  /** most ranges that were looked for together; 1 for single ones only */
  readonly depth: number
  /** names of the columns that tell something by themselves */
  readonly sharp: readonly string[]
  /** names of the columns that were not cut */
  readonly blunt: readonly string[]
  /** of the halves */
  readonly seed: number
  /** ranges narrower than so many times the spread of their column were fused with a neighbour */
  readonly tiny: number
  /** ranges of fewer rows were left out */
  readonly enough: number
}

interface ExplanationBase {
  /** marks a file as an explanation */
  readonly format: 'kerf-explanation'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** by which version and from which rows it was made */
  readonly created: {
    readonly kerf: string
    readonly source: { readonly name: string | null; readonly rows: number }
  }
  /** without classes where the target is a number */
  readonly target: { readonly name: string; readonly classes: readonly string[] }
  /** what was looked at, and how */
  readonly tried: Tried
  /** what there is to tell of the table as a whole */
  readonly notes: readonly Note[]
}

/** What goes with one class of a target. */
export interface GoalExplanation extends ExplanationBase {
  /** what was explained */
  readonly kind: 'goal'
  /** the class asked for, with its ranges */
  readonly goal: ClassRanges
}

/** Where a numeric target is high, and where it is low. */
export interface NumberExplanation extends ExplanationBase {
  /** what was explained */
  readonly kind: 'number'
  /** of the target over all rows: what every mean is to be read against */
  readonly mean: number
  /** standard deviation of the target over all rows */
  readonly deviation: number
  /** where it is high, then where it is low */
  readonly directions: readonly DirectionRanges[]
}

/** What tells groups apart, group by group. */
export interface GroupsExplanation extends ExplanationBase {
  /** what was explained */
  readonly kind: 'groups'
  /** one entry per group, with the ranges that tell it apart */
  readonly groups: readonly ClassRanges[]
  /** the columns that tell them apart, the most telling first */
  readonly columns: readonly string[]
}

/** What tells clusters apart, and how they were made. */
export interface ClustersExplanation extends Omit<GroupsExplanation, 'kind'> {
  /** what was explained */
  readonly kind: 'clusters'
  /**
   * how the clusters were made, and what part of the variance lies between them: theirs and that of shuffled columns
   */
  readonly clustering: {
    /** the columns that distances were taken over */
    readonly columns: readonly string[]
    readonly starts: number
    /** part of the variance of the standardised columns that lies between the clusters; and the same after a shuffle */
    readonly explained: number
    readonly shuffled: number
  }
}

/** What an explanation found; `kind` tells of what. */
export type Explanation = GoalExplanation | NumberExplanation | GroupsExplanation | ClustersExplanation
