import type { Origin } from '../summaries/summary-table.ts'
import type { Closed, Note, Reason, Refused, Target } from '../types.ts'
import type { LevelReference, NumberReference } from './reference.ts'

export { VERSION } from '../util/version.ts'

/** What was counted in a bin, or in what is set aside from the bins. */
export interface Counted {
  /** rows that fell here, whatever their weight */
  readonly count: number
  /** Σw; only in weighted fits */
  readonly weight?: number
  /** Σw per class, in the order of the target's classes; only with a class target */
  readonly classes?: readonly number[]
  /** Σwy and Σwy²; only with a numeric target */
  readonly sum?: number
  /** Σwy², from which the deviation of the target follows; only with a numeric target */
  readonly sumSquares?: number
}

/** A bin of a number column. `lo`, `hi` and `median` are of the values seen in it; null when it is empty. */
export interface NumberBin extends Counted {
  /** the bin in words, such as `[18, 30)` */
  readonly label: string
  /** what a person called it, to be used in place of the label */
  readonly name?: string
  /** smallest value seen in it; null when it is empty */
  readonly lo: number | null
  /** largest value seen in it; null when it is empty */
  readonly hi: number | null
  /** median of the values seen in it; null when it is empty or not known */
  readonly median: number | null
}

/** A bin of a category column: the levels that go to it. */
export interface CategoryBin extends Counted {
  /** the bin in words, such as `own, rent` */
  readonly label: string
  /** what a person called it, to be used in place of the label */
  readonly name?: string
  /** the texts that go to this bin */
  readonly levels: readonly string[]
}

/**
 * What happens to a missing value or special code: `own` a slot of its own; `nearest` the bin most like it in the target
 * (chosen at fit, kept in `bin`); `bin` a bin chosen by the user; `error` refused.
 */
export type PolicyName = 'own' | 'nearest' | 'bin' | 'error'

/** A policy as asked for: a name, or the number of a bin. */
export type Policy = 'own' | 'nearest' | 'error' | number

/** The missing values of a column: how many, and what becomes of them. */
export interface Missing extends Counted {
  /** what becomes of them */
  readonly policy: PolicyName
  /** the bin it goes to; null for `own` and `error` */
  readonly bin: number | null
  /** numbers that stand for a missing value, besides NaN */
  readonly values: readonly number[]
}

/** A special code of a column: how many rows have it, and what becomes of them. */
export interface Special extends Counted {
  /** the number that is a code, such as −999 */
  readonly code: number
  /** what becomes of its rows */
  readonly policy: PolicyName
  /** the bin it goes to; null for `own` and `error` */
  readonly bin: number | null
}

interface ColumnBase {
  /** name of the column in the table */
  readonly name: string
  /** whether the counts are those of the rows; false where coarse cells were divided by estimate */
  readonly countsExact: boolean
  /** the rows without a value, and what becomes of them */
  readonly missing: Missing
  /** what there is to tell of this column */
  readonly notes: readonly Note[]
}

/**
 * How the values of a number column are spread, for pictures: rows (Σw) in cells of one width between `from` and `to`,
 * and outside of them. The outermost half percent on each side may lie outside, so that a tail does not hide the rest.
 */
export interface Shape {
  /** where the first cell begins */
  readonly from: number
  /** where the last cell ends */
  readonly to: number
  /** Σw of the rows below `from` */
  readonly below: number
  /** Σw of the rows above `to` */
  readonly above: number
  /** Σw per cell */
  readonly counts: readonly number[]
  /** Σw per cell and class; only with a class target */
  readonly classes?: readonly (readonly number[])[]
}

/** The fitted bins of a number column: k − 1 cuts, k bins. The values of a date column are milliseconds since 1970 UTC. */
export interface NumberColumn extends ColumnBase {
  /** whether the values are numbers or moments in time */
  readonly kind: 'number' | 'date'
  /** name of the method that made the cuts */
  readonly method: string
  /** the options it ran with, defaults filled in */
  readonly options: Readonly<Record<string, unknown>>
  /** which end of a bin belongs to it */
  readonly closed: Closed
  /** the values that part the bins, ascending */
  readonly cuts: readonly number[]
  /** whether the cuts are those that the rows themselves give; false where coarse cells leave them open */
  readonly cutsExact: boolean
  /** smallest and largest finite value; null when there is none */
  readonly range: readonly [number, number] | null
  /** why each cut is where it is, in the order of the cuts */
  readonly reasons: readonly Reason[]
  /** where no cut was made: the best candidate, if the method tells of it */
  readonly refused?: Refused
  /** the bins from left to right, one more than cuts */
  readonly bins: readonly NumberBin[]
  /** codes with a slot of their own, such as −999 */
  readonly special: readonly Special[]
  /** null when there are no finite values, and in a column that was fitted on its own */
  readonly shape: Shape | null
  /** what drift is measured against; left out when asked for, and in files of before */
  readonly reference?: NumberReference
}

/**
 * What happens to a level that the fit did not see: `missing` what happens to missing values; `bin` a bin chosen by the
 * user; `error` refused.
 */
export interface Unseen {
  /** what becomes of it */
  readonly policy: 'missing' | 'bin' | 'error'
  /** the bin it goes to; null for `missing` and `error` */
  readonly bin: number | null
}

/** The levels of a category column. A level that was not seen counts as missing unless `unseen` says otherwise. */
export interface CategoryColumn extends ColumnBase {
  /** whether the levels are texts or truth values */
  readonly kind: 'category' | 'boolean'
  /** one per level, or per group of levels */
  readonly bins: readonly CategoryBin[]
  /** what becomes of levels that were not seen; left out where they count as missing */
  readonly unseen?: Unseen
  /** what drift is measured against; left out when asked for, and in files of before */
  readonly reference?: LevelReference
}

/**
 * Whether a column has cuts (numbers, dates) or levels (categories, truth values).
 *
 *     const fitted = await fitTable(people, { target: 'bought' })
 *     console.log(fitted.columns.filter(hasCuts).map(({ name, cuts }) => `${name}: ${cuts}`)) // → [ 'age: 30.5' ]
 */
export function hasCuts(column: Column): column is NumberColumn {
  return column.kind === 'number' || column.kind === 'date'
}

/** A fitted column; `hasCuts` tells numbers from categories. */
export type Column = NumberColumn | CategoryColumn

/** The fitted result: plain data, saved as versioned JSON. */
export interface Binning {
  /** marks a file as a binning */
  readonly format: 'kerf-binning'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** by which version, from which rows, and with which method and options it was made */
  readonly created: Origin & { readonly method: string; readonly options: Readonly<Record<string, unknown>> }
  /** what the cuts tell apart; null without a target */
  readonly target: Target | null
  /** the fitted columns, in the order of the table */
  readonly columns: readonly Column[]
  /** what there is to tell of the table as a whole, such as columns left out */
  readonly notes?: readonly Note[]
}
