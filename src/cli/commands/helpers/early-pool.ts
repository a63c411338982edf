import type { WorkerPool } from '../../../workers/worker-pool.ts'

/** Milliseconds of reading after which there will be enough rows for threads. */
const LONG = 100

/** Threads for a fit, which start while its rows are still read: where that takes long, the fit does too. */
export class EarlyPool {
  readonly #threads: number | undefined
  readonly #begin = performance.now()
  #pool: Promise<WorkerPool> | null = null

  /** `threads`: as many as there are processors by default */
  constructor(threads: number | undefined) {
    this.#threads = threads
  }

  /** To be called now and then while rows are read. */
  startIfLong(): void {
    if (this.#pool !== null || performance.now() - this.#begin < LONG) return
    // Where it fails, the fit says why.
    this.pool().then(
      (pool) => pool.start(),
      () => {},
    )
  }

  pool(): Promise<WorkerPool> {
    this.#pool ??= makePool(this.#threads)
    return this.#pool
  }

  /** Does some work, and ends the threads then. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await (await this.#pool)?.close()
    }
  }
}

async function makePool(threads: number | undefined): Promise<WorkerPool> {
  const { threadPool } = await import('../../../node/thread-pool.ts')
  return threadPool({ threads, here: true })
}
