import type { Column } from '../binning/binning.ts'
import type { Closed, Note } from '../types.ts'

/**
 * What an explanation is made of. Plain readonly data, printed as JSON by `kerf explain --json`.
 *
 * A column is **sharp** when the method cuts it (a category column: when its levels differ in the target), else
 * **blunt**. A range is **relevant** to a goal class by one of two rules, see `RelevanceRule`.
 */

/**
 * `most-frequent`: the goal is the most frequent class in the range. `lift`: the goal is significantly more frequent in
 * the range than overall (Fisher's exact test, 0.05). By either rule the goal's share must be above the overall one.
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

/** Rows of a range and how many of them are of the goal class. */
export interface GoalCount {
  readonly rows: number
  readonly goalRows: number
  /** goalRows / rows; 0 without rows */
  readonly rate: number
}

/**
 * What the held-out half says. `holds`: the goal is more frequent there too, beyond chance, by at least half as much as
 * where the range was found. `weaker`: beyond chance, but by less. `fails`: not beyond chance. `not-found`: cut on one
 * half of the rows, the column has no such range, so there was nothing to check.
 */
export type HeldOutVerdict = 'holds' | 'weaker' | 'fails' | 'not-found'

/** The range as cut again on one half of the rows, and what became of it on the other. */
export interface HeldOutCheck {
  /** the range as it was found on one half, in words */
  readonly text: string
  /** whether the method cut it there, or else the best single cut was taken */
  readonly cutBy: 'method' | 'best-cut'
  readonly found: GoalCount
  readonly heldOut: GoalCount
  /** chance of a held-out rate at least as high if the range said nothing: as it is, and corrected for all tests */
  readonly p: number
  readonly corrected: number
}

/** A range in which the goal class is frequent. Counts are over all rows that have a class. */
export interface FoundRange extends GoalCount {
  readonly column: string
  readonly kind: Column['kind']
  readonly range: RangeForm
  /** the range in words, to follow the column's name: "from 154.5 up" */
  readonly text: string
  /** the rule that found it */
  readonly rule: RelevanceRule
  /** part of all rows */
  readonly share: number
  /** the goal's share in all rows */
  readonly overall: number
  /** rate / overall */
  readonly lift: number
  /** part of the goal's rows that lie in the range */
  readonly coverage: number
  /** how far the rate is beyond chance, in standard deviations; ranges are ranked by it */
  readonly score: number
  readonly verdict: HeldOutVerdict
  /** null when the verdict is `not-found` */
  readonly check: HeldOutCheck | null
  /** further ranges, of other columns, that hold nearly the same rows */
  readonly alike: readonly { readonly column: string; readonly text: string }[]
}

/** The ranges of one goal class: first those of `most-frequent`, then those of `lift`, the clearest first. */
export interface ClassRanges {
  readonly class: string
  readonly rows: number
  /** part of all rows */
  readonly share: number
  /** those that hold on the held-out half, or hold but weaker */
  readonly ranges: readonly FoundRange[]
  /** those that were found on all rows and are not confirmed */
  readonly unconfirmed: readonly FoundRange[]
}

/** What was tried, and how. */
export interface Tried {
  /** name of the method that cut the number columns; "several" when columns have methods of their own */
  readonly method: string
  /** rows with a class; rows the ranges of the check were found on, and rows they were checked on */
  readonly rows: number
  readonly foundOn: number
  readonly heldOut: number
  /** ranges found on one half that were tested on the other */
  readonly tests: number
  readonly sharp: readonly string[]
  readonly blunt: readonly string[]
  readonly seed: number
  /** ranges narrower than so many standard deviations were fused with a neighbour */
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
  readonly target: { readonly name: string; readonly classes: readonly string[] }
  readonly tried: Tried
  readonly notes: readonly Note[]
}

/** What goes with one class of a target. */
export interface GoalExplanation extends ExplanationBase {
  readonly kind: 'goal'
  readonly goal: ClassRanges
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
    /** part of the variance of the standardised columns that lies between the clusters */
    readonly explained: number
  }
}

export type Explanation = GoalExplanation | GroupsExplanation | ClustersExplanation
