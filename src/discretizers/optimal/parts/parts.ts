import type { FastCurve } from '../../../wasm/fast-curve.ts'

/**
 * What a bin from boundary `from` to boundary `to` is worth and what it holds, each in O(classes) from sums up to every
 * boundary. The score of a binning is the sum over its bins.
 */
export interface Parts {
  /** number of prebins; boundaries are 0 … size */
  readonly size: number
  /** what the objective is called in reasons */
  readonly measure: 'information' | 'iv' | 'explained variance'
  score(from: number, to: number): number
  /** scores closer than this are equal */
  readonly tie: number
  /** a score divided by this is in the unit of the measure: bits per row, or the share of the variance */
  readonly unit: number
  weight(from: number, to: number): number
  /** Σw of the event and of the other classes; 0 without an event */
  events(from: number, to: number): number
  rest(from: number, to: number): number
  /** share of the event, or mean of a numeric target up to a constant */
  rate(from: number, to: number): number
  /** rates closer than this are equal */
  readonly rateStep: number
  /** how different two neighbours are: a χ² of `degrees` degrees of freedom, for a normal deviate its square */
  difference(from: number, middle: number, to: number): number
  readonly degrees: number
  /** false only where neighbours are less different than that for sure, which takes less than to tell how different they are */
  mayDiffer?(from: number, middle: number, to: number, least: number): boolean
  /** where two numbers tell all that the score needs of a bin; null for several classes */
  readonly plane: Plane | null
}

/**
 * A score of two numbers: the weight of a bin and its height, which is Σw of the event, or of a numeric target less its
 * mean. It is convex in both together, and of a bin twice as large it is twice the score; but for information values of
 * bins without events or without other rows, where 0.5 is added.
 */
export interface Plane {
  height(from: number, to: number): number
  score(weight: number, height: number): number
  /** whether a score is not the convex one where a bin holds nothing of one class */
  readonly mends: boolean
  /** weight and height below each boundary; null where they are only told by calls */
  readonly below: Below | null
}

/** Σw below each boundary, and the height. */
export interface Below {
  readonly weight: Float64Array
  readonly height: Float64Array
  /** whether all are whole numbers so small that products of two are exact */
  readonly whole: boolean
  /** where they lie, if that is a memory in which corners are quickly found; to be released when the parts are not needed any more */
  readonly fast: FastCurve | null
}
