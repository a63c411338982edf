import { bisectLeft } from '../util/bisect.ts'
import { fastEntropy, type PairParts, scanEntropies, scanPairs, xLog2xFast } from '../util/fast-entropy.ts'
import { clearlyLarger } from '../util/ties.ts'
import { type Blocks, boundaryBlocks } from './blocks.ts'
import type { ColumnView } from './column-view.ts'
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
/** Ratings this close (relative) could still be ties or be parted by a chain of ties. */
const CLOSE = 1e-9

const below = (rating: number): number => rating - CLOSE * Math.abs(rating)

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
    const { ratings, corner } = scan(blocks, stretch, rule)
    const { best, second } = bestTwo(stretch, ratings, (at) => rule.split.rate(sidesAt(stretch, at), stretch))
    const verdict = best.at < 0 ? null : rule.split.judge(sidesAt(stretch, best.at), stretch)
    const accepted = verdict !== null && verdict.accepted
    // Where nothing is accepted a rival must beat the best place and be acceptable; else the second place counts too.
    const limit = accepted ? below(second.rating) : Math.max(below(best.rating), below(rule.leastRating(stretch)))
    const unsure: number[] = []
    for (let b = from; b < to; b++) if (inner[b] === 1 && corner(b, limit)) unsure.push(blocks.firstCell[b])
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
function bestTwo({ from }: Stretch, rough: Float64Array, rate: (at: number) => number): { best: Place; second: Place } {
  let [most, next] = [-Infinity, -Infinity]
  for (let i = 0; i < rough.length; i++) {
    if (rough[i] > most) {
      next = most
      most = rough[i]
    } else if (rough[i] > next) next = rough[i]
  }
  const limit = below(next)
  let best: Place = { at: -1, rating: -Infinity }
  let second = best
  for (let i = 0; i < rough.length; i++) {
    if (rough[i] < limit) continue
    const at = from + 1 + i
    const rating = rate(at)
    if (clearlyLarger(rating, best.rating)) {
      second = best
      best = { at, rating }
    } else if (clearlyLarger(rating, second.rating)) second = { at, rating }
  }
  return { best, second }
}

/** What a scan of a stretch finds. Ratings may be off by less than CLOSE (relative). */
interface Scan {
  /** of the places between the blocks of the stretch */
  readonly ratings: Float64Array
  /** whether a corner of the box of a block is rated at the limit or above; its ends are places between blocks */
  readonly corner: (b: number, limit: number) => boolean
}

type Scanner = (blocks: Blocks, stretch: Stretch, rule: BoundedRule) => Scan

/** Rates places and corners by the rule itself. */
const ratingScan: Scanner = (blocks, stretch, { split }) => {
  const { classCount: width, counts } = blocks
  const { from, to } = stretch
  const walk = new Walk(stretch)
  const ratings = new Float64Array(Math.max(0, to - from - 1))
  for (let at = from + 1; at < to; at++) {
    walk.advance(counts, (at - 1) * width)
    ratings[at - from - 1] = split.rate(walk, stretch)
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
  return { ratings, corner }
}

/** Rates by fast entropies of whole counts. */
function entropyScan(prefix: Float64Array, width: number): Scanner {
  const sums = new Int32Array(prefix)
  if (width === 2) return pairScan(sums)
  return ({ counts }, { from, to }) => {
    const left = new Float64Array(to - from + 1)
    const right = new Float64Array(to - from + 1)
    scanEntropies(sums, width, from, to, left, right)
    const ratings = new Float64Array(Math.max(0, to - from - 1))
    for (let i = 0; i < ratings.length; i++) ratings[i] = -(left[i + 1] + right[i + 1])
    const corner = (b: number, limit: number): boolean => {
      // Rows on neither side leave no entropy: a bound for nothing, which spares most blocks their corners.
      if (-(left[b - from] + right[b - from + 1]) < limit) return false
      const below = Int32Array.from({ length: width }, (_, c) => sums[b * width + c] - sums[from * width + c])
      const above = Int32Array.from({ length: width }, (_, c) => sums[to * width + c] - sums[b * width + c])
      return anyCorner(counts.subarray(b * width, (b + 1) * width), (move) => {
        for (let c = 0; c < width; c++) {
          below[c] += move[c]
          above[c] -= move[c]
        }
        return -(fastEntropy(below) + fastEntropy(above)) >= limit
      })
    }
    return { ratings, corner }
  }
}

/**
 * The same for two classes. A corner of a block has one class as it is before the block and the other as it is after, so
 * what was computed of the classes for the places serves the corners too. The arrays serve every stretch.
 */
function pairScan(sums: Int32Array): Scanner {
  const length = sums.length / 2
  const parts: PairParts = {
    first: new Float64Array(length),
    second: new Float64Array(length),
    left: new Float64Array(length),
    right: new Float64Array(length),
  }
  const { first, second, left, right } = parts
  const ratings = new Float64Array(length)
  return (_, { from, to }) => {
    scanPairs(sums, from, to, parts)
    for (let at = from + 1; at < to; at++) ratings[at] = -(left[at] + right[at])
    const [start, end] = [sums[2 * from] + sums[2 * from + 1], sums[2 * to] + sums[2 * to + 1]]
    const corner = (b: number, limit: number): boolean => {
      // Rows on neither side leave no entropy: a bound for nothing.
      if (-(left[b] + right[b + 1]) < limit) return false
      const before = sums[2 * b] + sums[2 * b + 1]
      const one = before + sums[2 * b + 2] - sums[2 * b]
      const other = before + sums[2 * b + 3] - sums[2 * b + 1]
      return (
        first[b + 1] + second[b] - xLog2xFast(one - start) - xLog2xFast(end - one) >= limit ||
        first[b] + second[b + 1] - xLog2xFast(other - start) - xLog2xFast(end - other) >= limit
      )
    }
    return { ratings: ratings.subarray(from + 1, Math.max(from + 1, to)), corner }
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
