import { DataError } from '../../errors.ts'
import type { LabelValues, Table } from '../../types.ts'
import { foundWords, Refusal, refusedRows } from './refusal.ts'
import type { Hold } from './request-body.ts'
import type { RequestRows } from './request-rows.ts'
import type { DriftWindow } from './drift-window.ts'
import type { Loaded } from './served-file.ts'

/** Rows that are scored before others get a turn; fewer where each has many answers. */
const CHUNK = 2048
const ANSWERS = 40_000

/** How a request is answered besides its rows. */
export interface ScoreRun {
  readonly loaded: Loaded
  /** where the rows are remembered; null where nothing is compared */
  readonly window: DriftWindow | null
  /** throws where the request has taken too long */
  readonly checkTime: () => void
  /** told what the answer takes; throws where that is too much */
  readonly hold: Hold
}

/**
 * The text of the answer to a request, as the library gives it. Rows are scored a chunk at a time, so that a large request
 * does not hold up small ones. Rows do not depend on one another, so chunks change no answer.
 */
export async function scoreRequest({ table, rows, layout }: RequestRows, run: ScoreRun): Promise<string> {
  const { scorer, writer } = run.loaded
  const chunk = Math.max(1, Math.min(CHUNK, Math.floor(ANSWERS / Math.max(1, scorer.outputs.length))))
  const texts: string[][] = layout === 'columns' ? scorer.outputs.map(() => []) : [[]]
  for (let start = 0; start < rows; start += chunk) {
    if (start > 0) await new Promise((resolve) => setImmediate(resolve))
    run.checkTime()
    const size = Math.min(chunk, rows - start)
    const part = size === rows ? table : sliceOf(table, start, start + size)
    const answers = await scoreChunk(run.loaded, part, { size, start })
    const written = writer.write(answers, size, layout)
    for (const [i, text] of written.entries()) texts[i].push(text)
    run.hold(written.reduce((sum, text) => sum + text.length, 0))
  }
  run.window?.add(table, rows)
  return writer.whole(texts, layout)
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
export function timeLimit(milliseconds: number): () => void {
  const end = performance.now() + milliseconds
  return () => {
    if (performance.now() <= end) return
    throw new Refusal(503, `the answer took longer than ${milliseconds / 1000} seconds; send fewer rows at a time`)
  }
}
