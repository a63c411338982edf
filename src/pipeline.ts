import type { Binning } from './binning/binning.ts'
import { compareMethods, type Comparison } from './binning/compare/compare-methods.ts'
import type { PoolRun } from './binning/fit/column-pool.ts'
import { fitSummaries } from './binning/fit/fit-summaries.ts'
import { fitTable } from './binning/fit/fit-table.ts'
import type { FitTableOptions } from './binning/fit/table-options.ts'
import { chi2Table } from './binning/together/chi2-table.ts'
import type { Engine } from './engines/engine.ts'
import { fitOnEngine } from './engines/fit-on-engine.ts'
import { localEngine } from './engines/local.ts'
import {
  checkNames,
  checkRequest,
  checkRows,
  checkSaved,
  chooseOnEngine,
  chooseRows,
  type CompareRequest,
  type FitRequest,
  planColumns,
  planFit,
} from './plan-fit.ts'
import { chooseColumns } from './sources/choose-columns.ts'
import { type SourceTable, toTable } from './sources/source.ts'
import type { SummaryTable } from './summaries/summary-table.ts'
import { ownEntry } from './util/check.ts'
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
    const { engine, chosen, kind, drawn } = await chooseOnEngine(whole, request)
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
