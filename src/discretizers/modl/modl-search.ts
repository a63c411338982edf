import type { Blocks } from '../search/blocks.ts'
import { bestPartition } from './modl-exact.ts'
import { bestOnPath, type MergePath, mergePath } from './modl-greedy.ts'
import { improvePartition, Partings } from './modl-improve.ts'
import type { ModlLengths } from './modl-lengths.ts'

/** Up to this many blocks all partitions are compared without being asked to. */
export const SMALL = 500
/** Bins that merging leaves, whose starts are places for the shortlist. */
const MERGED = 200
/** Places on a shortlist; with more bins than that there is none. */
const LONGEST_LIST = 1000
/** The list is made anew when it led to something better; this is an end for the sake of an end. */
const MOST_LISTS = 10

/** The best of all partitions into at most `most` bins. O(blocks² · (classes + log blocks + bins tried)). */
export function searchAll(lengths: ModlLengths, most: number): number[] {
  return bestPartition(
    lengths,
    Array.from({ length: lengths.size - 1 }, (_, i) => i + 1),
    most,
  )
}

/** The best partition on the way of merging, made better by small changes. O(blocks · (log blocks + classes)). */
export function searchGreedily(blocks: Blocks, lengths: ModlLengths, most: number): number[] {
  return improvePartition(lengths, new Partings(lengths), bestMerged(mergePath(blocks, lengths), lengths, most), most)
}

/**
 * As greedily, then the best of all partitions over a shortlist of places: where the last bins of merging start, and
 * every place that was once the best to part a stretch. The result is made better by small changes, which brings new
 * places to the list, until that changes nothing. O(blocks · (log blocks + classes)).
 */
export function searchShortlist(blocks: Blocks, lengths: ModlLengths, most: number): number[] {
  const path = mergePath(blocks, lengths)
  const merged = path.startsOf(MERGED)
  const partings = new Partings(lengths)
  let starts = improvePartition(lengths, partings, bestMerged(path, lengths, most), most)
  for (let list = 0; list < MOST_LISTS; list++) {
    const places = [...new Set([...merged, ...partings.places(), ...starts])].toSorted((a, b) => a - b)
    if (places.length > LONGEST_LIST) break
    const before = lengths.whole(starts)
    starts = bestPartition(lengths, places, most)
    if (lengths.whole(starts) >= before - lengths.tie) break
    starts = improvePartition(lengths, partings, starts, most)
  }
  return starts
}

function bestMerged(path: MergePath, lengths: ModlLengths, most: number): number[] {
  return path.startsOf(bestOnPath(path, lengths.tie, most))
}
