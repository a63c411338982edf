import { room } from '../../util/scratch.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { entropyScan, ratingScan, type Scanner } from './block-scans.ts'
import type { Blocks } from '../search/blocks.ts'
import type { BoundedRule } from './bounded-rule.ts'
import { blocksInRoom } from './coarse-blocks.ts'
import type { ColumnView } from '../column-view.ts'
import { below, pairScan, ROUGH, type Scan } from './pair-scan.ts'
import {
  addCells,
  bestCandidates,
  type Chosen,
  coarseCells,
  type Candidate,
  type Searched,
  type Searches,
  searchParts,
  type SettledParts,
} from './settled-search.ts'
import { NO, type SideBounds, sideBounds, UNSURE } from './side-bounds.ts'
import type { Sides, Part } from '../search/top-down.ts'

/** What is known after a look at coarse cells; blocks and bounds last until the next look, of any column. */
export interface Outlook extends Searches {
  readonly blocks: Blocks
  readonly bounds: SideBounds | null
}

/** Counts up to here are whole 32-bit numbers. */
const MOST_ROWS = 0x7fffffff

/**
 * Where cuts would lie on coarse cells, and which cells must be known better to be sure. When none is wanted the cuts are
 * those of the exact summary, bit for bit.
 *
 * Inside a cell the counts on the left lie in a box between those at its two ends. The rating is convex over the box, so it
 * is largest in a corner: each class of the cell wholly left or wholly right. A cell none of whose corners comes near the
 * best candidates found need not be looked into. O(cells) per level, and 2^classes more for cells that come near.
 */
export function lookOver(view: ColumnView, rule: BoundedRule, settled: SettledParts): Outlook {
  const blocks = blocksInRoom(view)
  const inner = innerBlocks(view, blocks)
  const width = blocks.classCount
  const sums = prefixSums(blocks)
  const ranks = blockRanks(sums, width)
  const bounds = rule.limits === null ? null : sideBounds(view, blocks, ranks, rule.limits)
  let scanner: Scanner | null = null // made when a part must be searched
  const scan: Scanner = (...given) => (scanner ??= scannerFor(view, rule, sums, width))(...given)
  return { blocks, bounds, ...searchParts(ranks, rule.most, settled, search) }

  function countsOf(from: number, to: number): Float64Array {
    return Float64Array.from({ length: width }, (_, c) => sums[to * width + c] - sums[from * width + c])
  }

  function sidesAt({ from, to }: Part, at: number): Sides {
    return {
      at,
      left: countsOf(from, at),
      leftTotal: ranks[at] - ranks[from],
      right: countsOf(at, to),
      rightTotal: ranks[to] - ranks[at],
    }
  }

  function search(from: number, to: number): Searched {
    const gaps = blocks.firstCell[to] - blocks.firstCell[from] - 1
    const part = { from, to, counts: countsOf(from, to), total: ranks[to] - ranks[from], gaps }
    const open = (at: number): boolean => bounds === null || bounds.candidate(from, to, at) !== NO
    const found = scan(blocks, part, rule, open)
    const rate = (at: number): number => rule.rate(sidesAt(part, at), part)
    const rough = rule.entropy ? 2 * ROUGH * part.total : 0
    const { best, second } = bestTwo(part, found, rate, rough)
    const verdict = best.at < 0 ? null : rule.judge(sidesAt(part, best.at), part)
    let accepted = verdict !== null && verdict.accepted
    // Where nothing is accepted a rival must beat the best candidate and be acceptable; else the second candidate counts too.
    const least = accepted ? below(second.rating) : Math.max(below(best.rating), below(rule.leastRating(part)))
    const limit = least - rough
    const { cells: unsure, reach } = rivalCells(part, found, limit)
    if (accepted && rule.equalStop) {
      const tie = allTie(part, best.rating, rate)
      const coarse = tie === null ? [] : coarseCells(view, blocks.firstCell[from], blocks.firstCell[to])
      addCells(unsure, coarse)
      if (tie === true && coarse.length === 0 && gaps > 1 && gaps === to - from - 1) accepted = false
    }
    let chosen: Chosen | null = null
    if (accepted && verdict !== null) {
      const { score, bar, saved = score * part.total } = verdict
      const runnerUp = second.at < 0 ? null : { at: second.at, score: rule.judge(sidesAt(part, second.at), part).score }
      chosen = { split: { at: best.at, score, bar, runnerUp }, saved }
      // The values beside a candidate must be known for the cut between them, and for whether it is a candidate at all.
      for (const at of runnerUp === null ? [best.at] : [best.at, second.at]) {
        const cell = blocks.firstCell[at]
        addCells(unsure, coarseCells(view, cell - 1, cell + 1))
      }
    }
    const highest = reach === -Infinity || rule.scoreOf === null ? null : rule.scoreOf(reach, part)
    const rivals = { rows: part.total, found: verdict === null ? null : verdict.score, reach: highest }
    return { chosen, unsure, rivals }
  }

  /** The coarse cells in which a candidate could lie that is rated at the limit or above, and how good it could be at most. */
  function rivalCells(
    { from, to }: Part,
    { near, ratings, corner }: Scan,
    limit: number,
  ): { cells: Set<number>; reach: number } {
    const cells = new Set<number>()
    let reach = -Infinity
    let all = false
    for (let i = 0; i < near.length; i += 2) {
      const end = near[i + 1]
      for (let b = near[i]; b < end; b++) {
        if (bounds !== null && b > from && ratings[b] >= limit && bounds.candidate(from, to, b) === UNSURE) {
          // Where the cells beside the candidate are known, only the deviation of the column can leave it open.
          const ends = [...bounds.ends(from, b), ...bounds.ends(b, to)]
          if (ends.length > 0) addCells(cells, ends)
          else all = true
          reach = Math.max(reach, ratings[b])
        }
        if (inner[b] === 0 || (bounds !== null && !bounds.inside(from, to, b))) continue
        const highest = corner(b, limit)
        if (highest < limit) continue
        cells.add(blocks.firstCell[b])
        reach = Math.max(reach, highest)
      }
    }
    if (all) addCells(cells, coarseCells(view))
    return { cells, reach }
  }
}

/** Whether all candidates are rated alike, by more than rounding could hide: true, or null where one is surely rated lower. */
function allTie({ from, to }: Part, best: number, rate: (at: number) => number): boolean | null {
  let least = best
  let most = best
  for (let at = from + 1; at < to; at++) {
    const rating = rate(at)
    if (rating < below(best)) return null
    least = Math.min(least, rating)
    most = Math.max(most, rating)
  }
  return !clearlyLarger(most, least)
}

const roomForWhole = room(Int32Array)
const roomForSums = room(Float64Array)
const roomForRanks = room(Float64Array)
const roomForInner = room(Uint8Array)

/** The fastest way to rate candidates. */
function scannerFor(view: ColumnView, { entropy, limits }: BoundedRule, sums: Float64Array, width: number): Scanner {
  if (!entropy || view.weighted || view.total >= MOST_ROWS) return ratingScan
  const whole = roomForWhole(sums.length)
  whole.set(sums)
  // Groups of blocks are compared by their candidates, which must all be open.
  if (width !== 2 || limits !== null) return entropyScan(whole, width)
  const scan = pairScan(whole)
  return (_, { from, to }) => scan(from, to)
}

/** Class counts of all blocks before each block, and of all blocks. */
function prefixSums({ size, counts, classCount: width }: Blocks): Float64Array {
  const sums = roomForSums((size + 1) * width).fill(0, 0, width)
  for (let at = 0; at < size * width; at++) sums[at + width] = sums[at] + counts[at]
  return sums
}

/** Σw before each block, and of all. */
function blockRanks(sums: Float64Array, width: number): Float64Array {
  const ranks = roomForRanks(sums.length / width)
  for (let b = 0; b < ranks.length; b++) {
    let rank = 0
    for (let at = b * width; at < (b + 1) * width; at++) rank += sums[at]
    ranks[b] = rank
  }
  return ranks
}

/** Whether a block is one cell of several values and several classes, so that a candidate may lie inside it. */
function innerBlocks({ lo, hi, counts, classCount: width }: ColumnView, { size, firstCell }: Blocks): Uint8Array {
  const inner = roomForInner(size)
  for (let b = 0; b < size; b++) {
    const cell = firstCell[b]
    inner[b] = 0
    if (firstCell[b + 1] > cell + 1 || lo[cell] === hi[cell]) continue
    let classes = 0
    for (let c = 0; c < width; c++) if (counts[cell * width + c] > 0) classes++
    if (classes > 1) inner[b] = 1
  }
  return inner
}

/** The best and the second best candidate between blocks: the nearest by a rough scan, then compared by their ratings. */
function bestTwo(
  { from }: Part,
  { near, ratings }: Scan,
  rate: (at: number) => number,
  rough: number,
): { best: Candidate; second: Candidate } {
  let most = -Infinity
  let next = -Infinity
  for (let i = 0; i < near.length; i += 2) {
    const end = near[i + 1]
    for (let at = Math.max(near[i], from + 1); at < end; at++) {
      const rating = ratings[at]
      if (rating > most) {
        next = most
        most = rating
      } else if (rating > next) next = rating
    }
  }
  const limit = below(next) - rough
  const candidates: number[] = []
  for (let i = 0; i < near.length; i += 2) {
    const end = near[i + 1]
    for (let at = Math.max(near[i], from + 1); at < end; at++) {
      if (ratings[at] >= limit && ratings[at] > -Infinity) candidates.push(at)
    }
  }
  return bestCandidates(candidates, rate)
}
