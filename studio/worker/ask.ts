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

/** A worker and what was asked of it. */
export interface WorkerLine {
  /** has the worker do a job; the promise fails with the library's own error, which says what to do */
  readonly ask: <N extends JobName>(name: N, asked: Asked<N>, options?: AskOptions) => Promise<Answer<N>>
  /** ends the worker and whatever it is doing */
  readonly end: () => void
}

/** The worker that holds what is open. */
let current: WorkerLine | null = null

/** Has the worker that holds what is open do a job. */
export function ask<N extends JobName>(name: N, asked: Asked<N>, options: AskOptions = {}): Promise<Answer<N>> {
  current ??= startWorker()
  return current.ask(name, asked, options)
}

/** From now on this worker holds what is open; the one before is ended with all it held. */
export function useWorker(line: WorkerLine): void {
  current?.end()
  current = line
}

/** Starts another worker beside the one that holds what is open, so that it can be ended without a loss. */
export function startWorker(): WorkerLine {
  const worker = new Worker(new URL('studio-worker.js', document.baseURI), { type: 'module' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  const post = (message: ToWorker): void => worker.postMessage(message)
  const waiting = new Map<number, Waiting>()
  const failAll = (error: Error): void => {
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
  }
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
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
  const line: WorkerLine = {
    ask: (name, asked, { signal, onProgress } = {}) => {
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
    },
    end: () => {
      worker.terminate()
      failAll(new AbortError('stopped'))
    },
  }
  worker.addEventListener('error', ({ message }) => {
    failAll(new Error(`The worker of the page stopped: ${message}. Open the file again.`))
    if (current === line) current = null
  })
  return line
}
