import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { KerfError } from '../errors.ts'
import { check, integer, knownOptions } from '../util/check.ts'
import type { WorkerHost } from '../workers/worker-queue.ts'
import { type ReadingPool, type WorkerPool, type WorkerPoolOptions, workerPool } from '../workers/worker-pool.ts'
import type { WorkerReply } from '../workers/column-task.ts'

/** Options of `threadPool`. */
export interface ThreadPoolOptions extends Omit<WorkerPoolOptions, 'threads'> {
  /** most threads; default as many as there are processors; 1 fits in the thread that asks */
  readonly threads?: number | undefined
  /** the file that threads start with, for programs bundled into one file: `kerf/column-worker`, bundled beside them */
  readonly worker?: URL | undefined
}

/**
 * A pool of threads for `fitTable`. Threads start with the first large table, at most as many as there are processors
 * unless told otherwise, and do not keep the process alive while they have nothing to do.
 *
 *     const pool = threadPool({ threads: 4 })
 *     const binning = await fitTable(table, { target: 'class', pool })
 *     await pool.close()
 */
export function threadPool(options: ThreadPoolOptions = {}): WorkerPool {
  return readingThreads(options)
}

/** The same for columns that may still have to be read. */
export function readingThreads(options: ThreadPoolOptions = {}): ReadingPool {
  knownOptions('threadPool', options, { threads: 1, fewValues: 1, here: 1, startAfter: 1, worker: 1 })
  const { threads = availableParallelism(), worker = new URL('./column-worker.js', import.meta.url), ...rest } = options
  check('threadPool', 'threads', integer(1, 1024), threads)
  return workerPool(hostOf(worker), { threads, ...rest })
}

const hostOf = (file: URL): WorkerHost => ({
  start(onReply, onBreak) {
    // Flags of the process, such as those of code given on the command line, are not for the worker's file.
    const worker = new Worker(file, { execArgv: [] })
    worker.on('message', (reply: WorkerReply) => onReply(reply))
    worker.on('error', (error) => onBreak(existsSync(file) ? broken(error) : notFound(file)))
    worker.on('exit', (code) =>
      onBreak(new KerfError(`threadPool: a thread ended early (exit code ${code})`, { code: 'worker-failed' })),
    )
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      send: (message) => worker.postMessage(message),
      hold: (held) => (held ? worker.ref() : worker.unref()),
      close: async () => {
        await worker.terminate()
      },
    }
  },
  pause: () => new Promise((resolve) => setImmediate(resolve)),
})

/** What a thread died of, such as too little memory. */
function broken(error: Error): KerfError {
  return new KerfError(`threadPool: a thread broke: ${error.message}`, { code: 'worker-failed', cause: error })
}

function notFound(file: URL): KerfError {
  return new KerfError(
    `threadPool: found no file for its threads at ${file.href}; bundle kerf/column-worker beside the program and give it as worker`,
    { code: 'worker-failed' },
  )
}
