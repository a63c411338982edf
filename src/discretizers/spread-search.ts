import { bestSplitLimit } from '../measures/best-split.ts'
import { clearlyLarger } from '../util/ties.ts'
import type { SideLimits } from './side-limits.ts'
import { disorder, type Spread, type SpreadCells, type SpreadCriterion, spreadOf } from './spread.ts'
import { type Pending, type Split, splitParts, type Verdict } from './top-down.ts'

/** How places are rated, which may be taken, and what the best one must clear. */
export interface SpreadRule extends SideLimits {
  readonly criterion: SpreadCriterion
  readonly trivial: number
  /** level of the test between the means of the two sides; null for no test */
  readonly alpha: number | null
}

/** A stretch of cells under consideration: its spread, and the first and last place that leave sides within the limits. */
interface Part {
  readonly from: number
  readonly to: number
  readonly whole: Spread
  readonly first: number
  readonly last: number
  /** weight left of the first and of the last place */
  readonly firstWeight: number
  readonly lastWeight: number
}

/**
 * Splits the cells at the place that leaves the least spread of a numeric target, then each part, as long as the rule
 * accepts; leftmost on a tie. Unlike with classes, the best place may lie between any two cells. With `most` the splits
 * that save most are kept. Every level costs O(cells).
 */
export function splitBySpread(cells: SpreadCells, rule: SpreadRule, most: number): Split[] {
  const ratings = new Float64Array(cells.size)
  return splitParts(cells.size, (from, to) => bestSplit(cells, rule, ratings, from, to), most)
}

function bestSplit(
  cells: SpreadCells,
  rule: SpreadRule,
  ratings: Float64Array,
  from: number,
  to: number,
): Pending | null {
  const part = partOf(cells, rule, from, to)
  if (part === null) return null
  if (rule.criterion === 'variance') rateByMeans(cells, part, ratings)
  else rateByDeviations(cells, part, ratings)
  let best = part.first
  let second = -1
  for (let at = part.first + 1; at <= part.last; at++) {
    if (clearlyLarger(ratings[at], ratings[best])) {
      second = best
      best = at
    } else if (second < 0 || clearlyLarger(ratings[at], ratings[second])) second = at
  }
  const { score, bar, saved = 0, accepted } = judge(cells, rule, part, best)
  if (!accepted) return null
  const runnerUp = second < 0 ? null : { at: second, score: judge(cells, rule, part, second).score }
  return { from, to, split: { at: best, score, bar, runnerUp }, saved }
}

/** The part with the places it may be split at; null if the target is constant in it or there is no such place. */
function partOf(cells: SpreadCells, { enough, wide }: SpreadRule, from: number, to: number): Part | null {
  const whole = spreadOf(cells, from, to)
  if (whole.squares === 0) return null
  let first = from + 1
  let firstWeight = cells.weights[from]
  // A side only gains rows and width as it grows, so the places between the first and the last are all allowed.
  while (first < to && !(firstWeight >= enough && wide(from, first))) firstWeight += cells.weights[first++]
  let last = to - 1
  let right = cells.weights[last]
  while (last >= first && !(right >= enough && wide(last, to))) right += cells.weights[--last]
  if (last < first) return null
  return { from, to, whole, first, last, firstWeight, lastWeight: whole.weight - right }
}

/** Ratings that grow with the sum of squares between the sides: (Σw·distance to the mean)² / (left · right). */
function rateByMeans({ weights, means }: SpreadCells, { from, whole, first, last }: Part, ratings: Float64Array): void {
  let weight = 0
  let sum = 0
  for (let at = from + 1; at <= last; at++) {
    weight += weights[at - 1]
    sum += weights[at - 1] * (means[at - 1] - whole.mean)
    if (at >= first) ratings[at] = (sum * (sum / weight)) / (whole.weight - weight)
  }
}

/**
 * Ratings that fall with the weighted deviations of the sides. Each side's sum of squares grows cell by cell from its own
 * end, never by taking away, so that it keeps its digits beside a side with a far larger one.
 */
function rateByDeviations(cells: SpreadCells, { from, to, whole, first, last }: Part, ratings: Float64Array): void {
  const right = new Growing(whole.mean)
  for (let at = to - 1; at >= first; at--) {
    right.add(cells, at)
    if (at <= last) ratings[at] = -disorder(right, 'deviation')
  }
  const left = new Growing(whole.mean)
  for (let at = from + 1; at <= last; at++) {
    left.add(cells, at - 1)
    if (at >= first) ratings[at] -= disorder(left, 'deviation')
  }
}

/** A spread that grows by one cell after the other (Chan, Golub and LeVeque 1979). */
class Growing implements Spread {
  weight = 0
  mean = 0
  squares = 0
  readonly #centre: number
  #sum = 0

  /** Means are taken from `centre` on, which keeps their digits. */
  constructor(centre: number) {
    this.#centre = centre
  }

  add({ weights, means, squares }: SpreadCells, cell: number): void {
    const mean = means[cell] - this.#centre
    const before = this.weight
    const off = mean - this.mean
    this.weight += weights[cell]
    this.squares += squares[cell] + off * (before / this.weight) * weights[cell] * off
    this.#sum += weights[cell] * mean
    this.mean = this.#sum / this.weight
  }
}

/** Which part of the variance or deviation a place takes away, and which part it had to take. */
function judge(cells: SpreadCells, rule: SpreadRule, part: Part, at: number): Verdict {
  const { criterion, trivial, alpha } = rule
  const { squares } = part.whole
  const [left, right] = [spreadOf(cells, part.from, at), spreadOf(cells, at, part.to)]
  const before = disorder(part.whole, criterion)
  const after = disorder(left, criterion) + disorder(right, criterion)
  const needed = alpha === null ? 0 : partNeeded(alpha, part)
  // With sides of one deviation, this is what the needed difference of means takes off the deviation.
  const bar = criterion === 'variance' ? needed : 1 - Math.sqrt(Math.max(0, 1 - needed))
  const significant = alpha === null || squares - left.squares - right.squares > needed * squares
  return {
    score: (before - after) / before,
    bar: Math.max(bar, 1 - 1 / trivial),
    saved: before - after,
    accepted: significant && clearlyLarger(before, after * trivial),
  }
}

/** The part of the squares that the best place must take away, as the squares between the sides, to be significant. */
function partNeeded(alpha: number, { whole, first, last, firstWeight, lastWeight }: Part): number {
  if (whole.weight <= 1) return Infinity
  const limit = bestSplitLimit(alpha, {
    places: last - first + 1,
    first: firstWeight / whole.weight,
    last: lastWeight / whole.weight,
  })
  return limit / (whole.weight - 1)
}
