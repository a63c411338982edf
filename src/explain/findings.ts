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
  readonly found: Count
  readonly heldOut: Count
  /** the goal's share in all held-out rows, or the mean of the target: what `heldOut` is to be read against */
  readonly overall: number
  /** chance of a held-out lead at least as large if the range said nothing: as it is, and corrected for all tests */
  readonly p: number
  readonly corrected: number
}

/** A range in which a goal leads, whatever the goal is. Counts are over all rows that have a target. */
export interface RangeFinding<Count> {
  readonly column: string
  readonly kind: Column['kind']
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
  readonly ranges: readonly RangeOfSeveral[]
  readonly share: number
  readonly overall: number
  readonly score: number
  readonly without: readonly Count[]
  readonly verdict: 'holds' | 'weaker'
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
  readonly class: string
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
  readonly direction: 'high' | 'low'
  readonly ranges: readonly MeanRange[]
  readonly unconfirmed: readonly MeanRange[]
  readonly together: readonly MeanTogether[]
}

/** What was tried, and how. */
export interface Tried {
  /** name of the method that cut the number columns; "several" when columns have methods of their own */
  readonly method: string
  /** rows with a target; rows the ranges of the check were found on, and rows they were checked on */
  readonly rows: number
  readonly foundOn: number
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
  readonly sharp: readonly string[]
  readonly blunt: readonly string[]
  readonly seed: number
  /** ranges narrower than so many times the spread of their column were fused with a neighbour */
  readonly tiny: number
  /** ranges of fewer rows were left out */
  readonly enough: number
}

interface ExplanationBase {
  readonly format: 'kerf-explanation'
  readonly version: 1
  readonly created: {
    readonly kerf: string
    readonly source: { readonly name: string | null; readonly rows: number }
  }
  /** without classes where the target is a number */
  readonly target: { readonly name: string; readonly classes: readonly string[] }
  readonly tried: Tried
  readonly notes: readonly Note[]
}

/** What goes with one class of a target. */
export interface GoalExplanation extends ExplanationBase {
  readonly kind: 'goal'
  readonly goal: ClassRanges
}

/** Where a numeric target is high, and where it is low. */
export interface NumberExplanation extends ExplanationBase {
  readonly kind: 'number'
  /** of the target over all rows: what every mean is to be read against */
  readonly mean: number
  readonly deviation: number
  readonly directions: readonly DirectionRanges[]
}

/** What tells groups apart, group by group. */
export interface GroupsExplanation extends ExplanationBase {
  readonly kind: 'groups'
  readonly groups: readonly ClassRanges[]
  /** the columns that tell them apart, the most telling first */
  readonly columns: readonly string[]
}

/** What tells clusters apart, and how they were made. */
export interface ClustersExplanation extends Omit<GroupsExplanation, 'kind'> {
  readonly kind: 'clusters'
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
