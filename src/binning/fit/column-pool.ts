import type { RowMarks } from '../../summaries/tallies.ts'
import { runLater } from '../../util/steps.ts'
import type { Column } from '../binning.ts'
import { type ColumnJob, columnSteps } from './fit-column.ts'
import { RowsInMemory } from './rows-in-memory.ts'
import { pausing, type StopSignal, throwIfStopped } from './stop.ts'

/** Columns to fit, as a list whose entries are made when they are asked for: making one may take a pass over its rows. */
export interface ColumnJobs {
  /** names of the columns, in the order of the result */
  readonly names: readonly string[]
  /** makes the job of a column when it is its turn */
  readonly job: (index: number) => ColumnJob
  /** whether a column takes little time, as far as a look at a few rows tells: such ones are best left for last */
  readonly quick: (index: number) => boolean
}

/** How a pool is watched and stopped. */
export interface PoolRun {
  /** looked at between columns and about every 30 ms inside long ones: a fit that it stops ends with its reason */
  readonly signal?: StopSignal | undefined
  /** told after every column, in the order in which they are done; a promise it returns is waited for */
  readonly onProgress?: ((done: number, total: number, column: string) => void | Promise<void>) | undefined
}

/**
 * Where the columns of a table are fitted: one after the other here, or spread over threads. The columns come back in the
 * order of their names whatever the order of work; of several that fail, the first in that order says why.
 */
export interface ColumnPool {
  /** fits the columns, and gives them in the order of their names */
  fitColumns(jobs: ColumnJobs, marks: RowMarks, run: PoolRun): Promise<Column[]>
}

/**
 * Fits in the thread that asks, and lets its other work run about every 30 ms, between columns and inside long ones. A signal
 * is looked at then, and between columns; progress is waited for.
 *
 *     // What `fitTable` takes where no pool is given; a pool of threads goes in the same place.
 *     const fitted = await fitTable(people, { target: 'bought', pool: inlinePool })
 *     console.log(fitted.columns.map(({ name }) => name)) // → [ 'age', 'region' ]
 */
export const inlinePool: ColumnPool = {
  async fitColumns({ names, job }, marks, { signal, onProgress }) {
    const rows = new RowsInMemory(marks)
    const columns: Column[] = []
    const pause = pausing(signal)
    for (const [index, name] of names.entries()) {
      throwIfStopped(signal)
      await pause()
      columns.push(await runLater(columnSteps(job(index), rows), pause))
      await onProgress?.(columns.length, names.length, name)
    }
    return columns
  },
}
