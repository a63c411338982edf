import { markTable } from './binning/fit/fit-table.ts'
import type { PoolRun } from './binning/fit/column-pool.ts'
import type { Engine } from './engines/engine.ts'
import { countColumns, type NumberJob } from './engines/fit-counted.ts'
import { tooManyRows } from './engines/too-large.ts'
import { DataError } from './errors.ts'
import { checkRequest, chooseOnEngine, chooseRows, planColumn, type SummarizeRequest } from './plan-fit.ts'
import { type SourceColumn, type SourceTable, toTable } from './sources/source.ts'
import { coarsen, isExact } from './summaries/cells.ts'
import { summarizeCategories } from './summaries/summarize-categories.ts'
import { summarizeNumbers } from './summaries/summarize-numbers.ts'
import type { SummaryColumn, SummaryTable } from './summaries/summary-table.ts'
import type { RowMarks } from './summaries/tallies.ts'
import type { Note, NumberSummary, Summary } from './types.ts'
import { aboutColumn, withColumn } from './util/about-column.ts'
import { calledAs } from './util/called-as.ts'
import { throwIfAborted } from './util/stop-signal.ts'
import { VERSION } from './util/version.ts'

/** The summaries of the columns that `fitSource` would bin: layer one, to be saved, merged and fitted elsewhere. */
export async function summarizeSource(
  read: SourceTable | Engine,
  request: SummarizeRequest,
  run: PoolRun = {},
): Promise<SummaryTable> {
  return calledAs('summarizeSource', () => {
    if (!('counting' in read)) return summarizeRows(read, request, run)
    return read.held === null ? summarizeOnEngine(read, request, run) : summarizeRows(read.held, request, run)
  })
}

async function summarizeRows(read: SourceTable, request: SummarizeRequest, run: PoolRun): Promise<SummaryTable> {
  const { sampled, chosen, targetKind } = chooseRows(read, request)
  const { rows } = sampled.table
  const { target, event, weight: weights } = request
  const { notes, ...marked } = markTable('summarize', toTable(sampled.table), rows, {
    target,
    targetKind,
    event,
    weights,
  })
  const marks = { ...marked, notes: [] } // told once for the table, not for every column
  const columns: SummaryColumn[] = []
  for (const column of chosen.columns) {
    throwIfAborted('summarize', run.signal)
    const { name, kind } = column
    columns.push({
      name,
      kind,
      summary: withColumn('summarize', name, () => summarizeColumn(column, marks, request)),
    })
    await run.onProgress?.(columns.length, chosen.columns.length, name)
  }
  return tableOf(request, rows, columns, [...read.notes, ...sampled.notes, ...notes, ...chosen.notes])
}

function tableOf(
  { source: name, weight: weights }: SummarizeRequest,
  rows: number,
  columns: readonly SummaryColumn[],
  notes: readonly Note[],
): SummaryTable {
  if (columns.length === 0) throw new DataError('there is no column to summarize')
  const source = { name: name ?? null, rows }
  return { created: { kerf: VERSION, source, ...(weights === undefined ? {} : { weights }) }, columns, notes }
}

function summarizeColumn(column: SourceColumn, marks: RowMarks, request: SummarizeRequest): Summary {
  const { kind, values } = column
  if (kind !== 'number' && kind !== 'date') return summarizeCategories(values, marks)
  const { special, missing } = planColumn(request, column)
  return asCoarse(summarizeNumbers(values, marks, { special, missing }), request)
}

function asCoarse(summary: NumberSummary, { cells, shift }: SummarizeRequest): NumberSummary {
  if (cells !== undefined) return coarsen(summary, { most: cells })
  return shift === undefined ? summary : coarsen(summary, { shift })
}

/**
 * The same of rows that are elsewhere: they are counted there. Exact where the different values fit into memory here, or in
 * cells where all values are not wanted.
 */
export async function summarizeOnEngine(
  whole: Engine,
  request: SummarizeRequest,
  run: PoolRun,
  wanted: 'always' | 'never' = 'always',
): Promise<SummaryTable> {
  const { engine, chosen, kind, drawn } = await chooseOnEngine(whole, request)
  // Rows that were drawn may be here already.
  if (engine.held !== null) {
    const columns = chosen.columns.map(({ name }) => name)
    const held = await summarizeRows(engine.held, { ...request, columns, sample: undefined, targetKind: kind }, run)
    return { ...held, notes: [...held.notes, ...drawn, ...chosen.notes] }
  }
  checkRequest(request, chosen.columns)
  const { target, event, weight: weights } = request
  if (weights !== undefined && engine.remote === null) throw tooManyRows(engine, engine.bytes, 'rows with weights')
  const targetKind = drawn.length > 0 ? kind : request.targetKind
  const counting = await engine.counting({ target, targetKind, event, weights })
  const found = new Map<string, Summary>()
  const take = async (name: string, summary: Summary): Promise<void> => {
    found.set(name, { ...summary, notes: [] })
    await run.onProgress?.(found.size, chosen.columns.length, name)
  }
  const numbers = chosen.columns.flatMap((column): NumberJob[] => {
    const { name, kind: held } = column
    return held === 'number' || held === 'date' ? [{ name, kind: held, options: planColumn(request, column) }] : []
  })
  const rough: Note[] = []
  for (let start = 0; start < numbers.length; start += counting.atOnce) {
    throwIfAborted('summarize', run.signal)
    const batch = numbers.slice(start, start + counting.atOnce)
    for (const [i, summary] of (await countColumns(engine, counting, batch, wanted)).entries()) {
      const { name } = batch[i]
      if (wanted === 'always' && !isExact(summary.cells)) rough.push(roughNote(name, summary.cells.size))
      await take(
        name,
        withColumn('summarize', name, () => asCoarse(asExact(summary), request)),
      )
    }
  }
  for (const { name, kind: held } of chosen.columns) {
    if (held === 'number' || held === 'date') continue
    throwIfAborted('summarize', run.signal)
    await take(
      name,
      await counting.levels(name).catch((error: unknown) => {
        throw aboutColumn('summarize', name, error)
      }),
    )
  }
  const columns = chosen.columns.map(({ name, kind: held }) => ({ name, kind: held, summary: found.get(name)! }))
  return tableOf(request, engine.rows, columns, [
    ...whole.notes,
    ...drawn,
    ...counting.notes,
    ...chosen.notes,
    ...rough,
  ])
}

/** Cells of one value each are those of rows in memory, however they were found. */
function asExact(summary: NumberSummary): NumberSummary {
  return isExact(summary.cells) ? { ...summary, cells: { ...summary.cells, shift: 0 } } : summary
}

function roughNote(name: string, cells: number): Note {
  const message = `${name}: its different values do not fit into memory here, so they were counted in ${cells} cells; allow more with --memory`
  return { code: 'coarse', message }
}
