import type { LeftOutColumn } from './scorecard.ts'

/** A column that may come onto a card. */
export interface Candidate {
  readonly name: string
  /** its information value */
  readonly iv: number
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
    const standard = iv < minIv ? null : standardized(column, weights)
    if (standard === null) {
      leftOut.push({ name, why: 'weak', value: iv, limit: minIv, other: null })
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
