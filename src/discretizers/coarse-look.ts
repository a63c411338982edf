import type { RowsInBlocks } from '../summaries/fast/bucket-blocks.ts'
import type { Closed, NumberSummary } from '../types.ts'
import type { Scratch } from '../util/scratch.ts'
import type { Between } from './column-deviation.ts'
import type { ColumnView } from './column-view.ts'

/** What a look at coarse cells is given. */
export interface Seen {
  /** the column in coarse cells */
  readonly summary: NumberSummary
  /** the same as methods see it */
  readonly view: ColumnView
  /** which end of a bin belongs to it */
  readonly closed: Closed
  /** between which numbers the deviation of the values lies; null where only the cells tell */
  readonly deviation: Between | null
  /** the rows themselves, where they can be looked at by their classes alone */
  readonly inBlocks?: RowsInBlocks | undefined
  /** memory for this look and its cuts; the next look uses it again */
  readonly scratch: Scratch
}

/** Which coarse cells must be known better, and before which cells the cuts would lie. */
export interface Look {
  /** numbers of the cells that must be looked into */
  readonly wanted: readonly number[]
  /** numbers of the cells before which the cuts would lie */
  readonly candidates: readonly number[]
  /** the cuts, where no cell leaves them open */
  readonly cuts?: readonly number[]
  /** for methods that rate candidates: what could hide in the largest part where something could */
  readonly rivals?: Rivals | null
}

/** A part of the column in which a better cut could hide: its rows, the best score found, the highest there could be. */
export interface Rivals {
  /** rows of that part */
  readonly rows: number
  /** null where there is no candidate between cells */
  readonly found: number | null
  /** null where only the values beside a cut are unknown, or scores have no bound */
  readonly reach: number | null
}

/** A rank of equal frequencies inside a cell: how many rows lie below the cell and through it, and between which values. */
export interface UnknownRank {
  /** the rank wanted, in rows from the smallest value */
  readonly rank: number
  /** Σw of the rows below the cell */
  readonly below: number
  /** Σw of the rows through the end of the cell */
  readonly through: number
  /** smallest value of the cell */
  readonly lo: number
  /** largest value of the cell */
  readonly hi: number
}
