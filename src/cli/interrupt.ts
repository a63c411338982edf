import { AbortError } from '../errors.ts'

/** What a command that runs elsewhere is stopped by; null while none runs. */
let running: AbortController | null = null

/** Milliseconds that a server has to say that its query has ended. */
const PATIENCE = 5000

/**
 * Ends the process as a signal asks. A query on a server is ended first, so that it does not run on for nobody; who asks
 * twice does not wait for that.
 */
export function interrupt(exit: number): void {
  if (running === null || running.signal.aborted) process.exit(exit)
  running.abort(new AbortError('interrupted', { code: 'aborted' }))
  setTimeout(() => process.exit(exit), PATIENCE).unref()
}

/** Does work that a signal of the process can stop. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController()
  const before = running
  running = own
  try {
    return await work(own.signal)
  } finally {
    running = before
  }
}
