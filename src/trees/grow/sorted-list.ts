/** So many numbers lie in a few lines of the processor's cache. */
const STRIDE = 64

/**
 * A long sorted list that is looked into at many places. Every 64th number is kept beside it, so that most steps of a search
 * stay where the processor reads fast; in the list itself each would wait for the memory.
 */
export class SortedList {
  readonly values: Float64Array
  readonly #every: Float64Array

  constructor(values: Float64Array) {
    this.values = values
    this.#every = new Float64Array(Math.ceil(values.length / STRIDE))
    for (let i = 0; i < this.#every.length; i++) this.#every[i] = values[STRIDE * i]
  }

  /** How many of the numbers are at most x. O(log n). */
  atMost(x: number): number {
    const { values } = this
    const part = countAtMost(this.#every, x, 0, this.#every.length)
    return countAtMost(values, x, STRIDE * Math.max(0, part - 1), Math.min(values.length, STRIDE * part))
  }

  /** How many of the numbers are below x. O(log n). */
  below(x: number): number {
    const { values } = this
    const part = countBelow(this.#every, x, 0, this.#every.length)
    return countBelow(values, x, STRIDE * Math.max(0, part - 1), Math.min(values.length, STRIDE * part))
  }
}

/** How many numbers are at most x, where it is known that those before `low` are and those from `high` on are not. */
function countAtMost(sorted: Float64Array, x: number, low: number, high: number): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (x < sorted[middle]) to = middle
    else from = middle + 1
  }
  return from
}

/** The same of numbers that are below x. */
function countBelow(sorted: Float64Array, x: number, low: number, high: number): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle] < x) from = middle + 1
    else to = middle
  }
  return from
}
