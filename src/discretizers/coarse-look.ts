import type { Closed, NumberSummary } from '../types.ts'
import type { Scratch } from '../util/scratch.ts'
import type { Between } from './column-deviation.ts'
import type { ColumnView } from './column-view.ts'

/** What a look at coarse cells is given. */
export interface Seen {
  readonly summary: NumberSummary
  readonly view: ColumnView
  readonly closed: Closed
  /** between which numbers the deviation of the values lies; null where only the cells tell */
  readonly deviation: Between | null
  /** memory for this look and its cuts; the next look uses it again */
  readonly scratch: Scratch
}

/** Which coarse cells must be known better, and before which cells the cuts would lie. */
export interface Look {
  readonly wanted: readonly number[]
  readonly candidates: readonly number[]
  /** for methods that rate candidates: what could hide in the largest part where something could */
  readonly rivals?: Rivals | null
}

/** A part of the column in which a better cut could hide: its rows, the best score found, the highest there could be. */
export interface Rivals {
  readonly rows: number
  /** null where there is no candidate between cells */
  readonly found: number | null
  /** null where only the values beside a cut are unknown, or scores have no bound */
  readonly reach: number | null
}

/** A rank of equal frequencies inside a cell: how many rows lie below the cell and through it, and between which values. */
export interface UnknownRank {
  readonly rank: number
  readonly below: number
  readonly through: number
  readonly lo: number
  readonly hi: number
}
