/** What a worker of `pagePool` runs. */
import { columnWorker, type WorkerMessage } from './column-task.ts'

/** A worker from the inside; the core does not know the types of a page. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerMessage }) => void): void
  postMessage(message: unknown): void
}

const scope = globalThis as unknown as WorkerScope
const answer = columnWorker()
scope.addEventListener('message', ({ data }) => {
  const reply = answer(data)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  if (reply !== null) scope.postMessage(reply)
})
