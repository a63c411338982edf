import { cellBlocks } from '../search/blocks.ts'
import type { CandidateLimits } from './bounded-rule.ts'
import type { ColumnView } from '../column-view.ts'
import { openCandidates } from './open-candidates.ts'
import { below } from './pair-scan.ts'
import {
  addCells,
  bestCandidates,
  type Chosen,
  coarseCells,
  type Searched,
  type Searches,
  searchParts,
  type SettledParts,
} from './settled-search.ts'
import { NO, type SideBounds, sideBounds, UNSURE } from './side-bounds.ts'
import { disorder, type Spread, type SpreadCriterion, spreadOf } from '../search/spread.ts'
import { deviationBound, varianceBound } from './spread-bounds.ts'
import { judgeSpread, rateCandidates, type SpreadPart, type SpreadRule } from '../search/spread-search.ts'
import type { TargetSums } from '../search/target-sums.ts'

/** A part of the squares that is nearly nothing. */
const NEARLY_NONE = 1e-13

/** How cuts by the spread of a target are looked for on coarse cells. */
export interface SpreadSearch {
  readonly rule: SpreadRule
  readonly limits: CandidateLimits
  readonly most: number
}

/**
 * Where cuts by the spread of a numeric target would lie on coarse cells of rows of weight 1, and which cells must be known
 * better to be sure. When none is wanted the cuts are those of the exact summary, bit for bit. O(cells) per level.
 */
export function lookOverSpread(
  view: ColumnView,
  sums: TargetSums,
  { rule, limits, most }: SpreadSearch,
  settled: SettledParts,
): Searches & { readonly bounds: SideBounds } {
  const ranks = sums.weights.hi
  const bounds = sideBounds(view, cellBlocks(view), ranks, limits)
  const ratings = new Float64Array(sums.size)
  const highest = { variance: varianceBound, deviation: deviationBound }[rule.criterion](sums, limits.enough)
  return { bounds, ...searchParts(ranks, most, settled, search) }

  function search(from: number, to: number): Searched {
    const whole = spreadOf(sums, from, to)
    const rows = whole.weight
    if (whole.squares === 0) return { chosen: null, unsure: new Set(), rivals: { rows, found: null, reach: null } }
    const { needed, unsure } = openCandidates(view, ranks, bounds, rule, { from, to, whole }, limits.enough)
    const part = { from, to, whole, needed }
    rateCandidates(sums, part, rule.criterion, from + 1, to - 1, ratings)
    const allowed: number[] = []
    for (let at = from + 1; at < to; at++) if (bounds.candidate(from, to, at) !== NO) allowed.push(at)
    const { best, second } = bestCandidates(allowed, (at) => ratings[at])
    const verdict = best.at < 0 ? null : judgeSpread(sums, rule, part, best.at)
    const accepted = verdict !== null && verdict.accepted
    // Where nothing is accepted a rival must beat the best candidate and be acceptable; else the second candidate counts too.
    const limit = accepted ? below(second.rating) : Math.max(below(best.rating), below(leastRating(rule, part)))
    const reach = addRivals(part, limit, unsure)
    let chosen: Chosen | null = null
    if (verdict !== null && accepted) {
      const { score, bar, saved = 0 } = verdict
      const runnerUp = second.at < 0 ? null : { at: second.at, score: judgeSpread(sums, rule, part, second.at).score }
      chosen = { split: { at: best.at, score, bar, runnerUp }, saved }
      // The values beside a candidate must be known for the cut between them.
      for (const at of runnerUp === null ? [best.at] : [best.at, second.at]) {
        addCells(unsure, coarseCells(view, at - 1, at + 1))
      }
    }
    const hidden = reach === -Infinity ? null : scoreOf(rule.criterion, reach, whole)
    return { chosen, unsure, rivals: { rows, found: verdict?.score ?? null, reach: hidden } }
  }

  /** Adds the cells in which a candidate could lie that is rated at the limit or above; how good it could be at most. */
  function addRivals(part: SpreadPart, limit: number, unsure: Set<number>): number {
    const { from, to } = part
    const { lo, hi } = view
    let reach = -Infinity
    let all = false
    for (let cell = from; cell < to; cell++) {
      if (cell > from && ratings[cell] >= limit && bounds.candidate(from, to, cell) === UNSURE) {
        // Where the cells beside the candidate are known, only the deviation of the column can leave it open.
        const ends = [...bounds.ends(from, cell), ...bounds.ends(cell, to)]
        if (ends.length > 0) addCells(unsure, ends)
        else all = true
        reach = Math.max(reach, ratings[cell])
      }
      if (lo[cell] === hi[cell] || !bounds.inside(from, to, cell)) continue
      const bound = highest(part, cell)
      if (bound < limit) continue
      unsure.add(cell)
      reach = Math.max(reach, bound)
    }
    if (all) addCells(unsure, coarseCells(view))
    return reach
  }
}

/** A rating below which no candidate is accepted. */
function leastRating({ criterion, trivial }: SpreadRule, { whole, needed }: SpreadPart): number {
  if (criterion === 'deviation') return -disorder(whole, criterion) / trivial
  return (Math.max(needed, 1 - 1 / trivial) - NEARLY_NONE) * (whole.squares / whole.weight)
}

function scoreOf(criterion: SpreadCriterion, rating: number, whole: Spread): number {
  const before = disorder(whole, criterion)
  return criterion === 'variance' ? (rating / before) * whole.weight : (before + rating) / before
}
