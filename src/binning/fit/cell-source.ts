import type { Between } from '../../discretizers/column-deviation.ts'
import { isExact } from '../../summaries/cells.ts'
import type { AssignRows } from '../../summaries/fast/bucket-slots.ts'
import type { Cells, NumberSummary, Target, ValueRange } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'

/**
 * Where the cells of a number column come from: rows in memory, a summary, a live layer, an engine. What can only be told
 * later is answered by a promise.
 */
export interface CellSource {
  readonly target: Target | null
  /** layer one: exact cells, or coarse ones with the means to look into them */
  summarize(asked: CellsAsked): Counted | Promise<Counted>
  /** puts a value into words; default few digits */
  readonly print?: (value: number) => string
}

/** What the cells are wanted for; small columns are counted exactly without asking. */
export interface CellsAsked {
  /** whether coarse cells will do, since they are looked into where it matters */
  readonly refinable: () => boolean
  /** whether one cell from the smallest to the largest value will do */
  readonly endsOnly: () => boolean
}

/**
 * Layer one of a column as it was counted, and the means to look closer. Cells may lie in scratch memory: they last
 * until the column is done.
 */
export interface Counted {
  readonly summary: NumberSummary
  /** whether the method is to look at these cells as they are: exact ones, or all there will ever be */
  readonly settled: boolean
  /**
   * finer cells of some ranges of values, each that of a cell: one per distinct value, or where these are too many finer
   * ones none of which reaches from one range into another; absent where the rows cannot be read again
   */
  readonly readAgain?: (ranges: readonly ValueRange[]) => Cells | Promise<Cells>
  /** between which numbers the deviation of the values lies; absent where only the cells tell */
  readonly deviation?: () => Between | Promise<Between>
  /** the bins of the rows, by where they were counted; only where that is known */
  readonly assign?: AssignRows | undefined
  /** memory for this column, of no use to another one meanwhile; default memory of its own */
  readonly scratch?: Scratch
}

/** A summary that is there. Its rows cannot be read again. */
export function fromSummary(summary: NumberSummary, print?: (value: number) => string): CellSource {
  const { target } = summary
  // Of estimates nothing can be proven.
  const settled = isExact(summary.cells) || summary.origin === 'estimated'
  return { target, summarize: () => ({ summary, settled }), ...(print === undefined ? {} : { print }) }
}

/** The cells of a live layer as they are now: the next look will see others, so nothing is said of what they hide. */
export function fromLiveCells(summary: NumberSummary): CellSource {
  return { target: summary.target, summarize: () => ({ summary, settled: true }) }
}
