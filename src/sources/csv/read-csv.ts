import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import { withAskedKinds } from '../text/asked-kinds.ts'
import { badLines, closingNotes, inexactWhole } from '../text/table-notes.ts'
import { FILE_NAMES, type FileOptions, type OpenFile, type SourceColumn, type SourceTable } from '../source.ts'
import { asksKinds } from '../text/column-names.ts'
import { type StartedFile, startText, tellProgress } from '../text/text-file.ts'
import { CsvPass, type PassResult } from './csv-pass.ts'
import { type CsvPlan, planCsv, retype } from './csv-plan.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/**
 * Reads a text table: CSV, TSV and the like, UTF-8. How it is written and what its columns are is found out from its
 * head (planCsv). A column whose later values do not fit is read again as text, with a note; so `open` may be called
 * again.
 *
 *     // Bytes from wherever they come: a file, a download, a text.
 *     async function* open() {
 *       yield new TextEncoder().encode('age;bought\n31,5;yes\n;no\n')
 *     }
 *     const { columns } = await readCsv(open, { name: 'visits.csv' })
 *     console.log(columns.map(({ name, kind }) => `${name}: ${kind}`), columns[0]?.values)
 *     // → [ 'age: number', 'bought: category' ] Float64Array(2) [ 31.5, NaN ]
 *
 * @param open gives the bytes of the file from its start, each time that it is called
 */
export async function readCsv(open: OpenFile, options: FileOptions): Promise<SourceTable> {
  return calledAs('readCsv', async () => {
    knownOptions('readCsv', options, FILE_NAMES)
    let started: StartedFile | null = await startText(options.name, open)
    const plan = await planOf(started, options)
    return readByPasses(plan, options, async (now, asked) => {
      const file = started ?? (await startText(options.name, open))
      started = null
      return runPass(file, new CsvPass(now, asked, options), options)
    })
  })
}

/** The columns that a pass over a file gave, and what it found besides. */
export interface ReadPass {
  readonly result: PassResult
  /** one that was asked for and has no misfit; each is taken once */
  readonly column: (position: number, rows: number) => SourceColumn
}

/** Reads the columns at some positions of a file, as the plan says. */
export type RunPass = (plan: CsvPlan, asked: readonly number[]) => Promise<ReadPass>

/** Reads a file in passes: all columns that are wanted, then those again that turned out to be of another kind. */
export async function readByPasses(plan: CsvPlan, options: FileOptions, run: RunPass): Promise<SourceTable> {
  let settled = plan
  let asked = plan.wanted
  let { result, column } = await run(settled, asked)
  const { rows, bad, firstBad, blank } = result
  if (firstBad !== null && options.badRows !== 'skip') {
    const expected = `${plan.names.length} as in line ${plan.dialect.skip + 1}`
    throw badLines(options.name, { ...firstBad, bad, expected })
  }
  const columns = new Map<number, SourceColumn>()
  const inexact: Note[] = []
  for (;;) {
    for (const j of asked) {
      if (result.misfits.has(j)) continue
      columns.set(j, column(j, rows))
      const text = result.inexact.get(j)
      if (text !== undefined) inexact.push(inexactWhole(plan.names[j], text))
    }
    asked = asked.filter((j) => result.misfits.has(j))
    if (asked.length === 0) break
    for (const j of asked) {
      const { line, text } = result.misfits.get(j)!
      settled = retype(settled, j, line, text)
    }
    ;({ result, column } = await run(settled, asked))
    if (result.rows !== rows) throw new DataError(`${options.name} changed while it was read; read it again`)
  }
  const read = plan.wanted.map((j) => columns.get(j)!)
  const counts = { rows, skipped: bad, firstSkipped: firstBad?.line ?? null, width: plan.names.length, blank }
  const notes = [...settled.notes, ...inexact, ...closingNotes(read, counts)]
  const table = { rows, columns: read, notes, skipped: bad }
  return asksKinds(options) ? withAskedKinds(table, options, plan.dialect.decimal) : table
}

/** How a file that was opened is read; where that fails it is closed. */
async function planOf({ text, whole, rest }: StartedFile, options: FileOptions): Promise<CsvPlan> {
  try {
    return planCsv(text, { ...options, whole })
  } catch (error) {
    await rest.return?.()
    throw error
  }
}

/** Reads a file that was opened to its end, and closes it whatever happens. */
async function runPass({ taken, rest }: StartedFile, pass: CsvPass, options: FileOptions): Promise<ReadPass> {
  try {
    let done = 0
    const feed = (chunk: Uint8Array): void => {
      pass.feed(chunk)
      done += chunk.length
      tellProgress(options, done)
    }
    feed(taken)
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) feed(next.value)
    return { result: pass.finish(), column: (position, rows) => pass.column(position, rows) }
  } finally {
    await rest.return?.()
  }
}
