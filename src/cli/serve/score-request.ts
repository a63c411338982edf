import { DataError } from '../../errors.ts'
import type { LabelValues, Table } from '../../types.ts'
import { foundWords, Refusal, refusedRows } from './refusal.ts'
import type { Hold } from './request-body.ts'
import type { RequestRows } from './request-rows.ts'
import type { DriftWindow } from './drift-window.ts'
import type { Loaded } from './served-file.ts'
import type { Turns } from './turns.ts'

/** Rows that are scored before others get a turn; fewer where each has many answers. */
const CHUNK = 2048
const ANSWERS = 40_000

/** How a request is answered besides its rows. */
export interface ScoreRun {
  readonly loaded: Loaded
  /** where the rows are remembered; null where nothing is compared */
  readonly window: DriftWindow | null
  /** in which rows are read and scored */
  readonly turns: Turns
  /** milliseconds that the answer may take, from its first turn on */
  readonly time: number
  /** told what the answer takes; throws where that is too much, or where nobody waits for it any more */
  readonly hold: Hold
}

/** A request that is being answered. */
interface Progress {
  readonly request: RequestRows
  /** throws where the request has taken too long */
  readonly checkTime: () => void
  readonly texts: readonly string[][]
  /** rows that are scored */
  readonly done: number
}

/**
 * The text of the answer to a request, as the library gives it, and how many rows it had. Rows are scored a chunk a turn, so
 * that a large request does not hold up small ones. Rows do not depend on one another, so chunks change no answer.
 *
 * @param read makes rows of what came in
 */
export async function scoreRequest(read: () => RequestRows, run: ScoreRun): Promise<{ text: string; rows: number }> {
  let progress = await run.turns.take(() => scoreNext(begin(read, run), run))
  const { request, texts } = progress
  while (progress.done < request.rows) {
    const last = progress
    progress = await run.turns.take(() => scoreNext(last, run))
  }
  run.window?.add(request.table, request.rows)
  return { text: run.loaded.writer.whole(texts, request.layout), rows: request.rows }
}

function begin(read: () => RequestRows, { loaded, time }: ScoreRun): Progress {
  const checkTime = timeLimit(time)
  const request = read()
  const texts = request.layout === 'columns' ? loaded.scorer.outputs.map((): string[] => []) : [[]]
  return { request, checkTime, texts, done: 0 }
}

async function scoreNext(progress: Progress, { loaded, hold }: ScoreRun): Promise<Progress> {
  const { request, checkTime, texts, done: start } = progress
  const { table, rows, layout } = request
  const chunk = Math.max(1, Math.min(CHUNK, Math.floor(ANSWERS / Math.max(1, loaded.scorer.outputs.length))))
  const size = Math.min(chunk, rows - start)
  if (size === 0) return progress
  checkTime()
  const part = size === rows ? table : sliceOf(table, start, start + size)
  const answers = await scoreChunk(loaded, part, { size, start })
  const written = loaded.writer.write(answers, size, layout)
  for (const [i, text] of written.entries()) texts[i].push(text)
  hold(written.reduce((sum, text) => sum + text.length, 0))
  return { ...progress, done: start + size }
}

async function scoreChunk(
  { scorer }: Loaded,
  table: Table,
  { size, start }: { readonly size: number; readonly start: number },
): Promise<readonly ArrayLike<number>[]> {
  try {
    return await scorer.score(table, size)
  } catch (error) {
    if (!(error instanceof DataError) || error.row === null || error.column === null) throw error
    // What a policy of the fit refuses.
    const given = (table[error.column] as LabelValues)[error.row]
    const found = Number.isNaN(given) ? 'null' : foundWords(given)
    const expected = `what the ${scorer.what} allows in this column`
    throw refusedRows([{ row: start + error.row + 1, column: error.column, found, expected }])
  }
}

function sliceOf(table: Table, start: number, end: number): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, values]) => [
      name,
      (values as Float64Array | (string | null)[]).slice(start, end),
    ]),
  )
}

/** What throws when milliseconds have passed. */
function timeLimit(milliseconds: number): () => void {
  const end = performance.now() + milliseconds
  return () => {
    if (performance.now() <= end) return
    throw new Refusal(503, `the answer took longer than ${milliseconds / 1000} seconds; send fewer rows at a time`)
  }
}
