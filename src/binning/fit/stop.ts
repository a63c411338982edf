import { takeTurns } from '../../util/turns.ts'

/** Anything that can be asked whether to stop, such as an AbortSignal. */
export interface StopSignal {
  /** whether to stop */
  readonly aborted: boolean
  /** what a fit that was stopped ends with */
  readonly reason?: unknown
  /** hears of the stop at once; without it `aborted` is looked at */
  readonly addEventListener?: (type: 'abort', listener: () => void) => void
  /** takes a listener off again */
  readonly removeEventListener?: (type: 'abort', listener: () => void) => void
}

/** What a stopped fit throws: the reason of the signal. */
export function throwIfStopped(signal: StopSignal | undefined, where = 'fitTable'): void {
  if (signal?.aborted === true) throw signal.reason ?? new Error(`${where}: stopped`)
}

/** Lets other work of the thread run where it is time for that, and ends what was stopped meanwhile. */
export function pausing(signal: StopSignal | undefined, where?: string): () => Promise<void> | null {
  const pause = takeTurns()
  return () => pause()?.then(() => throwIfStopped(signal, where)) ?? null
}
