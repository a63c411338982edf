import { DataError } from '../errors.ts'
import { badLines } from './bad-lines.ts'
import { closingNotes } from './closing-notes.ts'
import { type FileOptions, type OpenFile, tellProgress } from './file-options.ts'
import { CsvPass, type PassResult } from './csv-pass.ts'
import { type CsvPlan, planCsv, retype } from './plan.ts'
import { type Sample, type StartedFile, startText } from './sample.ts'
import type { SourceColumn, SourceTable } from './source.ts'

/**
 * Reads a text table: CSV, TSV and the like, UTF-8. How it is written and what its columns are is found out from its
 * first part (planCsv). A column whose later values do not fit is read again as text, with a note; so `open` may be called
 * again.
 */
export async function readCsv(open: OpenFile, options: FileOptions): Promise<SourceTable> {
  const started = await startText(options.name, open)
  const first = await runPass(started, options, ({ text, whole }) => {
    const plan = planCsv(text, { ...options, whole })
    return { plan, asked: plan.wanted }
  })
  let { plan } = first
  const { rows, bad, firstBad, blank } = first.result
  if (firstBad !== null && options.badRows !== 'skip') {
    const expected = `${plan.names.length} as in line ${plan.dialect.skip + 1}`
    throw badLines(options.name, { ...firstBad, bad, expected })
  }
  const columns = new Map<number, SourceColumn>()
  for (let { pass, result, asked } = first; ;) {
    for (const j of asked) if (!result.misfits.has(j)) columns.set(j, pass.column(j, rows))
    const again = asked.filter((j) => result.misfits.has(j))
    if (again.length === 0) break
    for (const j of again) {
      const { line, text } = result.misfits.get(j)!
      plan = retype(plan, j, line, text)
    }
    const next = { plan, asked: again }
    ;({ pass, result, asked } = await runPass(await startText(options.name, open), options, () => next))
    if (result.rows !== rows) throw new DataError(`${options.name} changed while it was read; read it again`)
  }
  const read = plan.wanted.map((j) => columns.get(j)!)
  const counts = { rows, skipped: bad, firstSkipped: firstBad?.line ?? null, width: plan.names.length, blank }
  return { rows, columns: read, notes: [...plan.notes, ...closingNotes(read, counts)], skipped: bad }
}

interface FinishedPass {
  readonly plan: CsvPlan
  readonly asked: readonly number[]
  readonly pass: CsvPass
  readonly result: PassResult
}

/** Reads a file that was opened to its end, and closes it whatever happens. */
async function runPass(
  started: StartedFile,
  options: FileOptions,
  prepare: (sample: Sample) => { plan: CsvPlan; asked: readonly number[] },
): Promise<FinishedPass> {
  const { head, rest } = started
  try {
    const { plan, asked } = prepare(started)
    const pass = new CsvPass(plan, asked, options)
    let done = 0
    const feed = (chunk: Uint8Array): void => {
      pass.feed(chunk)
      done += chunk.length
      tellProgress(options, done)
    }
    feed(head)
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) feed(next.value)
    return { plan, asked, pass, result: pass.finish() }
  } finally {
    await rest.return?.()
  }
}
