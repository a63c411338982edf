import { type ColumnView, cutBetween } from '../discretizers/column-view.ts'
import type { Closed, NumberSummary } from '../types.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'

/** What each side of a cut must have: so many rows, and a width up to the smallest or largest value. */
export interface LeastSide {
  readonly rows: number
  readonly width: number
}

/** Cells with what tells them apart: `width` sums each, counts of classes or one sum of a number. */
export type SummedCells = Pick<ColumnView, 'size' | 'lo' | 'hi' | 'weights' | 'total'> & {
  readonly sums: Float64Array
  readonly width: number
}

/** The cells of a column with counts of its classes, or with sums of its numeric target less the mean of all. */
export function summedCells(view: ColumnView, { target, cells: { tallies } }: NumberSummary): SummedCells {
  if (target?.kind !== 'numeric') return { ...view, sums: view.counts, width: view.classCount }
  let weight = 0
  let sum = 0
  for (let cell = 0; cell < tallies.size; cell++) {
    weight += tallies.sums[3 * cell]
    sum += tallies.sums[3 * cell + 1]
  }
  const mean = sum / weight
  const sums = Float64Array.from(view.lo, (_, cell) => tallies.sums[3 * cell + 1] - tallies.sums[3 * cell] * mean)
  return { ...view, sums, width: 1 }
}

/**
 * The one or two cuts that tell classes or means apart best (largest Gini gain or explained variance, leftmost on a tie)
 * and leave enough on each side, however little they gain; none where there is no such place. Two where the second gains
 * more than the first: then a range in the middle differs from what lies on both of its sides. For the held-out check of
 * a column that half of the rows are too few to cut. O(cells · classes).
 */
export function bestCuts(cells: SummedCells, least: LeastSide, closed: Closed): number[] {
  return cutTwice((stretch) => bestCut(cells, stretch, least, closed), cells.size)
}

/** The cuts of `bestCuts` in coarse cells with two classes, and the cells in which better ones could hide: they are right without any. */
export function openToCuts(
  cells: SummedCells,
  least: LeastSide,
  closed: Closed,
): { readonly open: number[]; readonly cuts: number[] } {
  const open = new Set<number>()
  const cuts = cutTwice((stretch) => {
    const found = bestCut(cells, stretch, least, closed)
    for (const cell of openCells(cells, stretch, least, found?.gain ?? -Infinity)) open.add(cell)
    return found
  }, cells.size)
  return { open: [...open], cuts }
}

function cutTwice(best: (stretch: Stretch) => ReturnType<typeof bestCut>, size: number): number[] {
  const first = best({ from: 0, to: size })
  if (first === null) return []
  const below = best({ from: 0, to: first.at })
  const above = best({ from: first.at, to: size })
  const second = below !== null && (above === null || below.gain >= above.gain) ? below : above
  if (second === null || !clearlyLarger(second.gain, first.gain)) return [first.cut]
  // The first was chosen without the second: given that, another place may be better.
  const again = best(second === below ? { from: second.at, to: size } : { from: 0, to: second.at }) ?? first
  return [again.cut, second.cut].toSorted((a, b) => a - b)
}

/** Cells from one up to, but without, another. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** A cut: before which cell, where, and what it gains. */
interface FoundCut {
  readonly at: number
  readonly cut: number
  readonly gain: number
}

/** The best cut within a stretch of cells; null when there is none. */
function bestCut(
  { lo, hi, sums, width, weights }: SummedCells,
  { from, to }: Stretch,
  least: LeastSide,
  closed: Closed,
): FoundCut | null {
  if (width === 2) return bestOfTwo({ lo, hi, sums, weights }, { from, to }, least, closed)
  const left = new Float64Array(width)
  const right = new Float64Array(width)
  let total = 0
  for (let cell = from; cell < to; cell++) {
    total += weights[cell]
    for (let c = 0; c < width; c++) right[c] += sums[cell * width + c]
  }
  const uncut = squares(right) / total
  let below = 0
  let best: FoundCut | null = null
  for (let cell = from; cell + 1 < to; cell++) {
    for (let c = 0; c < width; c++) {
      const moved = sums[cell * width + c]
      left[c] += moved
      right[c] -= moved
    }
    below += weights[cell]
    if (below < least.rows || total - below < least.rows) continue
    const gain = squares(left) / below + squares(right) / (total - below) - uncut
    if (best !== null && !clearlyLarger(gain, best.gain)) continue
    const cut = cutBetween(hi[cell], lo[cell + 1], closed)
    const narrow = cut - lo[from] < least.width || hi[to - 1] - cut < least.width
    if (!narrow) best = { at: cell + 1, cut, gain }
  }
  return best
}

/** The same for two classes, whose sums need no arrays. */
function bestOfTwo(
  { lo, hi, sums, weights }: Pick<SummedCells, 'lo' | 'hi' | 'sums' | 'weights'>,
  { from, to }: Stretch,
  least: LeastSide,
  closed: Closed,
): FoundCut | null {
  let [zeros, ones, total] = [0, 0, 0]
  for (let cell = from; cell < to; cell++) {
    total += weights[cell]
    zeros += sums[2 * cell]
    ones += sums[2 * cell + 1]
  }
  const uncut = (zeros * zeros + ones * ones) / total
  let [leftZeros, leftOnes, below] = [0, 0, 0]
  let best: FoundCut | null = null
  let bar = -Infinity
  for (let cell = from; cell + 1 < to; cell++) {
    leftZeros += sums[2 * cell]
    leftOnes += sums[2 * cell + 1]
    zeros -= sums[2 * cell]
    ones -= sums[2 * cell + 1]
    below += weights[cell]
    const above = total - below
    if (below < least.rows || above < least.rows) continue
    const gain = (leftZeros * leftZeros + leftOnes * leftOnes) / below + (zeros * zeros + ones * ones) / above - uncut
    // Most are not the best, and need no closer look.
    if (gain <= bar || (best !== null && !clearlyLarger(gain, best.gain))) continue
    const cut = cutBetween(hi[cell], lo[cell + 1], closed)
    const narrow = cut - lo[from] < least.width || hi[to - 1] - cut < least.width
    if (narrow) continue
    best = { at: cell + 1, cut, gain }
    bar = gain
  }
  return best
}

/** What rounding may take from a bound, of the best gain and of all there is to gain. */
const [SLACK, ROUNDING] = [1e-9, 1e-12]

/**
 * The coarse cells of a stretch in which a cut could gain as much as the best known. Of a cell's rows any may lie left of a
 * cut in it; the gain is convex in how many of each class do, so that it is largest where all or none of a class are.
 */
function openCells(
  { lo, hi, sums, weights }: SummedCells,
  { from, to }: Stretch,
  least: LeastSide,
  best: number,
): number[] {
  let [zeros, ones, total] = [0, 0, 0]
  for (let cell = from; cell < to; cell++) {
    zeros += sums[2 * cell]
    ones += sums[2 * cell + 1]
    total += weights[cell]
  }
  const uncut = (zeros * zeros + ones * ones) / total
  const bar = best - SLACK * Math.abs(best) - ROUNDING * uncut
  const open: number[] = []
  for (let cell = from, a = 0, b = 0; cell < to; cell++) {
    const nextA = a + sums[2 * cell]
    const nextB = b + sums[2 * cell + 1]
    const enough = nextA + nextB >= least.rows && total - a - b >= least.rows
    const wide = !(hi[cell] - lo[from] < least.width || hi[to - 1] - lo[cell] < least.width)
    if (lo[cell] < hi[cell] && enough && wide) {
      let closed = true
      // Each of the classes all left of the cut, or none of it.
      for (let corner = 0; corner < 4 && closed; corner++) {
        const c = (corner & 1) === 0 ? a : nextA
        const d = (corner & 2) === 0 ? b : nextB
        closed = purity(c, d) + purity(zeros - c, ones - d) - uncut < bar
      }
      if (!closed) open.push(cell)
    }
    a = nextA
    b = nextB
  }
  return open
}

/** The squares of the rows of two classes over their sum; 0 without rows. */
function purity(a: number, b: number): number {
  return a + b > 0 ? (a * a + b * b) / (a + b) : 0
}

function squares(sums: Float64Array): number {
  let total = 0
  for (let c = 0; c < sums.length; c++) total += sums[c] * sums[c]
  return total
}
