import type { ColumnView } from '../column-view.ts'
import { cellBlocks } from '../search/blocks.ts'
import { disorder, type Spread, type SpreadCriterion, spreadOf } from '../search/spread.ts'
import { judgeSpread, rateCandidates, type SpreadPart, type SpreadRule } from '../search/spread-search.ts'
import type { TargetSums } from '../search/target-sums.ts'
import type { Verdict } from '../search/top-down.ts'
import type { CandidateLimits } from './bounded-rule.ts'
import { coarseCells } from './look-at-cells.ts'
import { openCandidates } from './open-candidates.ts'
import { below } from './pair-scan.ts'
import {
  addCells,
  bestCandidates,
  type Candidate,
  type Chosen,
  ranked,
  type Searched,
  type Searches,
  searchParts,
  type SettledParts,
} from './settled-search.ts'
import { NO, type SideBounds, sideBounds, UNSURE } from './side-bounds.ts'
import { deviationBound, type SpreadBound, varianceBound } from './spread-bounds.ts'

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
  asked: SpreadSearch,
  settled: SettledParts,
): Searches {
  const search = new CellSearch(view, sums, asked)
  return searchParts(ranked(sums.weights.hi), asked.most, settled, (from, to) => search.search(from, to))
}

/** Searches parts of coarse cells, one after the other. */
class CellSearch {
  readonly #view: ColumnView
  readonly #sums: TargetSums
  readonly #rule: SpreadRule
  readonly #enough: number
  readonly #bounds: SideBounds
  readonly #ratings: Float64Array
  readonly #highest: SpreadBound

  constructor(view: ColumnView, sums: TargetSums, { rule, limits }: SpreadSearch) {
    this.#view = view
    this.#sums = sums
    this.#rule = rule
    this.#enough = limits.enough
    this.#bounds = sideBounds(view, cellBlocks(view), sums.weights.hi, limits)
    this.#ratings = new Float64Array(sums.size)
    this.#highest = { variance: varianceBound, deviation: deviationBound }[rule.criterion](sums, limits.enough)
  }

  search(from: number, to: number): Searched {
    const [sums, rule, bounds, ratings] = [this.#sums, this.#rule, this.#bounds, this.#ratings]
    const whole = spreadOf(sums, from, to)
    const rows = whole.weight
    if (whole.squares === 0) return { chosen: null, unsure: new Set(), rivals: { rows, found: null, reach: null } }
    const cells = { view: this.#view, ranks: sums.weights.hi, bounds, enough: this.#enough }
    const { needed, unsure } = openCandidates(cells, rule, { from, to, whole })
    const part = { from, to, whole, needed }
    rateCandidates(sums, part, rule.criterion, { first: from + 1, last: to - 1, ratings })
    const allowed: number[] = []
    for (let at = from + 1; at < to; at++) if (bounds.candidate(from, to, at) !== NO) allowed.push(at)
    const { best, second } = bestCandidates(allowed, (at) => ratings[at])
    const verdict = best.at < 0 ? null : judgeSpread(sums, rule, part, best.at)
    const accepted = verdict !== null && verdict.accepted
    // Where nothing is accepted a rival must beat the best candidate and be acceptable; else the second one counts too.
    const limit = accepted ? below(second.rating) : Math.max(below(best.rating), below(leastRating(rule, part)))
    const reach = this.#addRivals(part, limit, unsure)
    const chosen = verdict !== null && accepted ? this.#choose(part, { best, second, verdict }, unsure) : null
    const hidden = reach === -Infinity ? null : scoreOf(rule.criterion, reach, whole)
    return { chosen, unsure, rivals: { rows, found: verdict?.score ?? null, reach: hidden } }
  }

  /** The split of a part. Adds the cells beside its candidates that are not known. */
  #choose(
    part: SpreadPart,
    { best, second, verdict }: { readonly best: Candidate; readonly second: Candidate; readonly verdict: Verdict },
    unsure: Set<number>,
  ): Chosen {
    const { score, bar, saved = 0 } = verdict
    const runnerUp =
      second.at < 0 ? null : { at: second.at, score: judgeSpread(this.#sums, this.#rule, part, second.at).score }
    // The values beside a candidate must be known for the cut between them.
    for (const at of runnerUp === null ? [best.at] : [best.at, second.at]) {
      addCells(unsure, coarseCells(this.#view, at - 1, at + 1))
    }
    return { split: { at: best.at, score, bar, runnerUp }, saved }
  }

  /** Adds the cells in which a candidate could lie that is rated at the limit or above; how good it could be at most. */
  #addRivals(part: SpreadPart, limit: number, unsure: Set<number>): number {
    const { from, to } = part
    const [bounds, ratings] = [this.#bounds, this.#ratings]
    const { lo, hi } = this.#view
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
      const bound = this.#highest(part, cell)
      if (bound < limit) continue
      unsure.add(cell)
      reach = Math.max(reach, bound)
    }
    if (all) addCells(unsure, coarseCells(this.#view))
    return reach
  }
}

/** A rating below which no candidate is accepted. */
function leastRating({ criterion, trivial, always }: SpreadRule, { whole, needed }: SpreadPart): number {
  if (always === true) return -Infinity
  if (criterion === 'deviation') return -disorder(whole, criterion) / trivial
  return (Math.max(needed, 1 - 1 / trivial) - NEARLY_NONE) * (whole.squares / whole.weight)
}

function scoreOf(criterion: SpreadCriterion, rating: number, whole: Spread): number {
  const before = disorder(whole, criterion)
  return criterion === 'variance' ? (rating / before) * whole.weight : (before + rating) / before
}
