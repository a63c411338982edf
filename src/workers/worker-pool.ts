import type { Column } from '../binning/binning.ts'
import type { ColumnPool, PoolRun } from '../binning/fit/column-pool.ts'
import { placedPool } from '../binning/fit/placed-pool.ts'
import { byteLabels } from '../summaries/byte-labels.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import { fitInWorkers, type WorkerJobs } from './fit-in-workers.ts'
import { closedError, type WorkerHost, WorkerQueue } from './worker-queue.ts'

/** Below so many values in all, starting workers costs more than they save. */
export const FEW_VALUES = 200_000

/** A pool that holds on to workers until it is closed. */
export interface WorkerPool extends ColumnPool {
  /** starts the workers, where a large table will come soon: they are ready sooner when it does */
  start(): void
  /** ends the workers; those of a fit that still runs fail it */
  close(): Promise<void>
}

/** A pool that also fits columns which are read only when it is their turn. */
export interface ReadingPool extends WorkerPool {
  /** fits them as `fitColumns` does, undefined for those that are left out; null, and nothing is read, where they are too few for workers */
  fitRead(jobs: WorkerJobs, marks: RowMarks, run: PoolRun): Promise<(Column | undefined)[] | null>
}

export interface WorkerPoolOptions {
  /** most workers; 1 fits in the thread that asks */
  readonly threads: number
  /** tables of fewer values in all are fitted in the thread that asks; default 200,000 */
  readonly fewValues?: number | undefined
  /** whether the thread that asks is one of them: it is busy meanwhile, but its columns need not be copied; default false */
  readonly here?: boolean | undefined
  /** with `here`, milliseconds of work before others start: a worker takes a quarter of a second of its own to get up to speed; default 1000 */
  readonly startAfter?: number | undefined
}

const START_AFTER = 1000

/** Columns that wait in a worker beside the one it fits; more where this thread is busy and cannot bring the next at once. */
const AHEAD = 1
const AHEAD_OF_BUSY = 3

/**
 * Fits columns in workers, each a column at a time. Values are copied into shared memory, a few columns at once, unless they
 * lie there already; target and weights once for the table. Categories, and methods that are not in the registry, are
 * fitted here meanwhile. The columns are those of the inline pool, bit for bit. Workers start with the first large table
 * and are kept for the next.
 */
export function workerPool(
  host: WorkerHost,
  { threads, fewValues = FEW_VALUES, here = false, startAfter = START_AFTER }: WorkerPoolOptions,
): ReadingPool {
  let queue: WorkerQueue | null = null
  let closed = false
  const started = (): WorkerQueue =>
    (queue ??= here
      ? new WorkerQueue(host, threads - 1, { ahead: AHEAD_OF_BUSY, patience: startAfter })
      : new WorkerQueue(host, threads, { ahead: AHEAD }))
  const large = (columns: number, rows: number): boolean => threads > 1 && columns > 1 && columns * rows >= fewValues
  const fitThere = (jobs: WorkerJobs, marks: RowMarks, run: PoolRun): Promise<(Column | undefined)[]> => {
    if (closed) throw closedError()
    return fitInWorkers({ queue: started(), helps: here, pause: host.pause, jobs, marks, run })
  }
  return {
    bytes: byteLabels,
    start() {
      if (threads > 1 && !closed) started().start(threads)
    },
    expect(table, names, rows) {
      // Typed arrays are sure to be numbers, without a look at them.
      const columns = [...names].filter((name) => ArrayBuffer.isView(table[name])).length
      if (large(columns, rows) && !closed && !started().isPatient) started().start(here ? columns - 1 : columns)
    },
    async fitColumns(jobs, marks, run) {
      if (!large(jobs.names.length, marks.rows)) return placedPool.fitColumns(jobs, marks, run)
      return (await fitThere(jobs, marks, run)) as Column[]
    },
    async fitRead(jobs, marks, run) {
      return large(jobs.names.length, marks.rows) ? fitThere(jobs, marks, run) : null
    },
    async close() {
      closed = true
      await queue?.close()
    },
  }
}
