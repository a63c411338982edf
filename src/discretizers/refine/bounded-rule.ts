import type { Between } from '../column-deviation.ts'
import type { SplitRule, Part } from '../search/top-down.ts'

/** A top-down rule of which bounds are known, so that coarse cells suffice to say where its cuts can be. */
export interface BoundedRule {
  /**
   * how good a candidate is by its sides alone, whether or not it may be taken: `ceiling` less what both sides leave over. It
   * must be convex in the counts on the left, as for entropy, Gini and χ²
   */
  readonly rate: SplitRule['rate']
  /** what a side leaves over; the fewer rows, the less */
  readonly leaves: (counts: Float64Array, part: Part) => number
  readonly ceiling: (part: Part) => number
  /** where `rate` is Σ w·(l²/L + r²/R) less a number, for l of L rows left and r of R right: the w of classes, the number */
  readonly squares: ((part: Part) => { readonly weights: Float64Array; readonly less: number }) | null
  /** as in the method itself, but for what `limits` and `equalStop` say */
  readonly judge: SplitRule['judge']
  /** a rating below which no candidate of the part can be accepted */
  readonly leastRating: (part: Part) => number
  /** the score of a candidate with this rating; null where the score is not a matter of the rating */
  readonly scoreOf: ((rating: number, part: Part) => number) | null
  /** whether `rate` is −(rows · entropy of the left + rows · entropy of the right), for which there is a faster scan */
  readonly entropy: boolean
  /** what the sides of a candidate must have; null for no limit */
  readonly limits: CandidateLimits | null
  /** whether a part is left as it is when all its candidates, between any two values, are rated the same */
  readonly equalStop: boolean
  /** most splits; with a limit those that save most are taken first */
  readonly most: number
}

/** Least weight of a side, and the width it must exceed: null for any, else between which numbers that width lies. */
export interface CandidateLimits {
  readonly enough: number
  readonly width: Between | null
}

/** How candidates are rated: the parts of a rule that follow from the measure alone. */
export type Rating = Pick<BoundedRule, 'rate' | 'leaves' | 'ceiling' | 'squares' | 'scoreOf' | 'entropy'>
