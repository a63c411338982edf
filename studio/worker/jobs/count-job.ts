import { AbortError, type Binning, type Note } from '../../../src/index.ts'
import { fitSaved, summarizeSource } from '../../../src/engines/index.ts'
import type { SummaryTable } from '../../../src/summaries/index.ts'
import { type JobContext, nextTurn, rowsOf } from '../held.ts'

/** For which target the rows are counted. */
export interface CountAsked {
  readonly target: string | null
  readonly event: string | null
  /** name of the file, which binnings and reports tell */
  readonly source: string
}

/** What was counted and cut with the usual method; the summaries stay in the worker. */
export interface CountedTable {
  readonly binning: Binning
  readonly notes: readonly Note[]
}

/**
 * Layer one counts every column once; whatever is done after that is done on cells. The columns are cut too, so that the
 * worker holds either all of it or, where it is stopped, what it held before.
 */
export async function countJob(asked: CountAsked, { held, signal, progress }: JobContext): Promise<CountedTable> {
  if (held.saved !== null) return { binning: held.saved, notes: held.saved.notes ?? [] }
  const { target, event } = { target: asked.target ?? undefined, event: asked.event ?? undefined }
  // Counting takes about as long as cutting.
  const steps = (word: string, from: number) => ({
    signal,
    onProgress: async (done: number, all: number, name: string): Promise<void> => {
      progress(from + done / all / 2, `${word} ${name}`)
      await nextTurn()
    },
  })
  const table: SummaryTable =
    held.rows === null && held.summaries !== null
      ? held.summaries
      : await summarizeSource(rowsOf(held), { target, event, source: asked.source }, steps('counting', 0))
  const binning = await fitSaved(table, { event }, steps('cutting', 0.5))
  if (signal.aborted) throw new AbortError('stopped')
  held.summaries = table
  return { binning, notes: table.notes }
}
