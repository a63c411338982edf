import { AbortError } from '../../src/index.ts'
import type { AskOptions } from '../worker/ask.ts'
import { busy, problem } from './store.ts'

/** What is told of the time left needs so much to go by: seconds that passed, and a part that is done. */
const LEAST_SECONDS = 1
const LEAST_PART = 0.03

/** Long work with a bar; what goes wrong is told, what is stopped is not. Work that was under way is stopped. */
export async function working(work: (run: Required<AskOptions>) => Promise<void>): Promise<void> {
  busy.value?.stop()
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  const begun = performance.now()
  const mine = (words: string, part: number | null) => ({ words, part, stop })
  problem.value = null
  busy.value = mine('starting', null)
  try {
    await work({
      signal: controller.signal,
      onProgress: (part, words) => {
        if (controller.signal.aborted) return
        busy.value = mine(words + timeLeft((performance.now() - begun) / 1000, part), part)
      },
    })
  } catch (error) {
    if (!(error instanceof AbortError)) problem.value = error instanceof Error ? error.message : String(error)
  } finally {
    if (busy.value?.stop === stop) busy.value = null
  }
}

function timeLeft(seconds: number, part: number): string {
  if (seconds < LEAST_SECONDS || part < LEAST_PART) return ''
  const left = (seconds * (1 - part)) / part
  return ` · about ${left < 90 ? `${Math.max(1, Math.round(left))} s` : `${Math.round(left / 60)} min`} left`
}
