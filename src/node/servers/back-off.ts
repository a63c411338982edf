import { setTimeout as wait } from 'node:timers/promises'

/** Pauses between tries in milliseconds: about three seconds in all. */
const PAUSES = [200, 400, 800, 1600]

/** Does some work again, after longer and longer pauses, while it fails in a way that may pass. */
export async function withBackOff<T>(
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || signal?.aborted === true) throw error
    }
    // Whoever stopped it is told by the next try.
    await wait(pause, undefined, { signal }).catch(() => {})
  }
  return work()
}
