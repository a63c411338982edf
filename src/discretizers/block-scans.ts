import { fastEntropy, scanEntropies } from '../util/fast-entropy.ts'
import type { Blocks } from './blocks.ts'
import type { BoundedRule } from './bounded-rule.ts'
import type { Scan } from './pair-scan.ts'
import type { Stretch } from './top-down.ts'
import { Walk } from './walk.ts'

/** Rates the places of a stretch and the corners of its blocks; places that are not `open` are not rated. */
export type Scanner = (blocks: Blocks, stretch: Stretch, rule: BoundedRule, open: (at: number) => boolean) => Scan

/** The corners of so many classes of a cell are tried; the rows of its other classes are taken for neither side's. */
const MOST_CLASSES = 10
/** What rounding may take off a ceiling less what both sides leave over (relative). */
const SLACK = 1e-12

/** Rates by the rule itself. */
export const ratingScan: Scanner = (blocks, stretch, rule, open) => {
  const { classCount: width, counts } = blocks
  const { from, to } = stretch
  const walk = new Walk(stretch)
  const ratings = new Float64Array(to).fill(-Infinity)
  for (let at = from + 1; at < to; at++) {
    walk.advance(counts, (at - 1) * width)
    if (open(at)) ratings[at] = rule.rate(walk, stretch)
  }
  const ceiling = rule.ceiling(stretch) * (1 + SLACK)
  const leaves = (side: Float64Array): number => rule.leaves(side, stretch)
  // Corners are asked for block by block, so one more walk along the blocks serves them all.
  const second = new Walk(stretch)
  let reached = from
  const corner = (b: number, limit: number): number => {
    for (; reached < b; reached++) second.advance(counts, reached * width)
    const box = counts.subarray(b * width, (b + 1) * width)
    const [before, after] = [second.left.slice(), second.right.map((count, c) => count - box[c])]
    const bound = ceiling - leaves(before) - leaves(after)
    return bound < limit ? bound : ceiling - leastOfCorners(before, after, box, leaves)
  }
  return { near: [from, to], ratings, corner }
}

/** Rates by fast entropies of whole counts. `sums` holds class counts before each block. */
export function entropyScan(sums: Int32Array, width: number): Scanner {
  return ({ counts }, { from, to }, _, open) => {
    const left = new Float64Array(to - from + 1)
    const right = new Float64Array(to - from + 1)
    scanEntropies(sums, width, from, to, left, right)
    const ratings = new Float64Array(to).fill(-Infinity)
    for (let at = from + 1; at < to; at++) if (open(at)) ratings[at] = -(left[at - from] + right[at - from])
    const corner = (b: number, limit: number): number => {
      // Rows on neither side leave no entropy: a bound for nothing, which spares most blocks their corners.
      const bound = -(left[b - from] + right[b - from + 1])
      if (bound < limit) return bound
      const before = Int32Array.from({ length: width }, (__, c) => sums[b * width + c] - sums[from * width + c])
      const after = Int32Array.from({ length: width }, (__, c) => sums[to * width + c] - sums[(b + 1) * width + c])
      return -leastOfCorners(before, after, counts.subarray(b * width, (b + 1) * width), fastEntropy)
    }
    return { near: [from, to], ratings, corner }
  }
}

/**
 * The least that both sides leave over in a corner of a box: each of its classes wholly left or wholly right. Goes through
 * the corners in a Gray code, so that from one to the next a single class changes sides. Its two ends are places between
 * blocks and not asked for. With more classes than can be tried, those with fewest rows are left out: a side leaves no more
 * over without them. `before` and `after` are the counts on both sides of the box, and are written to.
 */
function leastOfCorners<Counts extends Float64Array | Int32Array>(
  before: Counts,
  after: Counts,
  box: Float64Array,
  leaves: (side: Counts) => number,
): number {
  const present: number[] = []
  for (let c = 0; c < box.length; c++) if (box[c] > 0) present.push(c)
  const tried =
    present.length > MOST_CLASSES ? present.toSorted((a, b) => box[b] - box[a]).slice(0, MOST_CLASSES) : present
  const withEnds = tried.length < present.length
  for (const c of tried) after[c] += box[c]
  let least = withEnds ? leaves(before) + leaves(after) : Infinity
  const corners = 1 << tried.length
  for (let code = 1, moved = 0; code < corners; code++) {
    const corner = code ^ (code >> 1)
    const c = tried[31 - Math.clz32(corner ^ moved)]
    const count = corner > moved ? box[c] : -box[c]
    before[c] += count
    after[c] -= count
    moved = corner
    if (withEnds || corner + 1 !== corners) least = Math.min(least, leaves(before) + leaves(after))
  }
  return least
}
