import { parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import type { BytePipe } from './byte-pipe.ts'

/** Places of what both threads look at. */
const READY = 0
const ASKED = 1
const DONE = 2
const FULL = 3

/**
 * A thread that reads the next column while the one before is fitted: a pipe holds little, so that else both sides would wait
 * for each other at every column.
 */
export class ReadAhead {
  readonly #state = new Int32Array(new SharedArrayBuffer(16))
  readonly #thread: Worker

  /** `file` is a program that calls `fillAsAsked` where it runs as a thread. */
  constructor(file: URL) {
    this.#thread = new Worker(file, { workerData: this.#state, execArgv: [] })
    this.#thread.unref()
    // One that cannot start is never ready, and does without.
    this.#thread.on('error', () => {})
  }

  /** Whether the thread runs by now. */
  get ready(): boolean {
    return Atomics.load(this.#state, READY) === 1
  }

  /** Starts to fill shared memory, and gives what waits for the end of it: whether there were bytes enough. */
  begin(into: Uint8Array): () => boolean {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#thread.postMessage(into)
    const before = Atomics.add(this.#state, ASKED, 1)
    Atomics.notify(this.#state, ASKED)
    return () => {
      Atomics.wait(this.#state, DONE, before)
      return Atomics.load(this.#state, FULL) === 1
    }
  }
}

/** The work of the thread: fills one array after the other from the pipe. It ends with the process. */
export function fillAsAsked({ take }: BytePipe): void {
  const state = workerData as Int32Array
  Atomics.store(state, READY, 1)
  for (let done = 0; ; done++) {
    Atomics.wait(state, ASKED, done)
    const { message: into } = receiveMessageOnPort(parentPort!) as { message: Uint8Array }
    Atomics.store(state, FULL, filled(take, into) ? 1 : 0)
    Atomics.store(state, DONE, done + 1)
    Atomics.notify(state, DONE)
  }
}

/** What cannot be read is as if it had ended: whoever waits must not wait for ever. */
function filled(take: BytePipe['take'], into: Uint8Array): boolean {
  try {
    return take(into) === into.length
  } catch {
    return false
  }
}
