import { parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import type { BytePipe } from './byte-pipe.ts'

/** Places of what both threads look at. */
const READY = 0
const ASKED = 1
const DONE = 2
const FULL = 3

/** What a table needs at once: target, weights, a column that is fitted and one that is read. */
const MOST_SPARE = 4

/**
 * A thread that reads the next column while the one before is fitted: a pipe holds little, so that else both sides would wait
 * for each other at every column.
 */
export class ReadAhead {
  readonly #state = new Int32Array(new SharedArrayBuffer(16))
  readonly #thread: Worker | null
  #spare: SharedArrayBuffer[] = []

  /** `file` is a program that calls `fillAsAsked` where it runs as a thread. */
  constructor(file: URL) {
    this.#thread = startThread(file, this.#state)
  }

  /**
   * Memory of at least so many bytes that both threads see. What was given back is lent again: the thread makes so little else
   * that it would hardly ever let go of memory.
   */
  lend(bytes: number): SharedArrayBuffer {
    const fits = this.#spare.findIndex(({ byteLength }) => byteLength >= bytes)
    return fits < 0 ? new SharedArrayBuffer(bytes) : this.#spare.splice(fits, 1)[0]
  }

  /** Takes memory back that nobody looks at any more. The largest are kept. */
  giveBack(...memory: readonly SharedArrayBuffer[]): void {
    this.#spare = [...this.#spare, ...memory].toSorted((a, b) => b.byteLength - a.byteLength).slice(0, MOST_SPARE)
    this.#spare.reverse()
  }

  /** Whether the thread runs by now. */
  get ready(): boolean {
    return Atomics.load(this.#state, READY) === 1
  }

  /** Starts to fill shared memory, and gives what waits for the end of it: whether there were bytes enough. */
  begin(into: Uint8Array): () => boolean {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#thread!.postMessage(into)
    const before = Atomics.add(this.#state, ASKED, 1)
    Atomics.notify(this.#state, ASKED)
    return () => {
      Atomics.wait(this.#state, DONE, before)
      return Atomics.load(this.#state, FULL) === 1
    }
  }
}

/** One that cannot start is never ready: everything goes on without it. */
function startThread(file: URL, state: Int32Array): Worker | null {
  try {
    const thread = new Worker(file, { workerData: state, execArgv: [] })
    thread.unref()
    thread.on('error', () => {})
    return thread
  } catch {
    return null
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
