import { AbortError, errorFromJson } from '../../src/index.ts'
import type { Answer, Asked, JobName } from './jobs.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** How a job is watched and stopped. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((part: number, words: string) => void) | undefined
}

interface Waiting {
  readonly settle: (answer: unknown) => void
  readonly fail: (error: Error) => void
  readonly onProgress: AskOptions['onProgress']
}

let worker: Worker | null = null
let last = 0
const waiting = new Map<number, Waiting>()

/** Has the worker do a job. The promise fails with the library's own error, which says what to do. */
export function ask<N extends JobName>(name: N, asked: Asked<N>, options: AskOptions = {}): Promise<Answer<N>> {
  const { signal, onProgress } = options
  const id = ++last
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new AbortError('stopped'))
      return
    }
    waiting.set(id, { settle: resolve as (answer: unknown) => void, fail: reject, onProgress })
    signal?.addEventListener('abort', () => {
      post({ stop: id })
      waiting.delete(id)
      reject(new AbortError('stopped'))
    })
    post({ id, name, asked })
  })
}

function post(message: ToWorker): void {
  worker ??= start()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(message)
}

function start(): Worker {
  const started = new Worker(new URL('studio-worker.js', document.baseURI), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const job = waiting.get(data.id)
    if (job === undefined) return
    if ('part' in data) {
      job.onProgress?.(data.part, data.words)
      return
    }
    waiting.delete(data.id)
    if ('error' in data) job.fail(errorFromJson(data.error))
    else job.settle(data.answer)
  })
  started.addEventListener('error', ({ message }) => {
    for (const { fail } of waiting.values()) fail(new Error(`The worker of the page stopped: ${message}`))
    waiting.clear()
    worker = null
  })
  return started
}
