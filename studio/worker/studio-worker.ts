import { errorToJson, isKerfError } from '../../src/index.ts'
import { errorText } from '../../src/reports/index.ts'
import type { Held, JobContext } from './held.ts'
import { type JobName, JOBS } from './jobs.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Milliseconds between two reports of progress: more would only keep the page busy. */
const PAUSE = 50

const held: Held = { rows: null, summaries: null, saved: null, later: null }
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
  let told = 0
  const context: JobContext = {
    held,
    signal: controller.signal,
    progress: (part, words) => {
      const now = performance.now()
      if (now - told < PAUSE) return
      told = now
      say({ id, part, words })
    },
  }
  try {
    const job = (await JOBS[name]()) as (asked: unknown, context: JobContext) => Promise<unknown>
    say({ id, answer: await job(asked, context) })
  } catch (error) {
    say({ id, error: sentence(error) })
  } finally {
    running.delete(id)
  }
}

/** The error as data, with the sentence that the command line would tell. */
function sentence(error: unknown): string {
  if (isKerfError(error)) error.message = errorText(error)
  return errorToJson(error)
}
