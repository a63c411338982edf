import { setTimeout as wait } from 'node:timers/promises'
import type { ServerAddress, ServerRetry, ServerWatch } from './server-address.ts'

/** Pauses between tries in milliseconds: about three seconds in all. */
const PAUSES = [200, 400, 800, 1600]

/** How tries are watched and stopped. */
export interface BackOffWatch {
  readonly signal?: AbortSignal | undefined
  /** told before each pause */
  readonly onRetry?: ((retry: Omit<ServerRetry, 'shown'>) => void) | undefined
}

/** What a connection tells of its tries, with the address that they lead to. */
export function retriesOf({ shown }: Pick<ServerAddress, 'shown'>, { signal, onRetry }: ServerWatch): BackOffWatch {
  return { signal, onRetry: onRetry && ((retry) => onRetry({ shown, ...retry })) }
}

/** Does some work again, after longer and longer pauses, while it fails in a way that may pass. */
export async function withBackOff<T>(
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
  { signal, onRetry }: BackOffWatch = {},
): Promise<T> {
  for (const [at, pause] of PAUSES.entries()) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error) || signal?.aborted === true) throw error
    }
    onRetry?.({ number: at + 1, most: PAUSES.length, wait: pause })
    // Whoever stopped it is told by the next try.
    await wait(pause, undefined, { signal }).catch(() => {})
  }
  return work()
}
