import { AbortError } from '../errors.ts'

/** What a command that runs elsewhere is stopped by, and the milliseconds it has for its end; null while none runs. */
let running: { readonly own: AbortController; readonly patience: number } | null = null

/** Milliseconds that a server has to say that its query has ended. */
const PATIENCE = 5000

/**
 * Ends the process as a signal asks. A query on a server is ended first, so that it does not run on for nobody; who asks
 * twice does not wait for that.
 */
export function interrupt(exit: number): void {
  if (running === null || running.own.signal.aborted) process.exit(exit)
  running.own.abort(new AbortError('interrupted', { code: 'aborted' }))
  setTimeout(() => process.exit(exit), running.patience).unref()
}

/** Does work that a signal of the process can stop; it has `patience` milliseconds to come to its end. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  patience: number = PATIENCE,
): Promise<T> {
  const own = new AbortController()
  const before = running
  running = { own, patience }
  try {
    return await work(own.signal)
  } finally {
    running = before
  }
}
