import type { Note, Target } from '../../../src/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { type JobContext, rowsOf } from '../held.ts'

/** For which target the rows are counted. */
export interface CountAsked {
  readonly target: string | null
  readonly event: string | null
}

/** What was counted; the summaries stay in the worker. */
export interface Counted {
  readonly columns: readonly string[]
  readonly target: Target | null
  readonly notes: readonly Note[]
}

/** Layer one: counts every column once. Whatever is done after that is done on cells. */
export async function countJob(
  { target, event }: CountAsked,
  { held, signal, progress }: JobContext,
): Promise<Counted> {
  const request = { target: target ?? undefined, event: event ?? undefined }
  const onProgress = (done: number, all: number, name: string): void => progress(done / all, `counting ${name}`)
  const table = await summarizeSource(rowsOf(held), request, { signal, onProgress })
  held.summaries = table
  return { columns: table.columns.map(({ name }) => name), target: table.columns[0].summary.target, notes: table.notes }
}
