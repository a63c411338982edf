import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { ColumnView } from '../column-view.ts'
import { type Blocks, boundaryBlocks } from './blocks.ts'

/** Blocks per leaf: below twice this many, looking at every candidate is faster than asking for bounds. */
export const LEAF = 32

/** More than rounding may add to a distance from a chord; sums of weight lie between 0 and 2. */
const ROUNDING = powerOfTwo(-48)

/**
 * Sums of class weight before every block (`sums[b * classes + c]`, `totals[b]`), in a unit that brings the whole column
 * between 1 and 2, so that no product of four of them leaves the doubles. The unit is a power of two: nothing is rounded.
 */
export interface RunningSums {
  readonly size: number
  readonly width: number
  readonly sums: Float64Array
  readonly totals: Float64Array
  readonly unit: number
}

/** Adds up the blocks from the left. O(blocks · classes). */
export function runningSums({ size, classCount: width, counts }: Blocks): RunningSums {
  let whole = 0
  for (const count of counts) whole += count
  const unit = unitOf(whole)
  const sums = new Float64Array((size + 1) * width)
  const totals = new Float64Array(size + 1)
  for (let b = 0; b < size; b++) {
    totals[b + 1] = totals[b]
    for (let c = 0; c < width; c++) {
      const count = counts[b * width + c] / unit
      sums[(b + 1) * width + c] = sums[b * width + c] + count
      totals[b + 1] += count
    }
  }
  return { size, width, sums, totals, unit }
}

/** The power of two by which a column is divided. */
function unitOf(whole: number): number {
  let unit = 1
  while (unit * 2 <= whole) unit *= 2
  while (unit > whole && unit > powerOfTwo(-1000)) unit /= 2
  return unit
}

/** The sums before the parts between class boundaries, and the first cell of each part, and behind them the number of cells. */
export interface BoundarySums extends RunningSums {
  readonly firstCell: Uint32Array
}

/** Adds up the parts of a column between class boundaries. O(cells · classes). */
export function boundarySums(view: ColumnView): BoundarySums {
  if (view.classCount === 2) return sumsOfTwo(view)
  const blocks = boundaryBlocks(view)
  return { ...runningSums(blocks), firstCell: blocks.firstCell }
}

/** As `quickBlocks`, without the counts of the blocks: less memory has to be written, and nothing depends on a branch. */
function sumsOfTwo({ size: cells, counts, total }: ColumnView): BoundarySums {
  const unit = unitOf(total)
  const firstCell = new Uint32Array(cells + 1)
  const sums = new Float64Array(2 * cells + 2)
  const totals = new Float64Array(cells + 1)
  let [a, b, size, previous] = [0, 0, 0, 0]
  for (let cell = 0, at = 0; cell < cells; cell++, at += 2) {
    const kind = Number(counts[at + 1] === 0) | (Number(counts[at] === 0) << 1)
    firstCell[size] = cell
    size += 1 - (Number(kind === previous) & (kind ^ (kind >> 1)))
    previous = kind
    a += counts[at] / unit
    b += counts[at + 1] / unit
    sums[2 * size] = a
    sums[2 * size + 1] = b
    totals[size] = a + b
  }
  firstCell[size] = cells
  return { size, width: 2, sums, totals, unit, firstCell }
}

/**
 * A binary tree over parts of blocks. Along a part, the sum of a class is a path over the sum of all; a node knows
 * how far that path leaves the straight line (chord) between its ends, upwards and downwards, per class. A convex function
 * of the sums is then largest at one of the ends, moved by one of the two distances: a bound for all candidates in between.
 */
export interface CandidateBounds {
  /** number of leaves, a power of two; node 1 is the root, the children of i are 2i and 2i + 1 */
  readonly leaves: number
  /** per node and class: how far the path lies below (at most 0) and above its chord */
  readonly below: Float64Array
  readonly above: Float64Array
}

/** Builds the tree. O(blocks · classes), and the leaves once more for each level. */
export function candidateBounds(running: RunningSums): CandidateBounds {
  const { size, width } = running
  let leaves = 1
  while (leaves * LEAF < size) leaves *= 2
  const below = new Float64Array(2 * leaves * width)
  const above = new Float64Array(2 * leaves * width)
  let span = LEAF
  for (let first = leaves; first >= 1; first /= 2, span *= 2) {
    for (let node = first; node < 2 * first; node++) {
      const from = (node - first) * span
      const to = Math.min(from + span, size)
      if (from >= to) break
      // The leaves are looked at one by one, the others at the ends of their leaves, each with its own distances.
      const step = first === leaves ? 1 : LEAF
      for (let c = 0; c < width; c++) {
        const distance = fromChord(running, c, from, to)
        let low = 0
        let high = 0
        for (let candidate = from; candidate < to; candidate += step) {
          const leaf = step === 1 ? -1 : (leaves + candidate / LEAF) * width + c
          const start = distance(candidate)
          const end = distance(Math.min(candidate + step, to))
          low = Math.min(low, Math.min(start, end) + (leaf < 0 ? 0 : below[leaf]))
          high = Math.max(high, Math.max(start, end) + (leaf < 0 ? 0 : above[leaf]))
        }
        below[node * width + c] = low - ROUNDING
        above[node * width + c] = high + ROUNDING
      }
    }
  }
  return { leaves, below, above }
}

/** How far the sum of a class before a block lies above the chord between two candidates. */
function fromChord(
  { sums, totals, width }: RunningSums,
  c: number,
  from: number,
  to: number,
): (candidate: number) => number {
  const start = sums[from * width + c]
  const slope = (sums[to * width + c] - start) / (totals[to] - totals[from])
  return (candidate) => sums[candidate * width + c] - start - slope * (totals[candidate] - totals[from])
}
