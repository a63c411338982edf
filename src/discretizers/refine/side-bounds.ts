import type { Blocks } from '../search/blocks.ts'
import type { CandidateLimits } from './bounded-rule.ts'
import type { ColumnView } from '../column-view.ts'

/** What is known of a candidate that may be taken only where its sides have enough rows and are wide enough. */
export type Allowed = typeof NO | typeof UNSURE | typeof YES
export const NO = 0
export const UNSURE = 1
export const YES = 2

/** Which candidates of a part of blocks may be taken, as far as coarse cells tell. */
export interface SideBounds {
  /** the candidate before block `at` of the part from … to − 1 */
  readonly candidate: (from: number, to: number, at: number) => Allowed
  /** whether a candidate inside block b could be taken */
  readonly inside: (from: number, to: number, b: number) => boolean
  /** whether the blocks from … to − 1 are wide */
  readonly wide: (from: number, to: number) => Allowed
  /** the coarse cells at the ends of the blocks from … to − 1, which make it unsure whether they are wide */
  readonly ends: (from: number, to: number) => number[]
}

/** The bounds for the blocks of a view; `ranks` is the weight before each block. */
export function sideBounds(
  { lo, hi }: ColumnView,
  { firstCell }: Blocks,
  ranks: Float64Array,
  { enough, width }: CandidateLimits,
): SideBounds {
  const wide = (from: number, to: number): Allowed => {
    if (width === null) return YES
    const [first, last] = [firstCell[from], firstCell[to] - 1]
    if (!(hi[last] - lo[first] > width.low)) return NO
    return (first === last ? 0 : lo[last] - hi[first]) > width.high ? YES : UNSURE
  }
  const both = (a: Allowed, b: Allowed): Allowed => (a < b ? a : b)
  return {
    wide,
    candidate: (from, to, at) =>
      ranks[at] - ranks[from] >= enough && ranks[to] - ranks[at] >= enough ? both(wide(from, at), wide(at, to)) : NO,
    inside: (from, to, b) => {
      if (ranks[b + 1] - ranks[from] < enough || ranks[to] - ranks[b] < enough) return false
      if (width === null) return true
      const [start, end] = [firstCell[b], firstCell[b + 1] - 1]
      return hi[end] - lo[firstCell[from]] > width.low && hi[firstCell[to] - 1] - lo[start] > width.low
    },
    ends: (from, to) => [firstCell[from], firstCell[to] - 1].filter((cell) => lo[cell] < hi[cell]),
  }
}
