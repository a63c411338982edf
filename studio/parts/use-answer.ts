import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import { AbortError } from '../../src/index.ts'
import { ask } from '../worker/ask.ts'
import type { Answer, Asked, JobName } from '../worker/jobs.ts'

/** What the worker said last, and what it is doing. */
export interface Answering<T> {
  /** the last answer: it stays until the next one is there */
  readonly answer: T | null
  /** why there is no newer one, in the words of the library */
  readonly problem: string | null
  /** how far the next answer is, from 0 to 1; null while none is awaited */
  readonly part: number | null
}

/** Changes that follow each other as quickly as this, such as those of a cut that is dragged, are asked about once. */
const PAUSE = 60

/**
 * The answer to what a panel asks, asked again whenever a signal that `askedOf` reads changes. Questions that nobody waits
 * for any more are withdrawn. Where `askedOf` gives null there is nothing to ask.
 */
export function useAnswer<N extends JobName>(
  name: N,
  askedOf: () => Asked<N> | null,
): ReadonlySignal<Answering<Answer<N>>> {
  const state = useSignal<Answering<Answer<N>>>({ answer: null, problem: null, part: null })
  useSignalEffect(() => {
    const asked = askedOf()
    const before = state.peek().answer
    if (asked === null) {
      state.value = { answer: null, problem: null, part: null }
      return undefined
    }
    const controller = new AbortController()
    const onProgress = (part: number): void => {
      if (!controller.signal.aborted) state.value = { ...state.peek(), part }
    }
    const work = (): void => {
      ask(name, asked, { signal: controller.signal, onProgress }).then(
        (answer) => (state.value = { answer, problem: null, part: null }),
        (error: unknown) => {
          if (error instanceof AbortError) return
          state.value = { answer: null, problem: error instanceof Error ? error.message : String(error), part: null }
        },
      )
    }
    state.value = { ...state.peek(), part: 0 }
    const timer = setTimeout(work, before === null ? 0 : PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  })
  return state
}
