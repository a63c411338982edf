/** Keys that meet in one node: eight doubles lie side by side in the processor's cache. */
const SIDE_BITS = 3
const SIDES = 1 << SIDE_BITS

/**
 * Finds the smallest of many keys that keep changing; the leftmost of equal ones. A tree whose leaves are the keys and
 * whose inner nodes hold the smallest of their eight children. Setting a key and finding the least: O(log n).
 */
export class Tournament {
  /** the keys, then level by level what is least of each eight, up to one */
  readonly #tree: Float64Array
  /** where each level starts */
  readonly #starts: readonly number[]

  /** All keys start as Infinity: not taking part. */
  constructor(size: number) {
    const starts = levelStarts(size)
    this.#starts = starts
    this.#tree = new Float64Array(starts[starts.length - 1] + 1).fill(Infinity)
  }

  /** Sets all keys at once. O(n). */
  fill(key: (index: number) => number, size: number): void {
    const tree = this.#tree
    const starts = this.#starts
    for (let i = 0; i < size; i++) tree[i] = key(i)
    for (let level = 1; level < starts.length; level++) {
      for (let at = starts[level - 1], node = starts[level]; at < starts[level]; at += SIDES) {
        tree[node++] = this.#leastOf(at)
      }
    }
  }

  set(index: number, key: number): void {
    const tree = this.#tree
    const starts = this.#starts
    let at = index
    let now = key
    for (let level = 1; level < starts.length; level++) {
      const side = starts[level - 1] + at
      const before = tree[side]
      tree[side] = now
      at >>>= SIDE_BITS
      const least = tree[starts[level] + at]
      if (now > least) {
        if (before > least) return // nothing above can change
        now = this.#leastOf(starts[level - 1] + (at << SIDE_BITS))
      }
      if (now === least) return
    }
    tree[tree.length - 1] = now
  }

  /** Sets up to three keys that mostly lie close together: what lies above them is looked at once. */
  // oxlint-disable-next-line max-params -- called for every merge; an object would cost more than the work
  setThree(one: number, oneKey: number, two: number, twoKey: number, three: number, threeKey: number): void {
    const tree = this.#tree
    tree[one] = oneKey
    tree[two] = twoKey
    tree[three] = threeKey
    const [a, b, c] = [one >>> SIDE_BITS, two >>> SIDE_BITS, three >>> SIDE_BITS]
    this.#settle(a)
    if (b !== a) this.#settle(b)
    if (c !== a && c !== b) this.#settle(c)
  }

  /** Finds the least of eight keys again, and of what lies above them. */
  #settle(eight: number): void {
    const tree = this.#tree
    const starts = this.#starts
    let at = eight
    for (let level = 1; level < starts.length; level++) {
      const node = starts[level] + at
      const now = this.#leastOf(starts[level - 1] + (at << SIDE_BITS))
      if (tree[node] === now) return
      tree[node] = now
      at >>>= SIDE_BITS
    }
  }

  /** Where the least key is. */
  leastIndex(): number {
    return this.firstAtMost(this.least())
  }

  /** The least key; Infinity where none takes part. */
  least(): number {
    return this.#tree[this.#tree.length - 1]
  }

  /** Where the leftmost key is that does not exceed a limit, which must not be less than the least key. */
  firstAtMost(limit: number): number {
    const tree = this.#tree
    let at = 0
    for (let level = this.#starts.length - 2; level >= 0; level--) {
      at <<= SIDE_BITS
      const start = this.#starts[level]
      // The last of eight is taken in any case, so that a key that is no number does not lead astray.
      for (let last = at + SIDES - 1; at < last && !(tree[start + at] <= limit);) at++
    }
    return at
  }

  /** The least of eight nodes. */
  #leastOf(at: number): number {
    const tree = this.#tree
    let least = tree[at]
    for (let side = at + 1; side < at + SIDES; side++) if (tree[side] < least) least = tree[side]
    return least
  }
}

/** Where each level of a tree of so many keys starts: the keys at 0, the least of all at the last. */
export function levelStarts(size: number): number[] {
  const starts: number[] = []
  let length = 0
  for (let nodes = size; ; nodes = Math.ceil(nodes / SIDES)) {
    starts.push(length)
    if (nodes <= 1 && starts.length > 1) return starts
    length += Math.ceil(nodes / SIDES) * SIDES
  }
}

/** How many numbers such a tree has. */
export function treeLength(size: number): number {
  const starts = levelStarts(size)
  return starts[starts.length - 1] + 1
}
