import { setTimeout as sleep } from 'node:timers/promises'
import type { BackOffWatch } from '../back-off.ts'

/** How long things may take, in milliseconds. A server that is gone or frozen is given up after about half a minute. */
export interface Patience {
  /** waits between attempts to get a lost connection back, one for each attempt */
  readonly waits: readonly number[]
  /** for how long it is tried at all, from the first failure on */
  readonly longest: number
  /** the waits for the first connection, where a wrong address is likelier than a server that comes back */
  readonly firstWaits: readonly number[]
  /** after how much silence it is asked whether the server is still there */
  readonly silence: number
  /** how long an answer may take that costs the server nothing */
  readonly answer: number
  /** how long a session may take to be made */
  readonly opening: number
  /** how long a farewell may take, such as ending a query or a session */
  readonly farewell: number
}

export const PATIENCE: Patience = {
  waits: [50, 200, 800, 2000, 4000, 4000, 4000, 4000],
  firstWaits: [200, 800],
  longest: 20_000,
  silence: 6000,
  answer: 6000,
  opening: 30_000,
  farewell: 5000,
}

/** Counts attempts that came to nothing. */
export interface Attempts {
  /** waits before the next attempt; false when there have been enough. Ends at once, with true, when the signal aborts. */
  next(): Promise<boolean>
  /** something came: the count starts again */
  reset(): void
  /** milliseconds since the first of them failed */
  waited(): number
}

export function attempts(waits: readonly number[], longest: number, { signal, onRetry }: BackOffWatch = {}): Attempts {
  let made = 0
  let begun = 0
  return {
    async next() {
      if (made === 0) begun = performance.now()
      if (made >= waits.length || performance.now() - begun > longest) return false
      onRetry?.({ number: made + 1, most: waits.length, wait: waits[made] })
      // An aborted wait is no error here: whoever waits looks at the signal.
      await sleep(waits[made++], undefined, { ...(signal && { signal }) }).catch(() => {})
      return true
    },
    reset() {
      made = 0
    },
    waited: () => performance.now() - begun,
  }
}

/** Watches for silence: asks `isThere` whenever nothing was heard for so long, and calls `gone` when that fails. */
export function watchSilence(
  { silence }: Patience,
  isThere: () => Promise<boolean>,
  gone: () => void,
): { heard(): void; stop(): void } {
  let timer = setTimeout(ask, silence)
  let stopped = false
  let count = 0

  function again(): void {
    count++
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(ask, silence)
  }
  function ask(): void {
    const before = count
    void isThere().then((there) => {
      // What was asked for may have come in the meantime.
      if (there && count === before) again()
      else if (count === before && !stopped) gone()
    })
  }
  return {
    heard: again,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
