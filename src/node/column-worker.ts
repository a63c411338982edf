/** What a thread of `threadPool` runs. */
import { parentPort } from 'node:worker_threads'
import { columnWorker, type WorkerMessage } from '../workers/column-task.ts'

const answer = columnWorker()
parentPort?.on('message', (message: WorkerMessage) => {
  const reply = answer(message)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  if (reply !== null) parentPort?.postMessage(reply)
})
