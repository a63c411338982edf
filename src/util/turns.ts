/** So many milliseconds a thread may be kept busy before others get a turn: two frames of a screen. */
const LONGEST = 30

/** What a runtime may have; the core knows neither Node's types nor those of a page. */
interface Runtime {
  readonly setImmediate?: (turn: () => void) => unknown
  readonly MessageChannel: new () => { readonly port1: Port; readonly port2: Port }
}

interface Port {
  onmessage: (() => void) | null
  postMessage(message: null): void
  close(): void
}

/**
 * Lets other work of this thread run: timers, messages, clicks, drawing. A task of its own, since promises alone let none of
 * these in. A message is not held back in a tab that is not looked at, as a timer is.
 */
export function nextTurn(): Promise<void> {
  const runtime = globalThis as unknown as Runtime
  return new Promise((resolve) => {
    if (runtime.setImmediate !== undefined) {
      runtime.setImmediate(resolve)
      return
    }
    const { port1, port2 } = new runtime.MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** A pause that is taken only where the last one is long ago; null where it is not time yet. */
export function takeTurns(): () => Promise<void> | null {
  let last = Date.now()
  return () => {
    if (Date.now() - last < LONGEST) return null
    return nextTurn().then(() => {
      last = Date.now()
    })
  }
}
