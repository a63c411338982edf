import type { Blocks } from '../search/blocks.ts'
import { bottomUp } from '../search/bottom-up.ts'
import type { ModlLengths } from './modl-lengths.ts'

/** The partitions that merging goes through, from single blocks down to one bin. */
export interface MergePath {
  /** bits for the whole column, by number of bins; entry 0 says nothing */
  readonly bits: Float64Array
  /** where the bins after the first start when there are so many bins. O(blocks) */
  readonly startsOf: (bins: number) => number[]
}

/**
 * Merges, down to one bin, the two neighbours whose merge leaves the shortest description, leftmost on a tie. The path
 * goes on where the description grows, since a later merge may make it shorter than it ever was.
 * O(blocks · (log blocks + classes)).
 */
export function mergePath(blocks: Blocks, lengths: ModlLengths): MergePath {
  const { size } = blocks
  const end = new Int32Array(size)
  const own = new Float64Array(size)
  let inBins = 0
  for (let block = 0; block < size; block++) {
    end[block] = block + 1
    own[block] = lengths.between(block, block + 1)
    inBins += own[block]
  }
  // The bin at a and the one after it together, as they were compared last.
  const together = new Float64Array(size)
  // Block b started a bin as long as there were more bins than this.
  const startsAbove = new Uint32Array(size)
  const bits = new Float64Array(size + 1)
  let bins = size
  bits[bins] = lengths.bins(bins) + inBins
  bottomUp(blocks, {
    // What the number of bins costs is the same for every pair. In whole ties, so that equal means equal.
    difference: (_, a, b) => {
      together[a] = lengths.between(a, end[b])
      return Math.round((together[a] - own[a] - own[b]) / lengths.tie)
    },
    merges: () => true,
    onMerge: (_, a, b) => {
      end[a] = end[b]
      inBins += together[a] - own[a] - own[b]
      own[a] = together[a]
      startsAbove[b] = --bins
      bits[bins] = lengths.bins(bins) + inBins
    },
  })
  return {
    bits,
    startsOf: (count) => {
      const starts: number[] = []
      for (let block = 1; block < size; block++) if (startsAbove[block] < count) starts.push(block)
      return starts
    },
  }
}

/** The number of bins, up to `most`, with the shortest description on the path; the fewest of equals. */
export function bestOnPath(path: MergePath, tie: number, most: number): number {
  const last = Math.min(most, path.bits.length - 1)
  let least = Infinity
  for (let bins = 1; bins <= last; bins++) least = Math.min(least, path.bits[bins])
  let fewest = 1
  while (path.bits[fewest] > least + tie) fewest++
  return fewest
}
