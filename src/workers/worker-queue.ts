import { KerfError } from '../errors.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { ColumnTask, WorkerMessage, WorkerReply } from './column-task.ts'

/** A worker as the pool sees it, whatever the runtime calls it. */
export interface WorkerHandle {
  readonly send: (message: WorkerMessage) => void
  /** whether the process should wait for it */
  readonly hold: (held: boolean) => void
  readonly close: () => Promise<void>
}

/** What a runtime brings: how to start a worker, and how to let messages in between two pieces of work. */
export interface WorkerHost {
  readonly start: (onReply: (reply: WorkerReply) => void, onBreak: (error: Error) => void) => WorkerHandle
  readonly pause: () => Promise<void>
}

/** A worker, and what it is doing. */
interface Started {
  readonly handle: WorkerHandle
  readonly waiting: Map<number, Waiting>
  marks: RowMarks | null
  broken: Error | null
}

interface Waiting {
  readonly answer: (reply: WorkerReply) => void
  readonly refuse: (error: Error) => void
  readonly memory: SharedArrayBuffer | null
}

/** Workers, started one by one as work comes in, with what each of them is doing. */
export class WorkerQueue {
  readonly #host: WorkerHost
  readonly #most: number
  readonly #ahead: number
  /** milliseconds of work that are left before workers start by themselves */
  #patience: number
  #started: Started[] = []
  readonly #spare: SharedArrayBuffer[] = []
  #wakers: (() => void)[] = []
  #next = 0
  #closed = false

  /**
   * At most so many workers; `ahead` columns wait in each beside the one it fits, so that it never waits for the next. With `patience`
   * none starts before `worked` has told of so many milliseconds of work, unless `start` is called.
   */
  constructor(host: WorkerHost, most: number, { ahead, patience = 0 }: { ahead: number; patience?: number }) {
    this.#host = host
    this.#most = most
    this.#ahead = ahead
    this.#patience = patience
  }

  /** The marks with their arrays in shared memory where there is such: copied once, not once per worker. */
  shareMarks(marks: RowMarks): RowMarks {
    const { target, rows, bytes, numbers, weights, notes, where } = marks
    // Codes that follow from bytes are made where somebody asks for them.
    const codes = bytes === undefined ? marks.codes : null
    return {
      target,
      rows,
      codes: codes && posted(codes),
      bytes: bytes && posted(bytes),
      numbers: numbers && posted(numbers),
      weights: weights && posted(weights),
      notes,
      where,
    }
  }

  /** Tells how long columns took that were fitted elsewhere, and about how long the others would take there. */
  worked(done: number, left: number): void {
    this.#patience = left > this.#patience ? 0 : Math.max(0, this.#patience - done)
  }

  /** Whether no worker starts by itself yet. */
  get isPatient(): boolean {
    return this.#patience > 0
  }

  /** Whether there are workers, which may have something to say. */
  get hasWorkers(): boolean {
    return this.#started.length > 0
  }

  /** Starts workers for so many columns, so that they are ready when the first of them come. */
  start(columns: number): void {
    this.#patience = 0
    const wanted = Math.min(columns, this.#most)
    while (!this.#closed && this.#started.length < wanted) this.#start()
  }

  /** Whether a worker can take a column now. */
  get open(): boolean {
    return !this.#closed && this.#leastBusy() !== null
  }

  /** Settles when a worker can take a column. */
  async free(): Promise<void> {
    while (!this.#closed && this.#leastBusy() === null) await new Promise<void>((resolve) => this.#wakers.push(resolve))
  }

  /** Fits a column in the worker that has least to do. */
  fit(task: Omit<ColumnTask, 'id'>, marks: RowMarks): Promise<WorkerReply> {
    if (this.#closed) return Promise.reject(closedError())
    const worker = this.#leastBusy() ?? this.#started[0]
    const id = this.#next++
    const memory = canShare() && !isShared(task.values) ? this.#memory(task.values.byteLength) : null
    const values = memory === null ? posted(task.values) : shared(task.values, memory)
    return new Promise((answer, refuse) => {
      if (worker.marks !== marks) worker.handle.send({ kind: 'rows', marks })
      worker.marks = marks
      worker.handle.send({ kind: 'column', task: { ...task, id, values } })
      worker.waiting.set(id, { answer, refuse, memory })
      worker.handle.hold(true)
    })
  }

  /** Ends all workers; what they were at fails, and so does what comes later. */
  async close(): Promise<void> {
    this.#closed = true
    const ended = this.#started
    this.#started = []
    this.#spare.length = 0
    for (const worker of ended) this.#break(worker, closedError())
    await Promise.all(ended.map(({ handle }) => handle.close()))
  }

  /** The worker with least to do, a new one before any has to queue; null when all have enough. */
  #leastBusy(): Started | null {
    this.#started = this.#started.filter(({ broken }) => broken === null)
    let best: Started | null = null
    for (const worker of this.#started) if (best === null || worker.waiting.size < best.waiting.size) best = worker
    if (best !== null && best.waiting.size === 0) return best
    if (this.#started.length < this.#most && !this.isPatient) return this.#start()
    return best !== null && best.waiting.size <= this.#ahead ? best : null
  }

  #start(): Started {
    const handle = this.#host.start(
      (reply) => this.#answer(worker, reply),
      (error) => this.#break(worker, error),
    )
    const worker: Started = { handle, waiting: new Map(), marks: null, broken: null }
    handle.hold(false)
    this.#started.push(worker)
    return worker
  }

  #answer(worker: Started, reply: WorkerReply): void {
    const waiting = worker.waiting.get(reply.id)
    if (waiting === undefined) return
    worker.waiting.delete(reply.id)
    if (waiting.memory !== null && this.#spare.length < 2 * this.#most) this.#spare.push(waiting.memory)
    if (worker.waiting.size === 0) worker.handle.hold(false)
    waiting.answer(reply)
    this.#wake()
  }

  #break(worker: Started, error: Error): void {
    worker.broken ??= error
    for (const { refuse } of worker.waiting.values()) refuse(error)
    worker.waiting.clear()
    this.#wake()
  }

  #wake(): void {
    const wakers = this.#wakers
    this.#wakers = []
    for (const wake of wakers) wake()
  }

  /** Memory for a column, used before where there is some of that size: fresh pages cost as much as the copy. */
  #memory(bytes: number): SharedArrayBuffer {
    const at = this.#spare.findIndex((memory) => memory.byteLength === bytes)
    if (at >= 0) return this.#spare.splice(at, 1)[0]
    this.#spare.length = 0
    return new SharedArrayBuffer(bytes)
  }
}

export function closedError(): KerfError {
  return new KerfError('fitTable: the pool was closed; make another one', { code: 'worker-failed' })
}

type Numbers = Float64Array | Int32Array | Uint8Array

/** A page has shared memory only where its server isolates it; elsewhere every message carries a copy. */
const canShare = (): boolean => typeof SharedArrayBuffer !== 'undefined'

function isShared({ buffer }: Numbers): boolean {
  return canShare() && buffer instanceof SharedArrayBuffer
}

/** Numbers as they are best sent: in shared memory, copied there unless they lie in such; else without what lies around them. */
function posted<T extends Numbers>(from: T): T {
  if (isShared(from)) return from
  if (canShare()) return shared(from, new SharedArrayBuffer(from.byteLength))
  return from.byteLength === from.buffer.byteLength ? from : (from.slice() as T)
}

/** A copy of numbers in shared memory. */
function shared<T extends Numbers>(from: T, memory: SharedArrayBuffer): T {
  const copy = new (from.constructor as new (buffer: SharedArrayBuffer) => T)(memory)
  copy.set(from)
  return copy
}
