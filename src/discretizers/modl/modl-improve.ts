import type { ModlLengths } from './modl-lengths.ts'
import { bestSplit, type Split } from './modl-split.ts'

/** Parts are looked through until this many candidates per block were seen, so that time grows with the blocks only. */
const MOST_LOOKS = 60

/** The best splits of parts of the blocks, each looked for once. */
export class BestSplits {
  readonly lengths: ModlLengths
  readonly #known = new Map<number, Split>()
  #looks: number

  constructor(lengths: ModlLengths) {
    this.lengths = lengths
    this.#looks = MOST_LOOKS * lengths.size
  }

  /** Whether another look is allowed. */
  get open(): boolean {
    return this.#looks > 0
  }

  /** The split of the blocks from … to − 1, at least two, that leaves the shortest description. */
  of(from: number, to: number): Split {
    const key = from * (this.lengths.size + 1) + to
    let found = this.#known.get(key)
    if (found === undefined) {
      this.#looks -= to - from
      found = bestSplit(this.lengths, from, to)
      this.#known.set(key, found)
    }
    return found
  }

  /** Every candidate that was the best one of some part. */
  found(): number[] {
    return Array.from(this.#known.values(), ({ at }) => at)
  }
}

/**
 * Makes a partition shorter by small changes until none of them helps: two neighbours become one bin, three become two,
 * the cut between two moves, one becomes two. From left to right the best change at each bin, two bins back after a
 * change, and again from the left until nothing changed. Looking once at every candidate costs O(blocks · classes).
 */
export function improvePartition(splits: BestSplits, given: readonly number[], most: number): number[] {
  const { lengths } = splits
  const bins = new BinList(lengths.size, given)
  for (let changed = true; changed && splits.open;) {
    changed = false
    for (let from = 0; from < lengths.size && splits.open;) {
      const { adds, out, start } = bestChange(splits, bins, from, most)
      if (adds >= -lengths.tie) {
        from = bins.next[from]
        continue
      }
      for (let i = 0; i < out; i++) bins.removeAfter(from)
      if (start > 0) bins.insertAfter(from, start)
      from = bins.previous[bins.previous[from]]
      changed = true
    }
  }
  return bins.starts()
}

/** Take out the next `out` starts, put in `start` (0: none); `adds` bits to the whole. */
interface Change {
  readonly adds: number
  readonly out: number
  readonly start: number
}

/** The best change of the bin at `from` and up to two after it; of equals the one with fewer bins. */
function bestChange(splits: BestSplits, bins: BinList, from: number, most: number): Change {
  const { lengths } = splits
  const { size, tie } = lengths
  const { next, count } = bins
  let best: Change = { adds: Infinity, out: 0, start: 0 }
  const consider = (adds: number, out: number, start: number): void => {
    if (adds < best.adds - tie) best = { adds, out, start }
  }
  const second = next[from]
  const one = lengths.between(from, second)
  const price = lengths.bins(count)
  if (second < size) {
    const third = next[second]
    const two = one + lengths.between(second, third)
    const fewer = lengths.bins(count - 1) - price
    consider(lengths.between(from, third) - two + fewer, 1, 0)
    if (third < size) {
      const { at, length } = splits.of(from, next[third])
      consider(length - two - lengths.between(third, next[third]) + fewer, 2, at)
    }
    const { at, length } = splits.of(from, third)
    consider(length - two, 1, at)
  }
  if (count < most && second - from > 1) {
    const { at, length } = splits.of(from, second)
    consider(length - one + lengths.bins(count + 1) - price, 0, at)
  }
  return best
}

/** Bins by the block they start with, linked both ways; the end of the last is the number of blocks. */
class BinList {
  readonly next: Int32Array
  readonly previous: Int32Array
  count = 1

  constructor(size: number, starts: readonly number[]) {
    this.next = new Int32Array(size + 1)
    this.previous = new Int32Array(size + 1)
    this.next[0] = size
    for (let i = starts.length - 1; i >= 0; i--) this.insertAfter(0, starts[i])
  }

  insertAfter(bin: number, start: number): void {
    const after = this.next[bin]
    this.next[start] = after
    this.previous[after] = start
    this.next[bin] = start
    this.previous[start] = bin
    this.count++
  }

  removeAfter(bin: number): void {
    const after = this.next[this.next[bin]]
    this.next[bin] = after
    this.previous[after] = bin
    this.count--
  }

  starts(): number[] {
    const found: number[] = []
    const size = this.next.length - 1
    for (let bin = this.next[0]; bin < size; bin = this.next[bin]) found.push(bin)
    return found
  }
}
