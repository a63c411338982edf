import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { check, integer } from '../util/check.ts'
import type { WorkerHost } from '../workers/worker-queue.ts'
import { type WorkerPool, type WorkerPoolOptions, workerPool } from '../workers/worker-pool.ts'
import type { WorkerReply } from '../workers/column-task.ts'

export interface ThreadPoolOptions extends Omit<WorkerPoolOptions, 'threads'> {
  /** most threads; default as many as there are processors; 1 fits in the thread that asks */
  readonly threads?: number | undefined
}

/**
 * A pool of threads for `fitTable`. Threads start with the first large table, at most as many as there are processors
 * unless told otherwise, and do not keep the process alive while they have nothing to do.
 *
 *     const pool = threadPool({ threads: 4 })
 *     const binning = await fitTable(table, { target: 'class', pool })
 *     await pool.close()
 */
export function threadPool({ threads = availableParallelism(), fewValues, here }: ThreadPoolOptions = {}): WorkerPool {
  check('threadPool', 'threads', integer(1, 1024), threads)
  return workerPool(host, { threads, fewValues, here })
}

const host: WorkerHost = {
  start(onReply, onBreak) {
    // Flags of the process, such as those of code given on the command line, are not for the worker's file.
    const worker = new Worker(new URL('./column-worker.js', import.meta.url), { execArgv: [] })
    worker.on('message', (reply: WorkerReply) => onReply(reply))
    worker.on('error', onBreak)
    worker.on('exit', (code) => onBreak(new Error(`threadPool: a thread ended early (exit code ${code})`)))
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
}
