import { chiSquareOfPair } from '../../measures/chi-square.ts'
import type { Note } from '../../types.ts'
import { tieKey } from '../../util/numbers/ties.ts'
import { leaveScratch, type Scratch, takeScratch } from '../../util/scratch.ts'
import {
  type Boundaries,
  byChiSquare,
  type ChiSquareChange,
  type MergeLimits,
  type StartCells,
} from '../../wasm/fast-chi-merge.ts'
import { manyKeys } from '../../wasm/fast-tournament.ts'
import type { ColumnView } from '../column-view.ts'
import { type Found, lazyReasons } from '../discretizer.ts'
import { type Blocks, cellBlocks, quickBlocks } from './blocks.ts'

/** How a bottom-up method chooses and stops. */
export interface MergeRule {
  /** how different the neighbours at `a` and `b` are, from their counts, asked once; the least different are merged first */
  readonly difference: (counts: Float64Array, a: number, b: number) => number
  /** whether the least different pair, so different, is merged while there are `bins` bins */
  readonly merges: (difference: number, bins: number) => boolean
  /** that nobody asks for more than where the bins begin that stay: scores are not kept, and `merges` is told them as ties are rounded */
  readonly forgets?: boolean
  /** told of a pair right before it becomes one bin, for methods that keep account of the bins or of the order */
  readonly onMerge?: (counts: Float64Array, a: number, b: number, difference: number) => void
}

/** Cuts and reasons of boundaries, which had to reach a bar. The reasons are made when they are asked for. */
export function foundBoundaries(found: Boundaries, bar: number | null, cutAt: (at: number) => number): Found {
  const { at, lostAt } = found
  const cuts: number[] = []
  const lost = new Float64Array(lostAt.length)
  for (let i = 0; i < lost.length; i++) {
    cuts.push(cutAt(at[i]))
    if (lostAt[i] >= 0) lost[i] = cutAt(lostAt[i])
  }
  return reasonsLater(cuts, found, lost, bar)
}

/** Apart from `cutAt`, which would keep the cells as long as the cuts are kept. */
function reasonsLater(
  cuts: readonly number[],
  { scores, lostAt, lostScores }: Boundaries,
  lost: Float64Array,
  bar: number | null,
): Found {
  return lazyReasons(cuts, (i) => ({
    measure: 'chi-square',
    score: scores[i],
    bar,
    margin: bar === null ? null : scores[i] - bar,
    runnerUp: lostAt[i] < 0 ? null : { cut: lost[i], score: lostScores[i] },
  }))
}

/** More bins than this are of no use to a reader. */
const MANY_BINS = 1000

/** What is said of very many bins: narrow intervals differ by chance, and a test lets some of them stand. */
export function manyBinsNotes(bins: number): Note[] {
  const message = `${bins} bins, most of them parted by chance: set maxBins, or let mdlp or modl choose the cuts`
  return bins > MANY_BINS ? [{ code: 'many-bins', message }] : []
}

/**
 * Starts with every block on its own and merges the least different neighbours, leftmost on a tie, as long as the rule
 * says. A linked list of bins and a tournament over the pairs: O(blocks · (log blocks + classes)), never quadratic. The counts of a
 * bin are kept in `counts`, those of the blocks to begin with, where its first block has them.
 */
export function bottomUp(blocks: Blocks, rule: MergeRule, counts: Float64Array = blocks.counts.slice()): Boundaries {
  const { size, classCount: width } = blocks
  const scratch = takeScratch()
  const next = scratch.integers('next bin', size)
  const previous = scratch.integers('bin before', size)
  for (let i = 0; i < size; i++) {
    next[i] = i + 1 < size ? i + 1 : -1
    previous[i] = i - 1
  }
  // The pair of a bin and the one after it is named by the first block of the left bin.
  const pairs = manyKeys(Math.max(1, size))
  const kept = rule.forgets === true ? null : keptOf(size, scratch)
  const key = (i: number): number => {
    if (next[i] < 0) return Infinity
    const difference = rule.difference(counts, i, next[i])
    if (kept !== null) kept.differences[i] = difference
    return tieKey(difference)
  }
  pairs.fill(key, size)

  let bins = size
  while (bins > 1) {
    const a = pairs.leastIndex()
    const b = next[a]
    const difference = kept === null ? pairs.least() : kept.differences[a]
    if (!rule.merges(difference, bins)) break
    rule.onMerge?.(counts, a, b, difference)
    if (kept !== null) keepLost(kept, a, b)
    for (let c = 0; c < width; c++) counts[a * width + c] += counts[b * width + c]
    next[a] = next[b]
    if (next[b] >= 0) previous[next[b]] = a
    pairs.set(b, Infinity)
    pairs.set(a, key(a))
    if (previous[a] >= 0) pairs.set(previous[a], key(previous[a]))
    bins--
  }
  pairs.release?.()

  const stayed = stayedOf(Math.max(0, bins - 1), next, kept)
  leaveScratch(scratch)
  return stayed
}

/** What is kept of boundaries: per bin, how different the next one is, and the strongest boundary that was merged away inside it. */
interface Kept {
  readonly differences: Float64Array
  readonly lostAt: Int32Array
  readonly lostScore: Float64Array
}

function keptOf(size: number, scratch: Scratch): Kept {
  return {
    differences: scratch.doubles('difference to the next bin', size),
    lostAt: scratch.integers('strongest boundary lost', size).fill(-1),
    lostScore: scratch.doubles('difference of the strongest boundary lost', size).fill(-Infinity),
  }
}

/** The boundary between two bins that become one is lost. */
function keepLost({ differences, lostAt, lostScore }: Kept, a: number, b: number): void {
  const difference = differences[a]
  if (lostScore[b] > lostScore[a]) {
    lostScore[a] = lostScore[b]
    lostAt[a] = lostAt[b]
  }
  if (difference >= lostScore[a]) {
    lostScore[a] = difference
    lostAt[a] = b
  }
}

/** The boundaries that stayed, so many, and what is kept of them. */
function stayedOf(most: number, next: Int32Array, kept: Kept | null): Boundaries {
  const stayed = {
    at: new Uint32Array(most),
    scores: new Float64Array(most),
    lostAt: new Int32Array(most),
    lostScores: new Float64Array(most),
  }
  for (let a = 0, i = 0; i < most; a = next[a], i++) {
    const b = next[a]
    stayed.at[i] = b
    if (kept === null) continue
    const { differences, lostAt, lostScore } = kept
    const stronger = lostScore[a] >= lostScore[b] ? a : b
    stayed.scores[i] = differences[a]
    stayed.lostAt[i] = lostAt[stronger]
    stayed.lostScores[i] = lostScore[stronger]
  }
  return stayed
}

/** What merging by χ² starts from: a bin for each cell, or for each part between class boundaries. */
export type MergeStart = 'distinct' | 'boundaries'

/** The cells of a column, to be merged in WebAssembly. */
export function startCells({ size, counts, classCount, weighted, total }: ColumnView, start: MergeStart): StartCells {
  return { size, counts, classCount, whole: !weighted && total < MOST_WHOLE, joins: start === 'boundaries' }
}

const MOST_WHOLE = 0xffffffff

/** The blocks of a column, where they are merged in the plain way. */
export function startBlocksOf(view: ColumnView, start: MergeStart): Blocks {
  return start === 'distinct' ? cellBlocks(view) : quickBlocks(view)
}

/** Boundaries named by the cells with which blocks begin. */
export function byCells({ firstCell }: Blocks, boundaries: Boundaries): Boundaries {
  return {
    ...boundaries,
    at: boundaries.at.map((block) => firstCell[block]),
    lostAt: boundaries.lostAt.map((block) => (block < 0 ? -1 : firstCell[block])),
  }
}

/**
 * As `bottomUp` by χ², many cells in WebAssembly: pairs are merged down to `fewest` bins, as long as the limits say. Boundaries are named
 * by the cell after each.
 */
export function mergeByChiSquare(
  view: ColumnView,
  start: MergeStart,
  change: ChiSquareChange,
  limits: Omit<MergeLimits, 'limited'>,
): Boundaries {
  const fast = byChiSquare(startCells(view, start), change, (merging) => {
    merging.mergeWhile({ ...limits, limited: false })
    return merging.boundaries()
  })
  if (fast !== null) return fast
  const { bar, mergeEqual, fewest, most } = limits
  const rule: MergeRule = {
    difference: chiSquareDifference(view.classCount, change),
    merges: (difference, bins) =>
      bins > fewest && (difference < bar || (mergeEqual && difference === bar) || bins > most),
  }
  const blocks = startBlocksOf(view, start)
  return byCells(blocks, bottomUp(blocks, rule))
}

/** χ² of two neighbours. */
export function chiSquareDifference(
  classCount: number,
  { expectedFloor, addToCounts }: ChiSquareChange,
): MergeRule['difference'] {
  return (counts, a, b) => chiSquareOfPair(counts, classCount, a, b, expectedFloor, addToCounts)
}
