/** Milliseconds of answering in one round of the event loop. */
const ROUND = 2

/**
 * Lets requests be answered in the order they came, a few milliseconds of work in each round of the event loop. Node takes
 * one new connection a round. Were all that has come in answered in one, then rounds would grow with the clients, and the
 * last of 200 that come at once would wait for 200 such rounds: seconds, and on a busy machine longer than its patience.
 */
export class Turns {
  readonly #waiting: (() => Promise<void>)[] = []
  #isRunning = false

  /** What `work` gives, when its turn has come. Others have theirs when it has ended, so it must not wait for anything. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(async () => {
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => void this.#round())
    })
  }

  async #round(): Promise<void> {
    const end = performance.now() + ROUND
    let next = this.#waiting.shift()
    while (next !== undefined) {
      await next()
      next = performance.now() < end ? this.#waiting.shift() : undefined
    }
    this.#isRunning = this.#waiting.length > 0
    if (this.#isRunning) setImmediate(() => void this.#round())
  }
}
