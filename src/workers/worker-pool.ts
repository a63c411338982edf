import { type ColumnPool, inlinePool } from '../binning/fit/column-pool.ts'
import { fitInWorkers } from './fit-in-workers.ts'
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

export interface WorkerPoolOptions {
  /** most workers; 1 fits in the thread that asks */
  readonly threads: number
  /** tables of fewer values in all are fitted in the thread that asks; default 200,000 */
  readonly fewValues?: number | undefined
  /** whether the thread that asks is one of them: it is busy meanwhile, but its columns need not be copied; default false */
  readonly here?: boolean | undefined
}

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
  { threads, fewValues = FEW_VALUES, here = false }: WorkerPoolOptions,
): WorkerPool {
  let queue: WorkerQueue | null = null
  let closed = false
  const started = (): WorkerQueue =>
    (queue ??= here ? new WorkerQueue(host, threads - 1, AHEAD_OF_BUSY) : new WorkerQueue(host, threads, AHEAD))
  return {
    start() {
      if (threads > 1 && !closed) started().start()
    },
    async fitColumns(jobs, marks, run) {
      const small = jobs.names.length * marks.rows < fewValues
      if (threads < 2 || jobs.names.length < 2 || small) return inlinePool.fitColumns(jobs, marks, run)
      if (closed) throw closedError()
      return fitInWorkers({ queue: started(), helps: here, pause: host.pause, jobs, marks, run })
    },
    async close() {
      closed = true
      await queue?.close()
    },
  }
}
