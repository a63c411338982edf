/**
 * The nouns passed between the stages. Read this file first.
 *
 * rows → Summary (layer one) → Proposal (cuts with reasons) → Binning (the fitted result)
 *
 * Everything here is plain readonly data: it can be saved, compared, printed and sent to a worker.
 */

/** A number, or what stands for one: a Date, a big integer that a double can hold. NaN, null and undefined are missing. */
export type NumberValue = number | bigint | Date | null | undefined

/** A label: text, truth values, or numbers. NaN, null, undefined and the empty text are missing. */
export type LabelValue = string | boolean | NumberValue

/** One number per row. */
export type NumberValues = ArrayLike<NumberValue>

/** One label per row. */
export type LabelValues = ArrayLike<LabelValue>

/** Values of a column as they may be handed in: lists, what can be gone through, vectors of Arrow, columns of Arquero. */
export type ValuesGiven<Value> =
  | ArrayLike<Value>
  | Iterable<Value>
  | { readonly length: number; get(row: number): Value }
  | { readonly length: number; at(row: number): Value }

/** A table by column: name → one value per row. All columns have the same length. */
export type Table = Readonly<Record<string, NumberValues | LabelValues>>

/** A table by column as it may be handed in: each column as `ValuesGiven`. */
export type TableGiven = Readonly<Record<string, ValuesGiven<LabelValue>>>

/** What the cuts should tell apart: classes (sorted, numeric labels numerically) or a number. */
export type Target =
  | {
      readonly kind: 'class'
      readonly name: string | null
      readonly classes: readonly string[]
      readonly event: string | null
    }
  | { readonly kind: 'numeric'; readonly name: string | null }

/**
 * What lies in each of `size` slots (cells, levels, bins or the values set aside).
 *
 * 1. `rows[i]` counts the rows in slot i, whatever their weight.
 * 2. `sums[i * channels + c]` is the exact sum of channel c in slot i, rounded once. Channels: one Σw per class; or
 *    Σw, Σwy, Σwy² for a numeric target; or Σw alone. Unweighted rows have w = 1.
 * 3. `residues` hold what rounding left over: residues[0] is the rounded remainder, residues[1] the remainder of
 *    that, and so on. Empty when every sum is a double. They make a merge equal one pass over both, bit for bit.
 */
export interface Tallies {
  /** how many slots there are */
  readonly size: number
  /** sums that each slot has */
  readonly channels: number
  /** rows per slot */
  readonly rows: Float64Array
  /** sums per slot and channel, `channels` per slot */
  readonly sums: Float64Array
  /** what rounding the sums left over; empty when they are exact */
  readonly residues: readonly Float64Array[]
}

/**
 * The sorted cells of a number column. `lo[i]` and `hi[i]` are the smallest and largest finite value seen in cell i;
 * hi[i] < lo[i + 1]. An exact summary has one cell per distinct value, and there `lo` and `hi` are one array.
 *
 * `shift` is how coarse cells may be: values with the same bits, but for the last `shift` ones, share a cell. 0 means
 * one value each. Single cells may be finer, where they were read again.
 */
export interface Cells {
  /** how many cells there are */
  readonly size: number
  /** how many last bits of a double may differ within a cell; 0 is one value each */
  readonly shift: number
  /** smallest value seen in each cell */
  readonly lo: Float64Array
  /** largest value seen in each cell */
  readonly hi: Float64Array
  /** what was counted, one slot per cell */
  readonly tallies: Tallies
}

/** Rows that were handed in and count nowhere. */
export interface LeftOut {
  /** rows without a target (missing label; missing or infinite number) */
  readonly unlabelled: number
  /** rows of weight zero */
  readonly weightless: number
}

interface SummaryBase {
  /** every row handed in */
  readonly rows: number
  /** what rows were counted by; null where they were only counted */
  readonly target: Target | null
  /** whether rows had weights */
  readonly weighted: boolean
  /** rows that were handed in and count nowhere */
  readonly leftOut: LeftOut
  /** what was decided while reading, such as numbers taken for classes */
  readonly notes: readonly Note[]
}

/** Layer one of a number column. */
export interface NumberSummary extends SummaryBase {
  /** tells it from the summary of categories */
  readonly kind: 'number'
  /** smallest and largest finite value; NaN when there is none */
  readonly min: number
  /** largest finite value; NaN when there is none */
  readonly max: number
  /** number of distinct finite values; null when unknown */
  readonly distinct: number | null
  /** `estimated` when cells were ever split without looking at the rows */
  readonly origin: 'counted' | 'estimated'
  /** the sorted cells and what was counted in them */
  readonly cells: Cells
  /** values with a slot of their own, and values that stand for missing; sorted, never seen by layer two */
  readonly specialCodes: readonly number[]
  /** numbers that stand for a missing value, besides NaN; sorted */
  readonly missingCodes: readonly number[]
  /** slots: missing, −∞, +∞, then one per special code (see ASIDE in summaries/tallies.ts) */
  readonly aside: Tallies
}

/** Layer one of a category column: one slot per level, levels sorted; `aside` has the one slot missing. */
export interface CategorySummary extends SummaryBase {
  /** tells it from the summary of numbers */
  readonly kind: 'category'
  /** the distinct texts, sorted */
  readonly levels: readonly string[]
  /** what was counted, one slot per level */
  readonly tallies: Tallies
  /** what was counted of missing values, in one slot */
  readonly aside: Tallies
}

/** What layer one keeps of a column; `kind` tells numbers from categories. */
export type Summary = NumberSummary | CategorySummary

/** Which end of a bin belongs to it: `left` is [a, b), `right` is (a, b]. */
export type Closed = 'left' | 'right'

/** A condition of the data worth telling; never an exception. */
export interface Note {
  /** a short word that programs can look for */
  readonly code: string
  /** what to tell, in a sentence */
  readonly message: string
  /** the numbers of the message in full, by name; absent where it has none to read */
  readonly figures?: Readonly<Record<string, number>>
}

/** Why a cut is where it is. `margin` is score − bar; null where the method has no such thing. */
export interface Reason {
  /** what was measured: gain, chi-square, rank, width, given, edited … */
  readonly measure: string
  /** what it came to at this cut; null where nothing was measured */
  readonly score: number | null
  /** what the score had to clear */
  readonly bar: number | null
  /** score − bar: how clearly it was cleared; null where there is no bar */
  readonly margin: number | null
  /** the next best place that was not taken */
  readonly runnerUp: { readonly cut: number; readonly score: number } | null
}

/** The best candidate of a column that was left whole: what it scored, and what it would have had to. */
export interface Refused {
  /** where it would have been cut */
  readonly cut: number
  /** what was measured, as in the reason of a cut */
  readonly measure: string
  /** what the candidate came to */
  readonly score: number
  /** what it would have had to clear */
  readonly bar: number
  /** what stood in its way besides the bar; absent where the bar did */
  readonly why?: string
}

/** A range of values, both ends included, such as that of a cell which must be looked into. */
export interface ValueRange {
  /** its smallest value */
  readonly lo: number
  /** its largest value */
  readonly hi: number
}

/** What a discretizer answers: k − 1 strictly increasing finite cuts for k bins, one reason each. */
export interface Proposal {
  /** name of the method */
  readonly method: string
  /** the options it ran with, defaults filled in */
  readonly options: Readonly<Record<string, unknown>>
  /** which end of a bin belongs to it */
  readonly closed: Closed
  /** the values that part the bins, in increasing order */
  readonly cuts: readonly number[]
  /** why each cut is where it is, in the order of the cuts */
  readonly reasons: readonly Reason[]
  /** what there is to tell, such as fewer bins than asked for */
  readonly notes: readonly Note[]
  /** where no cut was made: the best candidate, if the method tells of it */
  readonly refused?: Refused
}
