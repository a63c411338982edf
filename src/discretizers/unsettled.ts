import { bisectLeft } from '../util/bisect.ts'
import { fastEntropy, scanEntropies } from '../util/fast-entropy.ts'
import { clearlyLarger } from '../util/ties.ts'
import { type Blocks, boundaryBlocks } from './blocks.ts'
import type { ColumnView } from './column-view.ts'
import { below, pairScan, type Scan } from './pair-scan.ts'
import type { Sides, Split, SplitRule, Stretch } from './top-down.ts'
import { Walk } from './walk.ts'

/** A top-down rule of which bounds are known, so that coarse cells suffice to say where its cuts can be. */
export interface BoundedRule {
  /** its `rate` must be convex in the counts on the left, as for entropy, Gini and χ² */
  readonly split: SplitRule
  /** a rating below which no place of the stretch can be accepted */
  readonly leastRating: (stretch: Stretch) => number
  /** whether `rate` is −(rows · entropy of the left + rows · entropy of the right), for which there is a faster scan */
  readonly entropy: boolean
}

/** What is known after a look at coarse cells. */
export interface Outlook {
  readonly blocks: Blocks
  /** the coarse cells in which a better cut, or a better runner-up, could still hide; ascending, empty when settled */
  readonly wanted: readonly number[]
  /** the cuts if nothing hid, ascending */
  readonly splits: readonly Split[]
}

/**
 * Stretches that are settled, by their first and last row in the order of values, which no refinement changes: where
 * each is cut, by rows too, or null. Hand the same map in again after a refinement, and they are not searched again.
 */
export type SettledStretches = Map<string, Split | null>

/** With more classes than this in a cell its corners are too many to try. */
const MOST_CLASSES = 10
/** Counts up to here are whole 32-bit numbers. */
const MOST_ROWS = 0x7fffffff
type Scanner = (blocks: Blocks, stretch: Stretch, rule: BoundedRule) => Scan

/**
 * Where cuts would lie on coarse cells, and which cells must be known better to be sure. When none is wanted the cuts are
 * those of the exact summary, bit for bit.
 *
 * Inside a cell the counts on the left lie in a box between those at its two ends. The rating is convex over the box, so it
 * is largest in a corner: each class of the cell wholly left or wholly right. A cell none of whose corners comes near the
 * best places found need not be looked into. Where a place is not settled, the search goes on as if it were, so that
 * one reading serves all levels. O(cells) per level, and 2^classes more for cells that come near.
 */
export function lookOver(view: ColumnView, rule: BoundedRule, settled: SettledStretches): Outlook {
  const blocks = boundaryBlocks(view)
  const inner = innerBlocks(view, blocks)
  const width = blocks.classCount
  const sums = prefixSums(blocks)
  const ranks = blockRanks(sums, width)
  const scan = rule.entropy && !view.weighted && view.total < MOST_ROWS ? entropyScan(sums, width) : ratingScan
  const wanted = new Set<number>()
  const splits: Split[] = []
  const atRank = (rank: number): number => bisectLeft(ranks, rank)
  const pending: (readonly [number, number])[] = [[0, blocks.size]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next
    if (from >= to) continue
    const key = `${ranks[from]} ${ranks[to]}`
    const known = settled.get(key)
    const split = known === undefined ? search(key, from, to) : known === null ? null : moveSplit(known, atRank)
    if (split === null) continue
    splits.push(split)
    pending.push([from, split.at], [split.at, to])
  }
  const ascending = [...wanted].toSorted((a, b) => a - b)
  return { blocks, wanted: ascending, splits: splits.toSorted((a, b) => a.at - b.at) }

  function countsOf(from: number, to: number): Float64Array {
    return Float64Array.from({ length: width }, (_, c) => sums[to * width + c] - sums[from * width + c])
  }

  function sidesAt({ from, to }: Stretch, at: number): Sides {
    return {
      at,
      left: countsOf(from, at),
      leftTotal: ranks[at] - ranks[from],
      right: countsOf(at, to),
      rightTotal: ranks[to] - ranks[at],
    }
  }

  function search(key: string, from: number, to: number): Split | null {
    const gaps = blocks.firstCell[to] - blocks.firstCell[from] - 1
    const stretch = { from, to, counts: countsOf(from, to), total: ranks[to] - ranks[from], gaps }
    const found = scan(blocks, stretch, rule)
    const { best, second } = bestTwo(stretch, found, (at) => rule.split.rate(sidesAt(stretch, at), stretch))
    const verdict = best.at < 0 ? null : rule.split.judge(sidesAt(stretch, best.at), stretch)
    const accepted = verdict !== null && verdict.accepted
    // Where nothing is accepted a rival must beat the best place and be acceptable; else the second place counts too.
    const limit = accepted ? below(second.rating) : Math.max(below(best.rating), below(rule.leastRating(stretch)))
    const unsure: number[] = []
    const { near, corner } = found
    for (let i = 0; i < near.length; i += 2) {
      const end = near[i + 1]
      for (let b = near[i]; b < end; b++) if (inner[b] === 1 && corner(b, limit)) unsure.push(blocks.firstCell[b])
    }
    let split: Split | null = null
    if (accepted) {
      const runnerUp =
        second.at < 0 ? null : { at: second.at, score: rule.split.judge(sidesAt(stretch, second.at), stretch).score }
      split = { at: best.at, score: verdict.score, bar: verdict.bar, runnerUp }
      // The values beside a place must be known for the cut between them, and for whether it is a place at all.
      for (const at of runnerUp === null ? [best.at] : [best.at, second.at]) {
        for (const cell of [blocks.firstCell[at] - 1, blocks.firstCell[at]]) {
          if (view.lo[cell] < view.hi[cell]) unsure.push(cell)
        }
      }
    }
    if (unsure.length === 0) settled.set(key, split === null ? null : moveSplit(split, (at) => ranks[at]))
    for (const cell of unsure) wanted.add(cell)
    return split
  }
}

/** A split with its places named in another way. */
function moveSplit(split: Split, move: (at: number) => number): Split {
  const { at, runnerUp } = split
  return { ...split, at: move(at), runnerUp: runnerUp === null ? null : { ...runnerUp, at: move(runnerUp.at) } }
}

/** Class counts of all blocks before each block, and of all blocks. */
function prefixSums({ size, counts, classCount: width }: Blocks): Float64Array {
  const sums = new Float64Array((size + 1) * width)
  for (let at = 0; at < size * width; at++) sums[at + width] = sums[at] + counts[at]
  return sums
}

/** Σw before each block, and of all. */
function blockRanks(sums: Float64Array, width: number): Float64Array {
  const ranks = new Float64Array(sums.length / width)
  for (let b = 0; b < ranks.length; b++) {
    let rank = 0
    for (let at = b * width; at < (b + 1) * width; at++) rank += sums[at]
    ranks[b] = rank
  }
  return ranks
}

/** Whether a block is one cell of several values and several classes, so that a place may lie inside it. */
function innerBlocks({ lo, hi, counts, classCount: width }: ColumnView, { size, firstCell }: Blocks): Uint8Array {
  const inner = new Uint8Array(size)
  for (let b = 0; b < size; b++) {
    const cell = firstCell[b]
    if (firstCell[b + 1] > cell + 1 || lo[cell] === hi[cell]) continue
    let classes = 0
    for (let c = 0; c < width; c++) if (counts[cell * width + c] > 0) classes++
    if (classes > 1) inner[b] = 1
  }
  return inner
}

/** A place before block `at`, −1 for none, and how it is rated. */
interface Place {
  readonly at: number
  readonly rating: number
}

/** The best and the second best place between blocks: the nearest by a rough scan, then compared by their ratings. */
function bestTwo(
  { from }: Stretch,
  { near, ratings }: Scan,
  rate: (at: number) => number,
): { best: Place; second: Place } {
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
  const limit = below(next)
  const candidates: number[] = []
  for (let i = 0; i < near.length; i += 2) {
    const end = near[i + 1]
    for (let at = Math.max(near[i], from + 1); at < end; at++) if (ratings[at] >= limit) candidates.push(at)
  }
  let best: Place = { at: -1, rating: -Infinity }
  let second = best
  for (const at of candidates) {
    const rating = rate(at)
    if (clearlyLarger(rating, best.rating)) {
      second = best
      best = { at, rating }
    } else if (clearlyLarger(rating, second.rating)) second = { at, rating }
  }
  return { best, second }
}

/** Rates places and corners by the rule itself. */
const ratingScan: Scanner = (blocks, stretch, { split }) => {
  const { classCount: width, counts } = blocks
  const { from, to } = stretch
  const walk = new Walk(stretch)
  const ratings = new Float64Array(to)
  for (let at = from + 1; at < to; at++) {
    walk.advance(counts, (at - 1) * width)
    ratings[at] = split.rate(walk, stretch)
  }
  // Corners are asked for block by block, so one more walk along the blocks serves them all.
  const second = new Walk(stretch)
  let reached = from
  const corner = (b: number, limit: number): boolean => {
    for (; reached < b; reached++) second.advance(counts, reached * width)
    return anyCorner(counts.subarray(b * width, (b + 1) * width), (move) => {
      second.advance(move, 0)
      return split.rate(second, stretch) >= limit
    })
  }
  return { near: [from, to], ratings, corner }
}

/** Rates by fast entropies of whole counts. */
function entropyScan(prefix: Float64Array, width: number): Scanner {
  const sums = new Int32Array(prefix)
  if (width === 2) {
    const scan = pairScan(sums)
    return (_, { from, to }) => scan(from, to)
  }
  return ({ counts }, { from, to }) => {
    const left = new Float64Array(to - from + 1)
    const right = new Float64Array(to - from + 1)
    scanEntropies(sums, width, from, to, left, right)
    const ratings = new Float64Array(to)
    for (let at = from + 1; at < to; at++) ratings[at] = -(left[at - from] + right[at - from])
    const corner = (b: number, limit: number): boolean => {
      // Rows on neither side leave no entropy: a bound for nothing, which spares most blocks their corners.
      if (-(left[b - from] + right[b - from + 1]) < limit) return false
      const under = Int32Array.from({ length: width }, (_, c) => sums[b * width + c] - sums[from * width + c])
      const above = Int32Array.from({ length: width }, (_, c) => sums[to * width + c] - sums[b * width + c])
      return anyCorner(counts.subarray(b * width, (b + 1) * width), (move) => {
        for (let c = 0; c < width; c++) {
          under[c] += move[c]
          above[c] -= move[c]
        }
        return -(fastEntropy(under) + fastEntropy(above)) >= limit
      })
    }
    return { near: [from, to], ratings, corner }
  }
}

/**
 * Goes through the corners of a box in a Gray code, so that from one to the next a single class changes sides, and asks
 * at each but the two ends; the last step leads back to the start. True when too many corners to try.
 */
function anyCorner(box: Float64Array, reaches: (move: Float64Array) => boolean): boolean {
  const present: number[] = []
  for (let c = 0; c < box.length; c++) if (box[c] > 0) present.push(c)
  if (present.length > MOST_CLASSES) return true
  const corners = 1 << present.length
  const move = new Float64Array(box.length)
  let any = false
  for (let code = 1, moved = 0; code <= corners; code++) {
    const corner = code === corners ? 0 : code ^ (code >> 1)
    const c = present[31 - Math.clz32(corner ^ moved)]
    move.fill(0)
    move[c] = corner > moved ? box[c] : -box[c]
    const reached = reaches(move)
    if (corner !== 0 && corner + 1 !== corners && reached) any = true
    moved = corner
  }
  return any
}
