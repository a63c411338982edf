/**
 * Finds the smallest of many keys that keep changing; the leftmost of equal ones. A complete binary tree whose leaves are
 * the keys and whose inner nodes hold the smaller of their two children. Setting a key and finding the least: O(log n).
 */
export class Tournament {
  readonly #leaves: number
  readonly #tree: Float64Array

  /** All keys start as Infinity: not taking part. */
  constructor(size: number) {
    let leaves = 1
    while (leaves < size) leaves *= 2
    this.#leaves = leaves
    this.#tree = new Float64Array(2 * leaves).fill(Infinity)
  }

  /** Sets all keys at once. O(n). */
  fill(key: (index: number) => number, size: number): void {
    for (let i = 0; i < size; i++) this.#tree[this.#leaves + i] = key(i)
    for (let node = this.#leaves - 1; node >= 1; node--)
      this.#tree[node] = Math.min(this.#tree[2 * node], this.#tree[2 * node + 1])
  }

  set(index: number, key: number): void {
    const tree = this.#tree
    let node = this.#leaves + index
    tree[node] = key
    while (node > 1) {
      node >>>= 1
      const left = tree[2 * node]
      const right = tree[2 * node + 1]
      const least = right < left ? right : left
      if (tree[node] === least) return // nothing above can change
      tree[node] = least
    }
  }

  /** Where the least key is. */
  leastIndex(): number {
    return this.firstAtMost(this.#tree[1])
  }

  /** The least key; Infinity where none takes part. */
  least(): number {
    return this.#tree[1]
  }

  /** Where the leftmost key is that does not exceed a limit, which must not be less than the least key. */
  firstAtMost(limit: number): number {
    const tree = this.#tree
    let node = 1
    while (node < this.#leaves) {
      node *= 2
      if (!(tree[node] <= limit)) node++
    }
    return node - this.#leaves
  }
}
