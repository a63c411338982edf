import { fastEntropy, scanEntropies } from '../../util/numbers/fast-entropy.ts'
import type { Blocks } from '../search/blocks.ts'
import type { Rating } from './bounded-rule.ts'
import { mostOfEntropies, mostOfSquares } from './class-bounds.ts'
import type { Scan } from './pair-scan.ts'
import type { Part, Sides } from '../search/top-down.ts'

/** Rates the candidates of a part and the corners of its blocks; candidates that are not `open` are not rated. */
export type Scanner = (part: Part, open: (at: number) => boolean) => Scan

/** The corners of so many classes of a cell are tried one by one; with more, a bound takes the classes one by one. */
const FEW_CLASSES = 4
/** What rounding may take off a ceiling less what both sides leave over (relative). */
const SLACK = 1e-12

/** Rates by the rule itself. */
export const ratingScan =
  ({ classCount: width, counts }: Pick<Blocks, 'classCount' | 'counts'>, rule: Rating): Scanner =>
  (part, open) => {
    const { from, to } = part
    const walk = new Walk(part)
    const ratings = new Float64Array(to).fill(-Infinity)
    for (let at = from + 1; at < to; at++) {
      walk.advance(counts, (at - 1) * width)
      if (open(at)) ratings[at] = rule.rate(walk, part)
    }
    const ceiling = rule.ceiling(part) * (1 + SLACK)
    const leaves = (side: Float64Array): number => rule.leaves(side, part)
    const squares = rule.squares?.(part)
    // Corners are asked for block by block, so one more walk along the blocks serves them all.
    const second = new Walk(part)
    let reached = from
    const corner = (b: number, limit: number): number => {
      for (; reached < b; reached++) second.advance(counts, reached * width)
      const box = counts.subarray(b * width, (b + 1) * width)
      const [before, after] = [second.left.slice(), second.right.map((count, c) => count - box[c])]
      // Rows on neither side leave nothing over: a bound for nothing, which spares most blocks their corners.
      const bound = ceiling - leaves(before) - leaves(after)
      if (bound < limit) return bound
      const least = leastOfCorners({ before, after, box }, leaves, openEnds(part, b, open))
      if (least !== null) return ceiling - least
      return squares === undefined
        ? bound
        : Math.min(bound, mostOfSquares(before, after, box, squares.weights) - squares.less)
    }
    return { near: [from, to], ratings, corner }
  }

/** Rates by fast entropies of whole counts. `sums` holds class counts before each block. */
export function entropyScan(sums: Int32Array, width: number): Scanner {
  return (part, open) => {
    const { from, to } = part
    const left = new Float64Array(to - from + 1)
    const right = new Float64Array(to - from + 1)
    scanEntropies(sums, width, from, to, left, right)
    const ratings = new Float64Array(to).fill(-Infinity)
    for (let at = from + 1; at < to; at++) if (open(at)) ratings[at] = -(left[at - from] + right[at - from])
    const corner = (b: number, limit: number): number => {
      const bound = -(left[b - from] + right[b - from + 1])
      if (bound < limit) return bound
      const between = (first: number, end: number): Int32Array =>
        Int32Array.from({ length: width }, (_, c) => sums[end * width + c] - sums[first * width + c])
      const [before, box, after] = [between(from, b), between(b, b + 1), between(b + 1, to)]
      const least = leastOfCorners({ before, after, box }, fastEntropy, openEnds(part, b, open))
      return least === null ? Math.min(bound, mostOfEntropies(before, after, box)) : -least
    }
    return { near: [from, to], ratings, corner }
  }
}

/** Whether both ends of a block are candidates that were rated, or no candidates at all. */
const openEnds = ({ from, to }: Part, b: number, open: (at: number) => boolean): boolean =>
  (b === from || open(b)) && (b + 1 === to || open(b + 1))

/**
 * The least that both sides leave over in a corner of a box: each of its classes wholly left or wholly right. Goes through
 * the corners in a Gray code, so that from one to the next a single class changes sides. The two ends of the box are asked
 * for only where they were not rated. Null where there are too many corners. `before` and `after` are the counts on both
 * sides of the box, as they are again afterwards.
 */
function leastOfCorners<Counts extends Float64Array | Int32Array>(
  { before, after, box }: { readonly before: Counts; readonly after: Counts; readonly box: Counts },
  leaves: (side: Counts) => number,
  endsRated: boolean,
): number | null {
  const present: number[] = []
  for (let c = 0; c < box.length; c++) if (box[c] > 0) present.push(c)
  if (present.length > FEW_CLASSES) return null
  for (const c of present) after[c] += box[c]
  let least = endsRated ? Infinity : leaves(before) + leaves(after)
  const corners = 1 << present.length
  for (let code = 1, moved = 0; code < corners; code++) {
    const corner = code ^ (code >> 1)
    const c = present[31 - Math.clz32(corner ^ moved)]
    const count = corner > moved ? box[c] : -box[c]
    before[c] += count
    after[c] -= count
    moved = corner
    if (!endsRated || corner + 1 !== corners) least = Math.min(least, leaves(before) + leaves(after))
  }
  return least
}

/** The sides of a candidate that moves; it starts at the left end of a part. */
class Walk implements Sides {
  readonly left: Float64Array
  readonly right: Float64Array
  leftTotal = 0
  rightTotal: number
  at: number

  constructor(part: Part) {
    this.left = new Float64Array(part.counts.length)
    this.right = part.counts.slice()
    this.rightTotal = part.total
    this.at = part.from
  }

  /** Moves the counts that start at `at` from the right to the left. */
  advance(counts: Float64Array, at: number): void {
    const { left, right } = this
    let moved = 0
    for (let c = 0; c < left.length; c++) {
      const count = counts[at + c]
      left[c] += count
      right[c] -= count
      moved += count
    }
    this.leftTotal += moved
    this.rightTotal -= moved
  }
}
