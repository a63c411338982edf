import type { Reason } from '../../types.ts'
import type { Found } from '../discretizer.ts'
import { type Blocks, joinBlocks } from './blocks.ts'
import { bottomUp, type MergeRule } from './bottom-up.ts'

/** How pairs are rated where each has a bar of its own. */
export interface LevelRule {
  /** χ² of two neighbours */
  readonly chiSquare: MergeRule['difference']
  /** the χ² that parts two bins at a step, by its degrees of freedom; must grow without end from step to step */
  readonly barOf: (step: number, degrees: number) => number
  /** measure how far a pair lies below its bar in standard deviations of χ², √(2 · degrees of freedom) */
  readonly scaled: boolean
  /** also merge a pair whose χ² just equals its bar */
  readonly mergeEqual: boolean
}

/**
 * The merges that make one bin of all blocks, level by level: merge i takes away the boundary before block `at[i]`, and
 * step s is over once `ends[s]` merges are done.
 */
export interface LevelMerges {
  readonly at: Uint32Array
  readonly ends: readonly number[]
}

/**
 * Merges, at each level, the pair that lies farthest below its bar, leftmost on a tie, until no pair is below; then goes
 * on at the next level. The bar of a pair depends on the classes in it, so which pair is next depends on the level, and
 * each level is a search of its own. O(blocks · (log blocks + classes)) for each level.
 */
export function mergeByLevels(blocks: Blocks, rule: LevelRule): LevelMerges {
  const at = new Uint32Array(Math.max(0, blocks.size - 1))
  const ends: number[] = []
  let done = 0
  let bins = blocks
  // The block that each bin starts with.
  let starts = Uint32Array.from({ length: blocks.size }, (_, block) => block)
  for (let step = 0; bins.size > 1; step++) {
    const names = starts
    const { at: stayed } = bottomUp(bins, {
      difference: (counts, a, b) => overBar(rule, step, counts, { a, b, width: blocks.classCount }),
      merges: (over) => over < 0 || (rule.mergeEqual && over === 0),
      onMerge(_, __, b) {
        at[done++] = names[b]
      },
    })
    if (stayed.length + 1 < bins.size) {
      const kept = new Uint32Array(stayed.length + 1)
      kept.set(stayed, 1)
      bins = joinBlocks(bins, kept)
      starts = kept.map((bin) => names[bin])
    }
    ends.push(done)
  }
  return { at, ends }
}

/** The blocks that bins start with once the first `merges` merges are done, 0 the first. O(blocks · log blocks). */
export function startsAfter({ at }: LevelMerges, merges: number): Uint32Array {
  const starts = new Uint32Array(at.length - merges + 1)
  starts.set(at.subarray(merges), 1)
  return starts.sort()
}

/** The bins once the first `merges` merges are done. */
export function binsAfter(blocks: Blocks, levels: LevelMerges, merges: number): Blocks {
  return blocks.size === 0 ? blocks : joinBlocks(blocks, startsAfter(levels, merges))
}

/** The last step before one whose bins are not as good as the blocks themselves; −1 where that is the first step. */
export function lastHarmless(blocks: Blocks, levels: LevelMerges, isWorse: (bins: Blocks) => boolean): number {
  const step = levels.ends.findIndex((merges) => isWorse(binsAfter(blocks, levels, merges)))
  return (step < 0 ? levels.ends.length : step) - 1
}

/** The cuts that so many merges leave, each with the χ² between its neighbours and their bar at a step; −1 has none. */
export function cutByLevels(
  blocks: Blocks,
  { levels, merges, step }: { levels: LevelMerges; merges: number; step: number },
  { chiSquare, barOf }: LevelRule,
  cutAt: (block: number) => number,
): Found {
  const bins = binsAfter(blocks, levels, merges)
  const starts = startsAfter(levels, merges).subarray(1)
  return {
    cuts: Array.from(starts, (block) => cutAt(block)),
    reasons: Array.from(starts, (_, i): Reason => {
      const score = chiSquare(bins.counts, i, i + 1)
      const bar = step < 0 ? null : barOf(step, pairDegrees(bins.counts, bins.classCount, i, i + 1))
      return { measure: 'chi-square', score, bar, margin: bar === null ? null : score - bar, runnerUp: null }
    }),
  }
}

/** How far the χ² of a pair is above its bar. A pair of one class has nothing to tell apart and is merged before all others. */
function overBar(
  { chiSquare, barOf, scaled }: LevelRule,
  step: number,
  counts: Float64Array,
  { a, b, width }: { a: number; b: number; width: number },
): number {
  const degrees = pairDegrees(counts, width, a, b)
  const bar = barOf(step, degrees)
  if (bar === Infinity) return -Infinity
  const over = (chiSquare(counts, a, b) - bar) / (scaled ? Math.sqrt(2 * degrees) : 1)
  return Number.isNaN(over) ? Infinity : over
}

/** Degrees of freedom of the χ² of two bins: the classes that occur in them, less one. */
function pairDegrees(counts: Float64Array, width: number, a: number, b: number): number {
  let classes = 0
  for (let c = 0; c < width; c++) if (counts[a * width + c] + counts[b * width + c] > 0) classes++
  return classes - 1
}
