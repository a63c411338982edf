import { ln } from '../util/numbers/log2.ts'
import { exp } from '../util/numbers/exp.ts'
import { check, knownOptions, real } from '../util/check.ts'

/** What a scale is asked for. */
export type ScaleOptions = {
  /** the score at which the odds are `baseOdds`; default 600 */
  readonly baseScore?: number | undefined
  /** rows without the event per row of the event at that score; default 50 */
  readonly baseOdds?: number | undefined
  /** points that double the odds; default 20 */
  readonly doubleOdds?: number | undefined
}

/** How points stand for odds: score = offset + factor · ln(odds against the event). */
export interface CardScale {
  /** the score at which the odds are `baseOdds` */
  readonly baseScore: number
  /** rows without the event per row of the event at that score */
  readonly baseOdds: number
  /** points that double the odds */
  readonly doubleOdds: number
  /** points per unit of log odds: doubleOdds / ln 2 */
  readonly factor: number
  /** the score at odds of 1: baseScore − factor · ln(baseOdds) */
  readonly offset: number
}

/**
 * The scale that has `baseOdds` against the event at `baseScore`, and twice the odds `doubleOdds` points higher.
 *
 *     const { factor, offset } = cardScale({ baseScore: 600, baseOdds: 50, doubleOdds: 20 })
 *     console.log(factor.toFixed(4), offset.toFixed(4)) // → 28.8539 487.1229
 */
export function cardScale(options: ScaleOptions = {}): CardScale {
  knownOptions('cardScale', options, { baseScore: 1, baseOdds: 1, doubleOdds: 1 })
  const { baseScore = 600, baseOdds = 50, doubleOdds = 20 } = options
  check('cardScale', 'baseScore', real(), baseScore)
  check('cardScale', 'baseOdds', real({ above: 0 }), baseOdds)
  check('cardScale', 'doubleOdds', real({ above: 0 }), doubleOdds)
  const factor = doubleOdds / ln(2)
  return { baseScore, baseOdds, doubleOdds, factor, offset: baseScore - factor * ln(baseOdds) }
}

/**
 * The chance of the event that a score stands for.
 *
 *     // 50 to 1 against it at 600 points, 100 to 1 at 620:
 *     const scale = cardScale()
 *     console.log(chanceOfScore(scale, 600).toFixed(4), chanceOfScore(scale, 620).toFixed(4)) // → 0.0196 0.0099
 */
export function chanceOfScore({ factor, offset }: Pick<CardScale, 'factor' | 'offset'>, score: number): number {
  return 1 / (1 + exp((score - offset) / factor))
}

/** What the points of a column follow from: its coefficient, and by slot its weight of evidence and rows (Σw). */
export interface WeighedColumn {
  /** coefficient of its weight of evidence */
  readonly coefficient: number
  /** weight of evidence by slot */
  readonly woes: readonly number[]
  /** rows (Σw) by slot */
  readonly weights: readonly number[]
}

/**
 * The points of every slot before rounding: −(coefficient · woe + intercept / n) · factor + offset / n for n columns.
 *
 *     const home = { coefficient: 0.9, woes: [-0.4, 0.5], weights: [60, 40] }
 *     const [points] = exactPoints([home], -1.2, cardScale())
 *     console.log(points?.map((one) => one.toFixed(2))) // → [ '532.13', '508.76' ]
 */
export function exactPoints(
  columns: readonly WeighedColumn[],
  intercept: number,
  { factor, offset }: Pick<CardScale, 'factor' | 'offset'>,
): number[][] {
  const n = columns.length
  return columns.map(({ coefficient, woes }) =>
    woes.map((woe) => -(coefficient * woe + intercept / n) * factor + offset / n),
  )
}

/**
 * The same as whole points. A column takes over what the ones before it are too high or too low by for the mean row, so
 * that errors do not add up: mean scores stay within half a point of the exact ones, and no slot is off by a whole point
 * or more. Slots of a column keep their order.
 *
 *     const two = [{ coefficient: 1, woes: [0], weights: [10] }, { coefficient: 1, woes: [0], weights: [10] }]
 *     console.log(wholePoints(two, [[10.4], [10.4]])) // → [ [ 10 ], [ 11 ] ]
 */
export function wholePoints(columns: readonly WeighedColumn[], exact: readonly (readonly number[])[]): number[][] {
  let carried = 0
  return columns.map(({ weights }, i) => {
    const whole = exact[i].map((points) => Math.round(points - carried) + 0)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const error = whole.reduce((sum, points, slot) => sum + weights[slot] * (points - exact[i][slot]), 0)
    if (total > 0) carried += error / total
    return whole
  })
}
