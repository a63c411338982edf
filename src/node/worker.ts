/** What a thread of `threadPool` runs. */
import { parentPort } from 'node:worker_threads'
import { columnWorker, type WorkerMessage } from '../workers/task.ts'

const answer = columnWorker()
parentPort?.on('message', (message: WorkerMessage) => {
  const reply = answer(message)
  if (reply !== null) parentPort?.postMessage(reply)
})
