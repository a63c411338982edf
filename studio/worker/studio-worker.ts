import { errorToJson } from '../../src/index.ts'
import type { Held, JobContext } from './held.ts'
import { type JobName, JOBS } from './jobs.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const held: Held = { rows: null, summaries: null, later: null }
const running = new Map<number, AbortController>()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
const say = (message: FromWorker): void => globalThis.postMessage(message)

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('stop' in data) running.get(data.stop)?.abort()
  else void run(data.id, data.name as JobName, data.asked)
})

async function run(id: number, name: JobName, asked: unknown): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  const context: JobContext = {
    held,
    signal: controller.signal,
    progress: (part, words) => say({ id, part, words }),
  }
  try {
    const job = (await JOBS[name]()) as (asked: unknown, context: JobContext) => Promise<unknown>
    say({ id, answer: await job(asked, context) })
  } catch (error) {
    say({ id, error: errorToJson(error) })
  } finally {
    running.delete(id)
  }
}
