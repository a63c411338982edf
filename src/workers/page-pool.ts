import { ArgumentError } from '../errors.ts'
import { KerfError } from '../errors.ts'
import { check, integer, knownOptions, show } from '../util/check.ts'
import { nextTurn } from '../binning/fit/column-pool.ts'
import type { WorkerReply } from './column-task.ts'
import { type WorkerPool, type WorkerPoolOptions, workerPool } from './worker-pool.ts'
import type { WorkerHost } from './worker-queue.ts'

/** A web worker as far as the pool knows it, such as `new Worker(url, { type: 'module' })`. */
export interface PageWorker {
  /** sends a column to the worker */
  postMessage(message: unknown): void
  /** ends the worker */
  terminate(): void
  /** set by the pool, to hear of fitted columns */
  onmessage: unknown
  /** set by the pool, to hear of a worker that failed */
  onerror: unknown
  /** set by the pool, to hear of what cannot be read */
  onmessageerror: unknown
}

/** Options of `pagePool`. */
export interface PagePoolOptions extends Omit<WorkerPoolOptions, 'threads' | 'here' | 'startAfter'> {
  /** most workers; default as many as there are processors; 1 fits in the thread that asks */
  readonly threads?: number | undefined
  /** starts a worker that runs `kerf/page-worker`; default the file beside this one, which most bundlers find by themselves */
  readonly worker?: (() => PageWorker) | undefined
}

// What a page has, and the types of the core leave out.
declare const Worker: new (file: object, options: { readonly type: 'module' }) => PageWorker
declare const URL: new (file: string, base: string) => object

/**
 * A pool of web workers for `fitTable`, in pages and wherever else there are such. Workers start with the first large table
 * and are kept until `close`. Where the page is isolated from others (`crossOriginIsolated`) they share its memory; elsewhere
 * each column is copied.
 *
 *     const pool = pagePool()
 *     const binning = await fitTable(table, { target: 'class', pool })
 *     await pool.close()
 */
export function pagePool(options: PagePoolOptions = {}): WorkerPool {
  knownOptions('pagePool', options, { threads: 1, fewValues: 1, worker: 1 })
  const { threads = processors(), worker = besideThis, fewValues } = options
  check('pagePool', 'threads', integer(1, 1024), threads)
  if (typeof worker !== 'function') {
    throw new ArgumentError(`pagePool: worker must be a function that starts one, got ${show(worker)}`, {
      code: 'wrong-type',
    })
  }
  return workerPool(hostOf(worker), { threads, fewValues })
}

/** Written so that bundlers see a worker and bundle it. */
function besideThis(): PageWorker {
  return new Worker(new URL('./page-worker.js', (import.meta as unknown as { url: string }).url), { type: 'module' })
}

function processors(): number {
  const { navigator } = globalThis as { navigator?: { readonly hardwareConcurrency?: number } }
  return navigator?.hardwareConcurrency ?? 2
}

const hostOf = (make: () => PageWorker): WorkerHost => ({
  start(onReply, onBreak) {
    const worker = make()
    // A worker that fails goes on living, unlike a thread.
    const fail = (message: string): void => {
      worker.terminate()
      onBreak(new KerfError(`pagePool: ${message}`))
    }
    // Properties, since the types of `addEventListener` differ between runtimes.
    Object.assign(worker, {
      onmessage: ({ data }: { readonly data: WorkerReply }) => onReply(data),
      onerror: (event: ErrorFacts) => {
        event.preventDefault?.()
        const { message } = event
        fail(message === undefined || message === '' ? NOT_STARTED : `a worker failed: ${message}`)
      },
      onmessageerror: () => fail('a worker sent what cannot be read'),
    })
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      send: (message) => worker.postMessage(message),
      hold: () => {},
      close: () => Promise.resolve(worker.terminate()),
    }
  },
  pause: nextTurn,
})

/** What is known of an error in a worker; nothing is said of a file that was not found. */
interface ErrorFacts {
  readonly message?: string
  readonly preventDefault?: () => void
}

const NOT_STARTED =
  'found no file for its workers; bundle kerf/page-worker and give worker, a function that starts one from it'
