import type { ColumnView } from '../column-view.ts'
import { coarseCells } from './look-at-cells.ts'
import { addCells } from './settled-search.ts'
import { type Allowed, NO, type SideBounds, YES } from './side-bounds.ts'
import { partNeeded, type SpreadPart, type SpreadRule } from '../search/spread-search.ts'

/** What a split must take away to be significant, and the cells that leave it open. */
export interface Needed {
  readonly needed: number
  readonly unsure: Set<number>
}

/** Coarse cells, the weight before each, and what the sides of a candidate between them must have. */
export interface CoarseCells {
  readonly view: ColumnView
  readonly ranks: Float64Array
  readonly bounds: SideBounds
  readonly enough: number
}

/**
 * What a split of a part of coarse cells must take away to be significant. That depends on the first and the last candidate
 * there may be and on how many lie between, so the cells in which those two could hide must be known. The number between
 * matters only where it is small: with more, neighbouring candidates say nearly the same. O(cells).
 */
export function openCandidates(
  { view, ranks, bounds: { wide }, enough }: CoarseCells,
  rule: SpreadRule,
  { from, to, whole }: Omit<SpreadPart, 'needed'>,
): Needed {
  if (rule.alpha === null) return { needed: 0, unsure: new Set() }
  const unsure = new Set<number>()
  const leftOf = (at: number): Allowed => (ranks[at] - ranks[from] >= enough ? wide(from, at) : NO)
  const rightOf = (at: number): Allowed => (ranks[to] - ranks[at] >= enough ? wide(at, to) : NO)

  let first = from + 1
  let refused = from
  for (; first < to && leftOf(first) !== YES; first++) if (leftOf(first) === NO) refused = first
  let last = to - 1
  let refusedAfter = to
  for (; last > from && rightOf(last) !== YES; last--) if (rightOf(last) === NO) refusedAfter = last
  // Candidates between one that is refused and one that is open may be either; so may be those inside of cells there.
  addCells(unsure, coarseCells(view, refused, Math.min(first, to)))
  addCells(unsure, coarseCells(view, Math.max(last, from), refusedAfter))
  if (first - refused > 1 || refusedAfter - last > 1) {
    addCells(unsure, [...coarseCells(view, from, from + 1), ...coarseCells(view, to - 1, to)])
    // Where the cells are known, only the deviation of the column can leave it open.
    if (unsure.size === 0) addCells(unsure, coarseCells(view))
  }
  if (last < first) return { needed: 0, unsure }

  const open = { firstWeight: ranks[first] - ranks[from], lastWeight: ranks[last] - ranks[from] }
  const fewest = last - first + 1
  let most = fewest
  const between = coarseCells(view, first, last)
  for (const cell of between) most += ranks[cell + 1] - ranks[cell] - 1
  const needed = partNeeded(rule, whole, { ...open, candidates: fewest })
  if (most > fewest && partNeeded(rule, whole, { ...open, candidates: most }) !== needed) addCells(unsure, between)
  return { needed, unsure }
}
