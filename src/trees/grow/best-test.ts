import { xLog2x } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Feature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'

/** What makes a test the best: see `GrowOptions`. */
export type Measure = 'adjusted-gain' | 'gain' | 'gain-ratio'

/** The best test found so far at a node. One object for the whole growth, emptied for each node. */
export interface BestTest {
  score: number
  feature: Feature | null
  /** cuts only: where the rows of the node are parted */
  at: number
}

/** What a search for the best test works with: how tests are compared, the best so far, and scratch memory. */
export interface Search {
  readonly rows: GrowRows
  readonly measure: Measure
  readonly minLeaf: number
  /** the rows of the nodes, for features that are counted in any order */
  readonly order: Uint32Array
  readonly best: BestTest
  /** scratch memory of one number per row */
  readonly scratch: Float64Array
  readonly groups: GroupScratch
}

/** Scratch memory for counting the branches of a test; all zero between uses. */
export interface GroupScratch {
  readonly sums: Float64Array
  readonly totals: Float64Array
  readonly codes: Uint32Array
}

/** The part of the rows that belongs to a node, with its Σw per class. */
export interface RowPart {
  readonly start: number
  readonly end: number
  readonly sums: readonly number[]
  readonly total: number
}

/** Makes everything that searches of one growth share; `branches` is the most that a test of groups has. */
export function makeSearch(rows: GrowRows, rules: Pick<Search, 'measure' | 'minLeaf'>, branches: number): Search {
  return {
    rows,
    measure: rules.measure,
    minLeaf: rules.minLeaf,
    order: new Uint32Array(rows.count).map((_, i) => i),
    best: { score: -Infinity, feature: null, at: -1 },
    scratch: new Float64Array(rows.count),
    groups: {
      sums: new Float64Array((branches + 1) * rows.classCount),
      totals: new Float64Array(branches + 1),
      codes: new Uint32Array(branches + 1),
    },
  }
}

/** Nothing found yet. */
export function startBest(best: BestTest): void {
  best.score = -Infinity
  best.feature = null
}

/** Takes a test for the best one if it is clearly better: of equals the first column and the lowest cut stay. */
export function offer(best: BestTest, score: number, feature: Feature, at: number): void {
  if (!clearlyLarger(score, best.score)) return
  best.score = score
  best.feature = feature
  best.at = at
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
export function scoreOf({ measure }: Search, { sums, total }: RowPart, left: number, parts: number): number {
  if (measure !== 'gain-ratio') return left
  const gained = left - minusBits(sums, 0, sums.length, total)
  return Math.max(0, gained) / (xLog2x(total) - parts)
}
