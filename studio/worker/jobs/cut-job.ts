import { type Binning, findMethod } from '../../../src/index.ts'
import { fitSaved } from '../../../src/engines/index.ts'
import { type JobContext, nextTurn } from '../held.ts'

/** How columns are to be cut. */
export interface CutAsked {
  /** name of the method; null for the one that fits the target */
  readonly method: string | null
  /** options of the method */
  readonly options: Readonly<Record<string, unknown>>
  /** only these columns; null for all */
  readonly columns: readonly string[] | null
  readonly event: string | null
}

/** Layer two: cuts columns from their summaries. */
export async function cutJob(asked: CutAsked, { held, signal, progress }: JobContext): Promise<Binning> {
  const { method, options, columns, event } = asked
  if (held.summaries === null || held.saved !== null)
    throw new Error('A method needs the rows or their summaries, and only a binning is open. Open the data file.')
  const request = {
    options,
    event: event ?? undefined,
    columns: columns ?? undefined,
    method: method === null ? undefined : findMethod(method),
  }
  const onProgress = async (done: number, all: number, name: string): Promise<void> => {
    progress(done / all, `cutting ${name}`)
    await nextTurn()
  }
  return fitSaved(held.summaries, request, { signal, onProgress })
}
