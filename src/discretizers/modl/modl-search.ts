import { bestPartition } from './modl-exact.ts'
import { bestOnPath, type MergePath, mergePath } from './modl-greedy.ts'
import { BestSplits, improvePartition } from './modl-improve.ts'
import type { ModlLengths } from './modl-lengths.ts'

/** Up to this many blocks all partitions are compared without being asked to. */
export const SMALL = 500
/** Bins that merging leaves, whose starts go on the shortlist of candidates. */
const MERGED = 200
/** Most candidates on a shortlist; with more bins than that there is none. */
const LONGEST_LIST = 1000
/** A list that led to something better is followed by another; after so many the search ends in any case. */
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
export function searchGreedily(lengths: ModlLengths, most: number): number[] {
  const path = mergePath(lengths)
  const starts = bestMerged(path, lengths, most)
  path.release()
  return improvePartition(new BestSplits(lengths), starts, most)
}

/**
 * As greedily, then the best of all partitions over a shortlist of candidates: where the last bins of merging start, and
 * every candidate that was once the best split of a part. The result is made better by small changes, which brings new
 * candidates to the list, until that changes nothing. O(blocks · (log blocks + classes)).
 */
export function searchShortlist(lengths: ModlLengths, most: number): number[] {
  const path = mergePath(lengths)
  const merged = path.startsOf(MERGED)
  const best = bestMerged(path, lengths, most)
  path.release()
  const splits = new BestSplits(lengths)
  let starts = improvePartition(splits, best, most)
  for (let list = 0; list < MOST_LISTS; list++) {
    const candidates = [...new Set([...merged, ...splits.found(), ...starts])].toSorted((a, b) => a - b)
    if (candidates.length > LONGEST_LIST) break
    const before = lengths.whole(starts)
    starts = bestPartition(lengths, candidates, most)
    if (lengths.whole(starts) >= before - lengths.tie) break
    starts = improvePartition(splits, starts, most)
  }
  return starts
}

function bestMerged(path: MergePath, lengths: ModlLengths, most: number): number[] {
  return path.startsOf(bestOnPath(path, lengths, most))
}
