/** Steps per break of the table: more make the guess better and the table larger. */
const STEPS_PER_BREAK = 4
const MOST_STEPS = 16_384

/**
 * Finds the cell of a value among sorted breaks. A table of even steps over the range of the breaks says between which
 * breaks to look, mostly one or two; where breaks crowd, bisection goes on from there. O(1) for even breaks, O(log breaks)
 * for any.
 */
export class BreakIndex {
  /** breaks below each step, and one more entry */
  readonly #below: Uint32Array
  #steps = 0
  #base = 0
  #scale = 0

  constructor(capacity: number) {
    this.#below = new Uint32Array(Math.min(MOST_STEPS, capacity * STEPS_PER_BREAK) + 2)
  }

  /** Learns other breaks, of which there are `count`. O(breaks). */
  learn(breaks: Float64Array, count: number): void {
    const span = count < 2 ? 0 : breaks[count - 1] - breaks[0]
    // Without a span that is a double there is one step, and all is left to bisection.
    const even = span > 0 && Number.isFinite(span) && Number.isFinite((this.#below.length - 2) / span)
    this.#steps = even ? Math.min(this.#below.length - 2, count * STEPS_PER_BREAK) : 1
    this.#base = even ? breaks[0] : 0
    this.#scale = even ? this.#steps / span : 0
    let step = 0
    for (let at = 0; at < count; at++) {
      const own = this.#stepOf(breaks[at])
      while (step <= own) this.#below[step++] = at
    }
    while (step <= this.#steps) this.#below[step++] = count
  }

  /** How many breaks are at most the value, which is finite: the number of its cell. */
  find(breaks: Float64Array, value: number): number {
    const step = this.#stepOf(value)
    let low = this.#below[step]
    let high = this.#below[step + 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (value < breaks[middle]) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Grows with the value, rounding included, which is all that `find` relies on. */
  #stepOf(value: number): number {
    if (this.#scale === 0) return 0
    const step = (value - this.#base) * this.#scale
    return step > 0 ? (step < this.#steps ? Math.floor(step) : this.#steps - 1) : 0
  }
}
