import type { Binning, Column } from '../binning/binning.ts'
import { startPlaces } from '../binning/fit/known-places.ts'
import { type PoolRun, throwIfStopped } from '../binning/fit/column-pool.ts'
import { aboutColumn, withColumn } from '../util/about-column.ts'
import { columnJob, fitColumn, fitLevels } from '../binning/fit/fit-column.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import type { FitTableOptions } from '../binning/fit/table-options.ts'
import { assembleBinning, columnOptions, type ReadRows } from '../binning/fit/fit-table.ts'
import { PlacedRows } from '../binning/fit/placed-rows.ts'
import type { SourceColumn } from '../sources/source.ts'
import { markRows } from '../summaries/mark-rows.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { Target } from '../types.ts'
import { omit } from '../util/omit.ts'
import type { Engine, EngineColumn } from './engine.ts'
import { fitCounted, type NumberJob } from './fit-counted.ts'
import { shareOut } from './share-out.ts'
import { tooManyRows } from './too-large.ts'

/** A fit of columns that are not in memory. */
export interface EngineFit {
  readonly engine: Engine
  readonly options: FitTableOptions & { readonly columns: readonly string[] }
  /** kind of the target */
  readonly kind: Target['kind'] | undefined
  readonly run: PoolRun
}

type Take = (name: string, column: Column) => void | Promise<void>

/**
 * Fits the columns of a table that is not in memory. As many as fit are read at a time; those that are too large even
 * alone are counted by the engine.
 */
export async function fitOnEngine(fit: EngineFit): Promise<Binning> {
  const { engine, options, kind, run } = fit
  const columns = options.columns.map((name) => engine.columns.find((column) => column.name === name)!)
  const done = new Map<string, Column>()
  const take: Take = (name, column) => {
    done.set(name, column)
    return run.onProgress?.(done.size, columns.length, name)
  }
  const { groups, counted } = shareOut(engine, columns, options, kind)
  const read = groups.length === 0 ? null : await readGroups(fit, groups, take)
  const rows = counted.length === 0 && read !== null ? read : await fitByCounts(fit, counted, take)
  return assembleBinning(
    options,
    read ?? rows,
    columns.map(({ name }) => done.get(name)!),
  )
}

function asked({ options: { all = {}, perColumn = {} } }: EngineFit, name: string): ColumnFit {
  return columnOptions(all, perColumn[name])
}

/** Reads and fits one group of columns after the other. */
async function readGroups(fit: EngineFit, groups: readonly (readonly EngineColumn[])[], take: Take): Promise<ReadRows> {
  const { notes, ...marked } = await readMarks(fit)
  const marks: RowMarks = { ...marked, notes: [] }
  for (const group of groups) await fitGroup(fit, group, marks, take)
  return { rows: fit.engine.rows, target: marks.target, notes }
}

/** A function of its own: what it held is free when the next group is read, which the variables of a loop are not. */
async function fitGroup(fit: EngineFit, group: readonly EngineColumn[], marks: RowMarks, take: Take): Promise<void> {
  const { engine, run } = fit
  const columns = await engine.read(group.map(({ name }) => name))
  const rows = new PlacedRows(marks)
  for (const column of columns) {
    throwIfStopped(run.signal)
    const { name } = column
    await take(name, fitColumn(columnJob(name, column.values, asked(fit, name)), rows, startPlaces))
    release(column)
  }
}

/** Reads target and weight alone, and lets go of their values once they are codes. */
async function readMarks({ engine, options }: EngineFit): Promise<RowMarks> {
  const { target: targetName, targetKind, event, weights: weightsName } = options
  const find = async (name: string | undefined): Promise<SourceColumn | undefined> =>
    name === undefined ? undefined : (await engine.read([name]))[0]
  const target = await find(targetName)
  const weights = await find(weightsName)
  const marks = markRows(engine.rows, {
    target: target?.values,
    targetName,
    targetKind,
    event,
    weights: weights?.values as Float64Array | undefined,
    weightsName,
  })
  for (const column of [target, weights]) if (column !== undefined) release(column)
  return marks
}

/** Frees the memory of values at once, not when the collector comes by. */
function release({ values }: SourceColumn): void {
  if (values instanceof Float64Array) (values.buffer as { transfer?: (size: number) => unknown }).transfer?.(0)
}

/** Fits columns that are never read whole. Weights are only added up in memory. */
async function fitByCounts(fit: EngineFit, columns: readonly EngineColumn[], take: Take): Promise<ReadRows> {
  const { engine, options, run } = fit
  if (options.weights !== undefined && engine.remote === null)
    throw tooManyRows(engine, engine.bytes, 'rows with weights')
  const counting = await engine.counting(options)
  const jobs = columns.map(({ name, kind }) => {
    const own = asked(fit, name)
    return { name, kind: own.kind ?? kind, options: own }
  })
  const numbers = jobs.filter((job): job is NumberJob => job.kind === 'number' || job.kind === 'date')
  for (let start = 0; start < numbers.length; start += counting.atOnce) {
    throwIfStopped(run.signal)
    const batch = numbers.slice(start, start + counting.atOnce)
    const fitted = await fitCounted(engine, counting, batch)
    for (const [i, { name }] of batch.entries()) await take(name, fitted[i])
  }
  for (const { name, kind, options: own } of jobs) {
    if (kind === 'number' || kind === 'date') continue
    throwIfStopped(run.signal)
    const summary = await counting.levels(name).catch((error: unknown) => {
      throw aboutColumn('fitTable', name, error)
    })
    const rest = omit(own, 'missing', 'special', 'kind')
    await take(
      name,
      withColumn('fitTable', name, () => fitLevels(summary, name, kind, rest)),
    )
  }
  return { rows: engine.rows, target: counting.target, notes: counting.notes }
}
