import type { Column } from '../binning/binning.ts'
import {
  type ColumnJobs,
  type ColumnPool,
  inlinePool,
  type PoolRun,
  throwIfStopped,
} from '../binning/fit/column-pool.ts'
import { type ColumnJob, fitColumn } from '../binning/fit/fit-column.ts'
import { RowsInMemory } from '../binning/fit/rows-in-memory.ts'
import { toNumbers } from '../summaries/summarize-numbers.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { NumberValues } from '../types.ts'
import { Lanes, type WorkerHost } from './worker-queue.ts'
import { canTravel, errorOf, takeColumn } from './column-task.ts'

/** Below so many values in all, starting workers costs more than they save. */
const FEW_VALUES = 200_000

/** A pool that holds on to workers until it is closed. */
export interface WorkerPool extends ColumnPool {
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
  const lanes = here ? new Lanes(host, threads - 1, AHEAD_OF_BUSY) : new Lanes(host, threads, AHEAD)
  return {
    fitColumns: (jobs, marks, run) => {
      const small = jobs.names.length * marks.rows < fewValues
      if (threads < 2 || jobs.names.length < 2 || small) return inlinePool.fitColumns(jobs, marks, run)
      return fitInLanes(lanes, host, jobs, marks, run, here)
    },
    close: () => lanes.close(),
  }
}

async function fitInLanes(
  lanes: Lanes,
  host: WorkerHost,
  { names, job, quick }: ColumnJobs,
  marks: RowMarks,
  { signal, onProgress }: PoolRun,
  busy: boolean,
): Promise<Column[]> {
  throwIfStopped(signal)
  const columns: Column[] = Array.from({ length: names.length })
  const shared = lanes.shareMarks(marks)
  const rows = new RowsInMemory(marks)
  const here: { index: number; job: ColumnJob }[] = []
  const claims = busy ? new Int32Array(new SharedArrayBuffer(4 * names.length)) : null
  const away: { index: number; job: ColumnJob }[] = [] // sent to workers, who may not have come to them
  const running = new Set<Promise<void>>()
  const isStopped = (): boolean => signal?.aborted === true
  let failure: { index: number; error: unknown } | null = null
  let stop: (() => void) | null = null
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  signal?.addEventListener?.('abort', stop!)
  let done = 0
  let told: Promise<void> = Promise.resolve()
  const finish = (index: number, column: Column): void => {
    columns[index] = column
    if (isStopped()) return
    const count = ++done
    if (onProgress !== undefined) told = told.then(() => onProgress(count, names.length, names[index]))
    told.catch(() => {}) // thrown below, where it is waited for
  }
  const fail = (index: number, error: unknown): void => {
    if (failure === null || index < failure.index) failure = { index, error }
  }
  const send = async (index: number, { name, values, options: { method, ...options } }: ColumnJob): Promise<void> => {
    const numbers = toNumbers(values as NumberValues, marks.rows)
    const claim = claims === null ? undefined : { cells: claims, at: index }
    const reply = await lanes.fit({ name, values: numbers, method: method?.name ?? null, options, claim }, shared)
    if ('column' in reply) finish(index, reply.column)
    else if ('fault' in reply) fail(index, errorOf(reply.fault))
  }
  const fitHere = (index: number, own: ColumnJob): void => {
    try {
      finish(index, fitColumn(own, rows))
    } catch (error) {
      fail(index, error)
    }
  }
  try {
    // The slow ones first, so that no thread is left with one while the others have nothing to do.
    const slow = names.map((_, index) => !quick(index))
    const order = [...names.keys()].toSorted((a, b) => Number(slow[b]) - Number(slow[a]) || a - b)
    for (const index of order) {
      if (isStopped()) break
      // After a failure only what comes before it in the table can still change what is reported.
      if (failure !== null && (failure as { index: number }).index < index) continue
      let own: ColumnJob
      try {
        own = job(index)
      } catch (error) {
        fail(index, error)
        continue
      }
      if (!canTravel(own)) {
        here.push({ index, job: own })
        continue
      }
      if (busy && !lanes.open) {
        fitHere(index, own)
        await host.pause()
        continue
      }
      await Promise.race([lanes.room(), stopped])
      if (isStopped()) break
      if (busy) away.push({ index, job: own })
      const sent: Promise<void> = send(index, own)
        .catch((error: unknown) => {
          // Options that cannot be copied are no options of any method: the error is found here.
          if ((error as Error).name === 'DataCloneError') fitHere(index, own)
          else fail(index, error)
        })
        .finally(() => running.delete(sent))
      running.add(sent)
    }
    for (const { index, job: own } of here) {
      const found = failure as { index: number } | null
      if (isStopped()) break
      if (found !== null && found.index < index) continue
      fitHere(index, own)
      await host.pause()
    }
    // Columns that still wait in workers are better fitted here.
    for (const { index, job: own } of away.toReversed()) {
      if (isStopped() || (failure as unknown) !== null) break
      if (claims === null || !takeColumn({ cells: claims, at: index })) continue
      fitHere(index, own)
      await host.pause()
    }
    await Promise.race([Promise.all(running), stopped])
    throwIfStopped(signal)
    if (failure !== null) throw (failure as { error: unknown }).error
    await told
    return columns
  } finally {
    signal?.removeEventListener?.('abort', stop!)
  }
}
