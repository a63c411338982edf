import { tieKey } from '../../util/numbers/ties.ts'
import { Tournament } from '../../util/tournament.ts'
import { fastModlMerge, type MergedPath } from '../../wasm/fast-modl-merge.ts'
import type { ModlLengths } from './modl-lengths.ts'

/** The partitions that merging goes through, from single blocks down to one bin. */
export interface MergePath {
  /** bits for the classes in the bins, by number of bins; entry 0 says nothing */
  readonly inBins: Float64Array
  /** where the bins after the first start when there are so many bins. O(blocks) */
  readonly startsOf: (bins: number) => number[]
  /** ends the use of the path, so that the next one may have its memory */
  readonly release: () => void
}

/** Below so many blocks a module of its own is not worth it. */
const MANY = 10_000

/**
 * Merges, down to one bin, the two neighbours whose merge leaves the shortest description, leftmost on a tie. The path
 * goes on where the description grows, since a later merge may make it shorter than it ever was. What the number of bins
 * costs is the same for every pair. A linked list and a tournament: O(blocks · (log blocks + classes)).
 */
export function mergePath(lengths: ModlLengths): MergePath {
  const { inBins, startsAbove, release } =
    (lengths.size < MANY ? null : fastModlMerge(lengths.merging())) ?? plainMerge(lengths)
  return {
    inBins,
    startsOf: (count) => {
      const starts: number[] = []
      for (let block = 1; block < lengths.size; block++) if (startsAbove[block] < count) starts.push(block)
      return starts
    },
    release,
  }
}

/** The same in TypeScript, and for weights. */
export function plainMerge(lengths: ModlLengths): MergedPath {
  const { size, tie } = lengths
  // The bin at a goes up to next[a]; of a pair, named by its left bin, the length of both together is kept.
  const [next, previous] = [new Int32Array(size), new Int32Array(size)]
  const [own, together] = [new Float64Array(size), new Float64Array(size)]
  let sum = 0
  for (let block = 0; block < size; block++) {
    next[block] = block + 1
    previous[block] = block - 1
    own[block] = lengths.between(block, block + 1)
    sum += own[block]
  }
  const key = (a: number): number => {
    const b = next[a]
    if (b === size) return Infinity
    together[a] = lengths.between(a, next[b])
    // In whole ties, so that equal means equal.
    return tieKey(Math.round((together[a] - own[a] - own[b]) / tie))
  }
  const pairs = new Tournament(Math.max(1, size))
  pairs.fill(key, size)
  // Block b started a bin as long as there were more bins than this.
  const startsAbove = new Uint32Array(size)
  const inBins = new Float64Array(size + 1)
  inBins[size] = sum
  for (let bins = size - 1; bins > 0; bins--) {
    const a = pairs.leastIndex()
    const b = next[a]
    const after = next[b]
    sum += together[a] - own[a] - own[b]
    own[a] = together[a]
    startsAbove[b] = bins
    inBins[bins] = sum
    next[a] = after
    if (after < size) previous[after] = a
    const left = a > 0 ? previous[a] : b
    pairs.setThree(b, Infinity, a, key(a), left, left === b ? Infinity : key(left))
  }
  return { inBins, startsAbove, release: () => {} }
}

/** Numbers of bins that are looked at together. */
const SPAN = 256

/**
 * The number of bins, up to `most`, with the shortest description on the path; the fewest of equals. More bins always cost
 * more, so that of most spans the least is seen without the price of each number.
 */
export function bestOnPath({ inBins }: MergePath, lengths: ModlLengths, most: number): number {
  const last = Math.min(most, inBins.length - 1)
  const bitsOf = (bins: number): number => lengths.bins(bins) + inBins[bins]
  /** The first number from which on a description of at most `limit` is to be expected, no further than one past the last. */
  const skip = (bins: number, limit: number): number => {
    while (bins <= last && (bins - 1) % SPAN === 0) {
      const end = Math.min(last + 1, bins + SPAN)
      if (lengths.bins(bins) + leastOf(inBins, bins, end) <= limit + 1) break
      bins = end
    }
    return bins
  }
  let least = Infinity
  for (let bins = 1; (bins = skip(bins, least)) <= last; bins++) least = Math.min(least, bitsOf(bins))
  for (let bins = 1; (bins = skip(bins, least + lengths.tie)) <= last; bins++) {
    if (bitsOf(bins) <= least + lengths.tie) return bins
  }
  return 1
}

function leastOf(list: Float64Array, from: number, to: number): number {
  let least = Infinity
  for (let i = from; i < to; i++) if (list[i] < least) least = list[i]
  return least
}
