/** Slots per break of the table: more make the guess better and the table larger. */
const SLOTS_PER_BREAK = 4
const MOST_SLOTS = 16_384

/**
 * Finds the cell of a value among sorted breaks. A table of even slots over the range of the breaks says between which
 * breaks to look, mostly one or two; where breaks crowd, bisection goes on from there. O(1) for even breaks, O(log breaks)
 * for any.
 */
export class BreakIndex {
  /** breaks below each slot, and one more entry */
  readonly #below: Uint32Array
  #slots = 0
  #base = 0
  #scale = 0

  constructor(capacity: number) {
    this.#below = new Uint32Array(Math.min(MOST_SLOTS, capacity * SLOTS_PER_BREAK) + 2)
  }

  /** Learns the breaks anew, of which there are `count`. O(breaks). */
  learn(breaks: Float64Array, count: number): void {
    const span = count < 2 ? 0 : breaks[count - 1] - breaks[0]
    // Without a span that is a double there is one slot, and all is left to bisection.
    const even = span > 0 && Number.isFinite(span) && Number.isFinite((this.#below.length - 2) / span)
    this.#slots = even ? Math.min(this.#below.length - 2, count * SLOTS_PER_BREAK) : 1
    this.#base = even ? breaks[0] : 0
    this.#scale = even ? this.#slots / span : 0
    let slot = 0
    for (let at = 0; at < count; at++) {
      const own = this.#slotOf(breaks[at])
      while (slot <= own) this.#below[slot++] = at
    }
    while (slot <= this.#slots) this.#below[slot++] = count
  }

  /** How many breaks are at most the value, which is finite: the number of its cell. */
  find(breaks: Float64Array, value: number): number {
    const slot = this.#slotOf(value)
    let low = this.#below[slot]
    let high = this.#below[slot + 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (value < breaks[middle]) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Grows with the value, rounding included, which is all that `find` relies on. */
  #slotOf(value: number): number {
    if (this.#scale === 0) return 0
    const slot = (value - this.#base) * this.#scale
    return slot > 0 ? (slot < this.#slots ? Math.floor(slot) : this.#slots - 1) : 0
  }
}
