import { chiSquareQuantileOfTail } from '../measures/distributions/chi-square-distribution.ts'
import type { LeftOutColumn } from './scorecard.ts'

/** A column that may come onto a card. */
export interface Candidate {
  readonly name: string
  /** its information value */
  readonly iv: number
  /** by slot, rows and rows of the event (Σw) */
  readonly counts: readonly number[]
  readonly events: readonly number[]
  /** by slot, the weight of evidence */
  readonly woes: readonly number[]
  /** by row, the slot of its value */
  readonly slots: Int32Array
}

/** What a column has to be. */
export interface CardLimits {
  /** least information value */
  readonly minIv: number
  /** largest correlation, of either sign, with a column that tells more */
  readonly maxCorrelation: number
}

/**
 * The columns that tell enough and do not repeat one that tells more, those that tell most first, and why the others are
 * left out. Correlations are those of the weights of evidence. O(rows · columns · chosen).
 */
export function chooseCardColumns<Column extends Candidate>(
  candidates: readonly Column[],
  weights: ArrayLike<number>,
  { minIv, maxCorrelation }: CardLimits,
): { readonly chosen: Column[]; readonly leftOut: LeftOutColumn[] } {
  const leftOut: LeftOutColumn[] = []
  const chosen: { readonly column: Column; readonly standard: Float64Array }[] = []
  for (const column of candidates.toSorted((a, b) => b.iv - a.iv)) {
    const { name, iv } = column
    const chance = chanceIv(column, weights)
    const standard = iv < minIv || (minIv > 0 && iv <= chance) ? null : standardized(column, weights)
    if (standard === null) {
      const [why, limit] = iv < minIv || minIv === 0 ? (['weak', minIv] as const) : (['chance', chance] as const)
      leftOut.push({ name, why, value: iv, limit, other: null })
      continue
    }
    let [value, other] = [0, '']
    for (const one of chosen) {
      const found = productSum(standard, one.standard)
      if (Math.abs(found) > Math.abs(value)) [value, other] = [found, one.column.name]
    }
    if (Math.abs(value) > maxCorrelation) leftOut.push({ name, why: 'correlated', value, limit: maxCorrelation, other })
    else chosen.push({ column, standard })
  }
  return { chosen: chosen.map(({ column }) => column), leftOut }
}

/**
 * The information value that chance alone exceeds in 5 of 100 cases. Where the target has nothing to do with k slots, it
 * is about χ² with k − 1 degrees of freedom times 1/events + 1/rest. Bins that were chosen to differ exceed it more often.
 */
function chanceIv({ events, counts }: Candidate, weights: ArrayLike<number>): number {
  let [sum, squares, own] = [0, 0, 0]
  for (let row = 0; row < weights.length; row++) {
    sum += weights[row]
    squares += weights[row] * weights[row]
  }
  // As many rows as would tell as much without weights.
  const size = squares > 0 ? sum / squares : 0
  const used = counts.filter((count) => count > 0).length
  for (const event of events) own += event
  const rest = counts.reduce((all, count) => all + count, 0) - own
  if (used < 2 || own <= 0 || rest <= 0) return 0
  return chiSquareQuantileOfTail(0.05, used - 1) * (1 / (own * size) + 1 / (rest * size))
}

/** Weights of evidence by row, moved and stretched so that the sum of products of two is their correlation; null if constant. */
function standardized({ woes, slots }: Candidate, weights: ArrayLike<number>): Float64Array | null {
  const held = new Float64Array(woes.length)
  for (let row = 0; row < slots.length; row++) held[slots[row]] += weights[row]
  const total = held.reduce((sum, weight) => sum + weight, 0)
  const mean = woes.reduce((sum, woe, slot) => sum + held[slot] * woe, 0) / total
  const spread = Math.sqrt(woes.reduce((sum, woe, slot) => sum + held[slot] * (woe - mean) * (woe - mean), 0))
  if (!(spread > 0)) return null
  const values = woes.map((woe) => (woe - mean) / spread)
  return Float64Array.from(slots, (slot, row) => values[slot] * Math.sqrt(weights[row]))
}

function productSum(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let row = 0; row < a.length; row++) sum += a[row] * b[row]
  return sum
}
