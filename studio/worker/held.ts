import type { Binning } from '../../src/index.ts'
import type { SourceTable } from '../../src/sources/index.ts'
import type { SummaryTable } from '../../src/summaries/index.ts'

/** What the worker keeps between jobs. */
export interface Held {
  /** the rows of the file that is open; null where only summaries or a binning are */
  rows: SourceTable | null
  /** layer one of its columns, for the target that was chosen */
  summaries: SummaryTable | null
  /** a binning that was opened alone: the summaries are then an estimate from its bins */
  saved: Binning | null
  /** the rows of a later sample to compare with */
  later: SourceTable | null
}

/** What a job is handed besides what was asked. */
export interface JobContext {
  readonly held: Held
  /** aborted when the page no longer wants the answer */
  readonly signal: AbortSignal
  /** tells the page how far the work is, from 0 to 1, and what is being done */
  readonly progress: (part: number, words: string) => void
}

/** The rows, or an error that says what to do. */
export function rowsOf({ rows }: Held): SourceTable {
  if (rows === null)
    throw new Error('This needs the rows, and only summaries or a binning are open. Open the data file.')
  return rows
}

/** Lets messages in, such as one that stops the work; a promise that is kept at once would not. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
