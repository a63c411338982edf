import type { RowMarks } from '../../summaries/tallies.ts'
import type { Column } from '../binning.ts'
import { type ColumnJob, fitColumn } from './fit-column.ts'
import { RowsInMemory } from './rows-in-memory.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'

/** Anything that can be asked whether to stop, such as an AbortSignal. */
export interface StopSignal {
  /** whether to stop */
  readonly aborted: boolean
  /** what a fit that was stopped ends with */
  readonly reason?: unknown
  /** hears of the stop at once; without it `aborted` is looked at */
  readonly addEventListener?: (type: 'abort', listener: () => void) => void
  /** takes a listener off again */
  readonly removeEventListener?: (type: 'abort', listener: () => void) => void
}

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
  /** looked at between columns: a fit that it stops ends with an `AbortError`, whose cause is the reason */
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
 * Fits in the thread that asks. A signal is looked at between columns; progress is waited for.
 *
 *     // What `fitTable` takes where no pool is given; a pool of threads goes in the same place.
 *     const fitted = await fitTable(people, { target: 'bought', pool: inlinePool })
 *     console.log(fitted.columns.map(({ name }) => name)) // → [ 'age', 'region' ]
 */
export const inlinePool: ColumnPool = {
  async fitColumns({ names, job }, marks, { signal, onProgress }) {
    const rows = new RowsInMemory(marks)
    const columns: Column[] = []
    for (const [index, name] of names.entries()) {
      throwIfStopped(signal)
      columns.push(fitColumn(job(index), rows))
      await onProgress?.(columns.length, names.length, name)
    }
    return columns
  },
}

/** Throws where the signal of a fit says stop. */
export function throwIfStopped(signal: StopSignal | undefined): void {
  throwIfAborted('fitTable', signal)
}
