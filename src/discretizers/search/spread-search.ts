import { bestSplitLimit } from '../../measures/best-split.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { ColumnView } from '../column-view.ts'
import type { SideLimits } from './side-limits.ts'
import { disorder, offMean, type Spread, type SpreadCriterion, spreadOf } from './spread.ts'
import type { TargetSums } from './target-sums.ts'
import { type Pending, type Split, splitParts, type Verdict } from './top-down.ts'

/** How candidates are rated and what the best one must clear. */
export interface SpreadRule {
  readonly criterion: SpreadCriterion
  readonly trivial: number
  /** level of the test between the means of the two sides; null for no test */
  readonly alpha: number | null
  /** whether any candidate will do, as where the best one is told that was not good enough; default false */
  readonly always?: boolean | undefined
}

/** A part of cells with its spread, and which part of its squares a split must take away to be significant. */
export interface SpreadPart {
  readonly from: number
  readonly to: number
  readonly whole: Spread
  readonly needed: number
}

/** The candidates that leave sides within the limits: how many, and the weight left of the first and of the last one. */
export interface OpenCandidates {
  readonly candidates: number
  readonly firstWeight: number
  readonly lastWeight: number
}

/**
 * Splits the cells at the candidate that leaves the least spread of a numeric target, then each part, as long as the rule
 * accepts; leftmost on a tie. Unlike with classes, the best candidate may lie between any two cells. With `most` the splits
 * that save most are kept. Every level costs O(cells).
 */
export function splitBySpread(
  sums: TargetSums,
  view: ColumnView,
  rule: SpreadRule & SideLimits,
  most: number,
): Split[] {
  const ratings = new Float64Array(sums.size)
  return splitParts(sums.size, (from, to) => bestSpread({ sums, view, ratings }, rule, from, to), most)
}

/** The candidates first … last of a part that leave sides within the limits; null where there is none. */
export function openSpread(
  { weights }: ColumnView,
  { enough, wide }: SideLimits,
  from: number,
  to: number,
): { first: number; last: number; firstWeight: number; rightWeight: number } | null {
  let first = from + 1
  let firstWeight = weights[from]
  // A side only gains rows and width as it grows, so the candidates between the first and the last are all allowed.
  while (first < to && !(firstWeight >= enough && wide(from, first))) firstWeight += weights[first++]
  let last = to - 1
  let rightWeight = weights[last]
  while (last >= first && !(rightWeight >= enough && wide(last, to))) rightWeight += weights[--last]
  return last < first ? null : { first, last, firstWeight, rightWeight }
}

/** The best candidate of a part, if the rule accepts it; `ratings` holds those of all its candidates afterwards. */
export function bestSpread(
  { sums, view, ratings }: { readonly sums: TargetSums; readonly view: ColumnView; readonly ratings: Float64Array },
  rule: SpreadRule & SideLimits,
  from: number,
  to: number,
): Pending | null {
  const whole = spreadOf(sums, from, to)
  const open = whole.squares === 0 ? null : openSpread(view, rule, from, to)
  if (open === null) return null
  const { first, last } = open
  const part = spreadPart(rule, { from, to, whole }, open)
  rateCandidates(sums, part, rule.criterion, { first, last, ratings })
  let best = first
  let second = -1
  for (let at = first + 1; at <= last; at++) {
    if (clearlyLarger(ratings[at], ratings[best])) {
      second = best
      best = at
    } else if (second < 0 || clearlyLarger(ratings[at], ratings[second])) second = at
  }
  const { score, bar, saved = 0, accepted } = judgeSpread(sums, rule, part, best)
  if (!accepted) return null
  const runnerUp = second < 0 ? null : { at: second, score: judgeSpread(sums, rule, part, second).score }
  return { from, to, split: { at: best, score, bar, runnerUp }, saved }
}

/** A part with what a split of it must take away to be significant. */
export function spreadPart(
  rule: SpreadRule,
  { from, to, whole }: Omit<SpreadPart, 'needed'>,
  { first, last, firstWeight, rightWeight }: NonNullable<ReturnType<typeof openSpread>>,
): SpreadPart {
  const open = { candidates: last - first + 1, firstWeight, lastWeight: whole.weight - rightWeight }
  return { from, to, whole, needed: partNeeded(rule, whole, open) }
}

/**
 * Rates the candidates first … last of a part, the higher the better. By variance: (Σw·distance to the mean on the left)² /
 * (left · right), which is the sum of squares between the sides over all weight. By deviation: less what the sides have of
 * it. O(candidates).
 */
export function rateCandidates(
  sums: TargetSums,
  { from, to, whole }: Omit<SpreadPart, 'needed'>,
  criterion: SpreadCriterion,
  { first, last, ratings }: { readonly first: number; readonly last: number; readonly ratings: Float64Array },
): void {
  if (criterion === 'deviation') {
    for (let at = first; at <= last; at++) {
      ratings[at] = -(disorder(spreadOf(sums, from, at), criterion) + disorder(spreadOf(sums, at, to), criterion))
    }
    return
  }
  const { weights } = sums
  // What rounding the mean leaves of Σw(y − mean) over the whole part is shared by its sides.
  const left = offMean(sums, from, to, whole.mean) / whole.weight
  for (let at = first; at <= last; at++) {
    const weight = weights.hi[at] - weights.hi[from] + (weights.lo[at] - weights.lo[from])
    const off = offMean(sums, from, at, whole.mean) - left * weight
    ratings[at] = (off * (off / weight)) / (whole.weight - weight)
  }
}

/** Which part of the variance or deviation a candidate takes away, and which part it had to take. O(1). */
export function judgeSpread(
  sums: TargetSums,
  { criterion, trivial, alpha, always = false }: SpreadRule,
  { from, to, whole, needed }: SpreadPart,
  at: number,
): Verdict {
  const [left, right] = [spreadOf(sums, from, at), spreadOf(sums, at, to)]
  const before = disorder(whole, criterion)
  const after = disorder(left, criterion) + disorder(right, criterion)
  // With sides of one deviation, this is what the needed difference of means takes off the deviation.
  const bar = criterion === 'variance' ? needed : 1 - Math.sqrt(Math.max(0, 1 - needed))
  const significant = alpha === null || whole.squares - left.squares - right.squares > needed * whole.squares
  return {
    score: (before - after) / before,
    bar: Math.max(bar, 1 - 1 / trivial),
    saved: before - after,
    accepted: always || (significant && clearlyLarger(before, after * trivial)),
  }
}

/** The part of the squares that the best candidate must take away, as the squares between the sides, to be significant. */
export function partNeeded({ alpha }: SpreadRule, { weight }: Spread, open: OpenCandidates): number {
  if (alpha === null) return 0
  if (weight <= 1) return Infinity
  const { candidates, firstWeight, lastWeight } = open
  return (
    bestSplitLimit(alpha, { places: candidates, first: firstWeight / weight, last: lastWeight / weight }) / (weight - 1)
  )
}
