/** A queue that always gives out what comes before all others. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #before: (a: T, b: T) => boolean

  /** `before` must order any two items that are not the same. */
  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  /** O(log n). */
  push(item: T): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#before(item, items[parent])) break
      items[at] = items[parent]
      at = parent
    }
    items[at] = item
  }

  /** Takes the first one out; undefined when there is none. O(log n). */
  pop(): T | undefined {
    const items = this.#items
    const last = items.pop()
    if (last === undefined || items.length === 0) return last
    const first = items[0]
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#before(items[child + 1], items[child])) child++
      if (!this.#before(items[child], last)) break
      items[at] = items[child]
      at = child
    }
    items[at] = last
    return first
  }
}
