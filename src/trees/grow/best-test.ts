import { xLog2x } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Feature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'

/** The best test found so far at a node. One object for the whole growth, started anew at each node. */
export interface BestTest {
  score: number
  feature: Feature | null
  /** cuts only: where the stretch of the rows is parted, and the codes next to the cut */
  at: number
  below: number
  above: number
}

/** How tests are compared. */
export interface SearchRules {
  readonly rows: GrowRows
  readonly ratio: boolean
  readonly minLeaf: number
  /** room for searches, of one number per row */
  readonly room: Float64Array
}

/** A stretch of rows with its Σw per class. */
export interface Stretch {
  readonly start: number
  readonly end: number
  readonly sums: readonly number[]
  readonly total: number
}

/** Nothing found yet. */
export function startBest(best: BestTest): void {
  best.score = -Infinity
  best.feature = null
}

/** Takes a test for the best one if it is clearly better: of equals the first column and the lowest cut stay. */
export function offer(
  best: BestTest,
  score: number,
  feature: Feature,
  place: Pick<BestTest, 'at' | 'below' | 'above'>,
): void {
  if (!clearlyLarger(score, best.score)) return
  best.score = score
  best.feature = feature
  best.at = place.at
  best.below = place.below
  best.above = place.above
}

/** Σ x·log2 x over classes less that of their sum: minus the bits that tell the classes of all rows. */
export function minusBits(sums: ArrayLike<number>, from: number, width: number, total: number): number {
  let bits = 0
  for (let c = 0; c < width; c++) bits += xLog2x(sums[from + c])
  return bits - xLog2x(total)
}

/**
 * What tests are compared by, from minus the bits that are left (`left`): that itself, or for the gain ratio the bits
 * gained over the bits that tell the branches apart. `parts` is Σ x·log2 x over the sizes of the branches.
 */
export function scoreOf({ ratio }: SearchRules, { sums, total }: Stretch, left: number, parts: number): number {
  if (!ratio) return left
  const gained = left - minusBits(sums, 0, sums.length, total)
  return Math.max(0, gained) / (xLog2x(total) - parts)
}
