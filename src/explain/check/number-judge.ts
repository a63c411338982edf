import { chiSquareTail } from '../../measures/distributions/chi-square-distribution.ts'
import { fTail } from '../../measures/distributions/f-distribution.ts'
import { gammaTails } from '../../util/numbers/incomplete-gamma.ts'
import { type Judge, type RowTally, type Tally, without } from './judge.ts'
import type { WeighedRows } from './weighed-rows.ts'

/** Rows of a range and the mean of the target in them. */
export interface MeanCount {
  /** rows in the range */
  readonly rows: number
  /** of the target, weighted where rows have weights; 0 without rows */
  readonly mean: number
}

/** What is said of a number in a range beside all rows. */
export interface MeanFacts {
  /** mean in the range − mean of all rows */
  readonly difference: number
}

/**
 * Channels: rows; Σw; Σw² and Σw³ over units; Σwy; Σwu of the ranks u; and Σw²u, Σw²u², Σw²u³ for how ranks vary.
 */
const CHANNELS = { rows: 0, weight: 1, squares: 2, cubes: 3, sum: 4, ranks: 5, first: 6, second: 7, third: 8 } as const
const CHANNEL_COUNT = 9

/** Adds rows with a number each; `ranks` are from 0 to 1. */
export function numberTally(
  numbers: Float64Array,
  ranks: Float64Array,
  { weights, squares, cubes }: WeighedRows,
): RowTally {
  return {
    channels: CHANNEL_COUNT,
    plain: null,
    add(into, at, row) {
      const weight = weights === null ? 1 : weights[row]
      const square = squares === null ? 1 : squares[row]
      const rank = ranks[row] - 0.5
      into[at + CHANNELS.rows]++
      into[at + CHANNELS.weight] += weight
      into[at + CHANNELS.squares] += square
      into[at + CHANNELS.cubes] += cubes === null ? 1 : cubes[row]
      into[at + CHANNELS.sum] += weight * numbers[row]
      into[at + CHANNELS.ranks] += weight * rank
      into[at + CHANNELS.first] += square * rank
      into[at + CHANNELS.second] += square * rank * rank
      into[at + CHANNELS.third] += square * rank * rank * rank
    },
  }
}

/**
 * The part of the rows below each number, rows equal to it counted half: from 0 to 1, 0.5 on average; NaN for rows that
 * do not count. O(rows · log rows).
 */
export function ranksOf(numbers: Float64Array): Float64Array {
  const order = Uint32Array.from({ length: numbers.length }, (_, row) => row).filter(
    (row) => !Number.isNaN(numbers[row]),
  )
  order.sort((a, b) => numbers[a] - numbers[b])
  const ranks = new Float64Array(numbers.length).fill(Number.NaN)
  for (let from = 0; from < order.length;) {
    let to = from
    while (to < order.length && numbers[order[to]] === numbers[order[from]]) to++
    for (let i = from; i < to; i++) ranks[order[i]] = (from + to) / 2 / order.length
    from = to
  }
  return ranks
}

/**
 * Judges where a number is high (`direction` 1) or low (−1). What is told is the mean; what is tested are ranks, which no
 * outlier can bend (Wilcoxon 1945). The chance is that of a random draw of as many rows, by its mean, variance and
 * skewness (Pearson's third type, as Mielke and Berry use it), so it holds for targets that are mostly one value too.
 */
export function numberJudge(direction: 1 | -1): Judge<MeanCount, MeanFacts> {
  const value = (tally: Tally): number =>
    tally[CHANNELS.weight] > 0 ? tally[CHANNELS.sum] / tally[CHANNELS.weight] : 0
  const lead = (inside: Tally, all: Tally): number => direction * (value(inside) - value(all))
  return {
    count: (tally) => ({ rows: tally[CHANNELS.rows], mean: value(tally) }),
    value,
    lead,
    mostFrequent: () => false,
    chance: (inside, all) => {
      const { deviations, skewness } = rankShift(inside, all, direction)
      return upperTail(deviations, skewness)
    },
    score: (inside, all) => rankShift(inside, all, direction).deviations,
    facts: (inside, all) => ({ difference: value(inside) - value(all) }),
  }
}

/** How far the mean rank inside lies above that of the others, in deviations of a random draw, and how skew such draws are. */
function rankShift(inside: Tally, all: Tally, direction: 1 | -1): { deviations: number; skewness: number } {
  const others = without(all, inside)
  const [own, rest] = [inside[CHANNELS.weight], others[CHANNELS.weight]]
  if (!(own > 0 && rest > 0)) return { deviations: 0, skewness: 0 }
  const shift = inside[CHANNELS.ranks] / own - others[CHANNELS.ranks] / rest
  const units = (all[CHANNELS.weight] * all[CHANNELS.weight]) / all[CHANNELS.squares]
  if (!(units > 2)) return { deviations: 0, skewness: 0 }
  const mean = all[CHANNELS.ranks] / all[CHANNELS.weight]
  const [zeroth, first, second, third] = [
    all[CHANNELS.squares],
    all[CHANNELS.first],
    all[CHANNELS.second],
    all[CHANNELS.third],
  ]
  // Central moments of the ranks.
  const variance = second / zeroth - (2 * mean * first) / zeroth + mean * mean
  const cube = third / zeroth - (3 * mean * second) / zeroth + (3 * mean * mean * first) / zeroth - mean * mean * mean
  if (!(variance > 1e-12)) return { deviations: 0, skewness: 0 }
  // The shift is Σ cᵢuᵢ, with weights over the sum of weights inside, and negative ones outside.
  const squares = inside[CHANNELS.squares] / (own * own) + others[CHANNELS.squares] / (rest * rest)
  const cubes = inside[CHANNELS.cubes] / (own * own * own) - others[CHANNELS.cubes] / (rest * rest * rest)
  const spread = (squares * variance * units) / (units - 1)
  const skew = (cubes * cube * units * units) / ((units - 1) * (units - 2)) / (spread * Math.sqrt(spread))
  return { deviations: (direction * shift) / Math.sqrt(spread), skewness: direction * skew }
}

/** Skewness below which a draw is as good as normal. */
const SYMMETRIC = 1e-3

/**
 * Chance of more deviations than that. Draws skew to the other side have a lighter tail here than a normal one, which is
 * taken for them to be safe.
 */
function upperTail(deviations: number, skewness: number): number {
  if (skewness < SYMMETRIC) {
    const half = chiSquareTail(deviations * deviations, 1) / 2
    return deviations > 0 ? half : 1 - half
  }
  const shape = 4 / (skewness * skewness)
  const at = shape + deviations * Math.sqrt(shape)
  return at <= 0 ? 1 : gammaTails(shape, at).upper
}

/** Chance of levels so different in the ranks, if they said nothing: F test over so many rows per weight. */
export function ranksAlike(levels: readonly Tally[], rowsPerWeight: number): number {
  const total = (channel: keyof typeof CHANNELS): number =>
    levels.reduce((sum, tally) => sum + tally[CHANNELS[channel]], 0)
  const weight = total('weight')
  const within = weight * rowsPerWeight - levels.length
  if (levels.length < 2 || !(within > 0)) return 1
  const mean = total('ranks') / weight
  const between = levels.reduce((sum, tally) => {
    const own = tally[CHANNELS.ranks]
    return tally[CHANNELS.weight] > 0 ? sum + (own * own) / tally[CHANNELS.weight] : sum
  }, 0)
  const explained = (between - weight * mean * mean) * rowsPerWeight
  const whole = (total('second') / total('squares') - mean * mean) * weight * rowsPerWeight
  const left = whole - explained
  return left > 0 ? fTail(explained / (levels.length - 1) / (left / within), levels.length - 1, within) : 0
}
