import { tieKey } from '../util/ties.ts'

interface Entry<T> {
  readonly item: T
  readonly key: number
  readonly turn: number
}

/** What is to be done next: the last added first, or with `ranked` what has the largest rank, the first added of equals. */
export class Agenda<T> {
  readonly #ranked: boolean
  readonly #heap: Entry<T>[] = []
  #turns = 0

  constructor(ranked: boolean) {
    this.#ranked = ranked
  }

  /** O(log n) with ranks, else O(1). */
  add(item: T, rank: number): void {
    const entry = { item, key: tieKey(rank), turn: this.#turns++ }
    const heap = this.#heap
    heap.push(entry)
    if (!this.#ranked) return
    let at = heap.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(entry, heap[parent])) break
      heap[at] = heap[parent]
      at = parent
    }
    heap[at] = entry
  }

  /** Takes the next one out; null when there is none. */
  take(): T | null {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined) return null
    if (!this.#ranked || heap.length === 0) return last.item
    const first = heap[0]
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1], heap[child])) child++
      if (!before(heap[child], last)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = last
    return first.item
  }
}

function before<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.key > b.key || (a.key === b.key && a.turn < b.turn)
}
