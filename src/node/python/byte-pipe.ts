import { readSync, writeSync } from 'node:fs'

/** Bytes in and bytes out, in order and waited for. */
export interface BytePipe {
  /** Fills the array from its start; the number of bytes is smaller only where no more will come. */
  readonly take: (into: Uint8Array) => number
  /** Sends all of them. */
  readonly send: (bytes: Uint8Array) => void
}

/** How long to wait before asking again, in milliseconds, where the other side is not ready. */
const WAIT = 1

/**
 * Standard input and output. They are read and written by plain system calls and not as streams of Node: a column then goes
 * straight into the memory it is fitted from, and the other side waits while a fit is at work.
 */
export function standardPipe(): BytePipe {
  return {
    take(into) {
      let done = 0
      while (done < into.length) {
        const got = patiently(() => readSync(0, into, done, into.length - done, null))
        if (got === 0) break
        done += got
      }
      return done
    },
    send(bytes) {
      for (let done = 0; done < bytes.length;) done += patiently(() => writeSync(1, bytes, done))
    },
  }
}

/** Asks again where a pipe that does not wait has nothing, or no room, at the moment. On Windows a closed one is an error. */
function patiently(ask: () => number): number {
  for (;;) {
    try {
      return ask()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT)
    }
  }
}
