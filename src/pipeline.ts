import type { Binning } from './binning/binning.ts'
import { compareMethods, type Comparison } from './binning/compare/compare-methods.ts'
import type { PoolRun } from './binning/fit/column-pool.ts'
import { withColumn } from './util/about-column.ts'
import { fitSummaries } from './binning/fit/fit-summaries.ts'
import { fitTable, markTable } from './binning/fit/fit-table.ts'
import type { FitTableOptions } from './binning/fit/table-options.ts'
import { chi2Table } from './binning/together/chi2-table.ts'
import type { Engine } from './engines/engine.ts'
import { fitOnEngine } from './engines/fit-on-engine.ts'
import { localEngine } from './engines/local.ts'
import { DataError } from './errors.ts'
import {
  checkNames,
  checkRequest,
  checkRows,
  checkSaved,
  chooseRows,
  type CompareRequest,
  type FitRequest,
  planColumn,
  planColumns,
  planFit,
  type SummarizeRequest,
} from './plan-fit.ts'
import { chooseColumns, wantedColumns } from './sources/choose-columns.ts'
import { type SourceColumn, type SourceTable, toTable } from './sources/source.ts'
import { coarsen } from './summaries/cells.ts'
import { summarizeCategories } from './summaries/summarize-categories.ts'
import { summarizeNumbers } from './summaries/summarize-numbers.ts'
import type { SummaryColumn, SummaryTable } from './summaries/summary-table.ts'
import type { RowMarks } from './summaries/tallies.ts'
import type { Summary } from './types.ts'
import { ownEntry } from './util/check.ts'
import { VERSION } from './util/version.ts'
import { throwIfAborted } from './util/stop-signal.ts'
import { calledAs } from './util/called-as.ts'

/** How a fit is watched and stopped, and where columns are fitted. */
export type RunOptions = PoolRun & Pick<FitTableOptions, 'pool'>

/** The whole flow from rows to a binning, wherever the rows are: choose rows and columns, plan, fit, tell. */
export async function fitSource(
  source: SourceTable | Engine,
  request: FitRequest,
  run: RunOptions = {},
): Promise<Binning> {
  return calledAs('fitSource', async () => {
    const whole = 'counting' in source ? source : localEngine(source)
    checkNames(whole.columns, request)
    checkRows(whole.rows, request.source)
    const kind = await whole.targetKind(request)
    const { engine, notes: drawn } =
      request.sample === undefined ? { engine: whole, notes: [] } : await whole.sample(request)
    const names = request.columns ?? wantedColumns(engine.columns, request).map(({ name }) => name)
    const ids = request.columns === undefined ? await engine.idReasons(names) : new Map<string, string>()
    const chosen = chooseColumns(engine.columns, request, ({ name }) => ids.get(name) ?? null)
    const plan = planFit(request, chosen.columns, { kind, sampled: drawn.length > 0 })
    const { held } = engine
    const options = { ...plan, ...run }
    const binning =
      held === null
        ? await fitOnEngine({ engine, options: plan, kind, run })
        : request.together === true
          ? (await chi2Table(toTable(held), options)).binning
          : await fitTable(toTable(held), options)
    const notes = [...whole.notes, ...drawn, ...(binning.notes ?? []), ...chosen.notes]
    return notes.length === 0 ? binning : { ...binning, notes }
  })
}

/** The summaries of the columns that `fitSource` would bin: layer one, to be saved, merged and fitted elsewhere. */
export async function summarizeSource(
  read: SourceTable,
  request: SummarizeRequest,
  run: RunOptions = {},
): Promise<SummaryTable> {
  return calledAs('summarizeSource', async () => {
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
    if (columns.length === 0) throw new DataError('there is no column to summarize')
    const source = { name: request.source ?? null, rows }
    return {
      created: { kerf: VERSION, source, ...(weights === undefined ? {} : { weights }) },
      columns,
      notes: [...read.notes, ...sampled.notes, ...notes, ...chosen.notes],
    }
  })
}

function summarizeColumn(column: SourceColumn, marks: RowMarks, request: SummarizeRequest): Summary {
  const { kind, values } = column
  if (kind !== 'number' && kind !== 'date') return summarizeCategories(values, marks)
  const { special, missing } = planColumn(request, column)
  const summary = summarizeNumbers(values, marks, { special, missing })
  const { cells, shift } = request
  if (cells !== undefined) return coarsen(summary, { most: cells })
  return shift === undefined ? summary : coarsen(summary, { shift })
}

/** From saved summaries to a binning, as `fitSource` does from rows. What needs rows, or others, is refused. */
export async function fitSaved(table: SummaryTable, request: FitRequest, run: RunOptions = {}): Promise<Binning> {
  return calledAs('fitSaved', async () => {
    checkSaved(table, request)
    const { columns } = chooseColumns(table.columns, request, () => null)
    checkRequest(request, columns)
    return fitSummaries(table, {
      event: request.event,
      columns: columns.map((column) => column.name),
      ...planColumns(request, columns, table.columns[0].summary.target?.kind),
      ...run,
    })
  })
}

/** Compares methods on rows that were read, which are chosen as for a fit. */
export async function compareSource(read: SourceTable, request: CompareRequest, run?: RunOptions): Promise<Comparison> {
  return calledAs('compareSource', async () => {
    const { sampled, chosen, targetKind } = chooseRows(read, request)
    const columns = chosen.columns.map(({ name }) => name)
    const { target, weight: weights, methods, bins, folds, seed, special = [], specialOf = {} } = request
    const codesOf = Object.fromEntries(
      columns.map((name) => [name, { special: [...special, ...(ownEntry(specialOf, name) ?? [])] }]),
    )
    const asked = { target, targetKind, weights, methods, bins, folds, seed, columns, codesOf }
    const compared = await compareMethods(toTable(sampled.table), { ...asked, ...run })
    return { ...compared, notes: [...read.notes, ...sampled.notes, ...compared.notes, ...chosen.notes] }
  })
}
