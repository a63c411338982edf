import { bisectLeft } from '../../util/bisect.ts'
import { TIE } from '../../util/numbers/ties.ts'
import { binRules, type Limits } from './bin-rules.ts'
import { evenGroups, groupCorners } from './cut-groups.ts'
import { type Curve, curveOf, hullCorners, onHull } from './curve.ts'
import { aroundCuts, nearCuts, turnCuts } from './near-cuts.ts'
import type { Known } from './likely-ends.ts'
import { type Best, type Effort, knownOf, narrowCuts, USUAL_EFFORT } from './narrow-cuts.ts'
import type { Parts } from './parts/parts.ts'
import { comparesNeighbours, searchSize } from './prebins.ts'
import { boundsOf, partsBetween, solveAt, type SolvedAt } from './some-parts.ts'
import { treeCuts } from './tree-cuts.ts'

/** The best binning found, null when none keeps the limits, and what no binning of the column exceeds. */
export interface Searched {
  readonly found: SolvedAt | null
  readonly upper: number
}

/**
 * Searches all cuts of a column. Exact where there are few enough of them, or where a bound shows that nothing is better;
 * elsewhere the bound tells how much better the best binning could be.
 */
export function searchCuts(column: Column, limits: Limits): Searched {
  const { all, effort } = column
  const every = (): number[] => Array.from({ length: all.size + 1 }, (_, at) => at)
  if (!comparesNeighbours(limits)) {
    return all.size <= effort.exact(limits) ? exactly(solveAt(all, every(), limits)) : searchAlone(column, limits)
  }
  // The best without limits on neighbours is the best with them too, if it keeps them.
  const bare = withoutNeighbours(limits)
  const free = all.size <= effort.exact(bare) ? exactly(solveAt(all, every(), bare)) : searchAlone(column, bare)
  if (free.found === null) return free
  const kept = solveAt(all, boundsOf(free.found), limits)
  if (kept !== null && kept.score >= free.found.score - all.tie) return { found: kept, upper: free.upper }
  // What is kept of the best without them is a binning, and what its cuts add is what a bin may cost.
  const known = kept && knownOf(all, { bounds: boundsOf(free.found), score: kept.score }, limits)
  return all.size <= effort.exact(limits)
    ? exactly(solveAt(all, every(), limits, known))
    : searchNeighbours(column, limits, free, known)
}

function weightsOf(parts: Parts): Float64Array {
  const below = new Float64Array(parts.size + 1)
  for (let at = 1; at <= parts.size; at++) below[at] = parts.weight(0, at)
  return below
}

function withoutNeighbours(limits: Limits): Limits {
  return { ...limits, trend: 'none', minRateDifference: 0, maxPValue: null }
}

/** A column with what long ones are searched by, made when it is asked for. */
export interface Column {
  readonly all: Parts
  readonly effort: Effort
  readonly curve: Curve | null
  /** Σw below each boundary */
  readonly weight: Float64Array
  /** the cuts of a tree whose leaves have at least so much weight; none without a curve */
  readonly tree: (least: number) => readonly number[]
}

/** `effort` is for tests, which want to see what a long search does on a short column. */
export function columnOf(all: Parts, effort: Effort = USUAL_EFFORT): Column {
  let curve: Curve | null | undefined
  const tree = { least: Number.NaN, cuts: [] as readonly number[] }
  return {
    all,
    effort,
    get curve() {
      return (curve ??= curveOf(all))
    },
    get weight() {
      return this.curve?.weight ?? weightsOf(all)
    },
    tree(least) {
      if (this.curve === null || least === tree.least) return tree.cuts
      tree.least = least
      return (tree.cuts = treeCuts(this.curve, TREE_LEAVES, least))
    },
  }
}

function exactly(found: SolvedAt | null): Searched {
  return { found, upper: found?.score ?? -Infinity }
}

/** The search where every bin is judged alone. */
function searchAlone(column: Column, limits: Limits): Searched {
  const { all } = column
  const best: Best = { bounds: [], score: -Infinity }
  // Without a curve the points of a bound are no better than others.
  const start = column.curve === null ? quantiles(column, 500) : column.tree(leastWeight(column, limits))
  if (take(best, solveAt(all, start, limits), all.tie)) polish(column, limits, best)
  const improve = (known: Best, _: readonly number[], path: readonly number[] | null): void => {
    if (path !== null && take(known, solveAt(all, path, limits), all.tie)) polish(column, limits, known)
  }
  const upper = narrowCuts(all, limits, best, { ...column, walks: true, improve })
  return { found: solveAt(all, best.bounds, limits), upper }
}

/**
 * A binning with other candidates beside its cuts, from which the runners-up are taken: all boundaries where there are not
 * too many, otherwise those that hold the best other place of each cut.
 */
export function withCandidates(column: Column, found: SolvedAt, limits: Limits): SolvedAt {
  const { all, effort } = column
  const bounds = boundsOf(found)
  const places =
    all.size <= effort.exact(withoutNeighbours(limits))
      ? Array.from({ length: all.size + 1 }, (_, at) => at)
      : placesBeside(column, bounds, limits)
  const mandatory = limits.mandatory.map((bound) => places.indexOf(bound))
  const rules = binRules(partsBetween(all, places), { ...limits, mandatory })
  const own = bounds.map((bound) => places.indexOf(bound))
  return { ...found, places, solution: { ...found.solution, bounds: own, rules } }
}

function placesBeside({ all, curve }: Column, bounds: readonly number[], limits: Limits): number[] {
  const near = curve === null ? aroundCuts(bounds) : nearCuts(curve, bounds, limits, false)
  const next = bounds.slice(1, -1).flatMap((bound) => [bound - 1, bound + 1])
  const places = new Set([...bounds, ...near, ...next])
  return [...places].filter((at) => at >= 0 && at <= all.size).toSorted((a, b) => a - b)
}

/** As many as other tools have prebins. */
const TREE_LEAVES = 20

function leastWeight({ weight }: Pick<Column, 'weight'>, { minShare }: Limits): number {
  return minShare * weight[weight.length - 1] * (1 - TIE)
}

/** Takes a binning that is better than the best one known. */
function take(best: Best, found: SolvedAt | null, tie: number): boolean {
  if (found === null || !(found.score > best.score + (best.score === -Infinity ? 0 : tie))) return false
  best.score = found.score
  best.bounds = boundsOf(found)
  return true
}

const MOST_MOVES = 8
/** Most places that are tried at once where neighbours are compared, which takes long. */
const MOST_NEAR = 160
const MOST_FREE = 220

/** Moves cuts to better places as long as there are any. */
function polish({ all, curve }: Column, limits: Limits, best: Best): void {
  const compares = comparesNeighbours(limits)
  const most = compares ? Math.min(MOST_NEAR, searchSize(limits)) : searchSize(limits)
  for (let move = 0; move < MOST_MOVES; move++) {
    const near = curve === null ? aroundCuts(best.bounds) : nearCuts(curve, best.bounds, limits, !compares)
    if (curve !== null && (limits.trend === 'peak' || limits.trend === 'valley')) {
      near.push(...turnCuts(curve, best.bounds, limits.trend === 'peak' ? 1 : -1))
    }
    const known = knownOf(all, best, limits)
    if (!take(best, solveAt(all, thinned([...best.bounds, ...near], most), limits, known), all.tie)) return
  }
}

/** At most so many of the places, the first ones. */
function thinned(places: readonly number[], most: number): number[] {
  return [...new Set(places)].slice(0, most - 2)
}

/** The search where limits compare neighbours. */
function searchNeighbours(column: Column, limits: Limits, free: Searched, known: Known | null): Searched {
  const { all, curve } = column
  const best: Best = { bounds: [], score: -Infinity }
  // Trends leave fewer places to choose from, so that they take more of them to begin with.
  const most = limits.trend === 'none' ? MOST_FREE : searchSize(limits)
  const start = thinned(firstPlaces(column, limits, free), most)
  if (take(best, solveAt(all, start, limits, known), all.tie)) polish(column, limits, best)
  const improve = (now: Best, places: readonly number[]): void => {
    const tried = thinned([...now.bounds, ...places], most / 2)
    if (take(now, solveAt(all, tried, limits), all.tie)) polish(column, limits, now)
  }
  const bare = withoutNeighbours(limits)
  const uppers = (curve === null ? [] : sidesOf(limits)).map((side) =>
    narrowCuts(all, bare, best, { ...column, curve: curve && onHull(curve, side), walks: false, improve }),
  )
  const upper = Math.min(free.upper, uppers.length === 0 ? Infinity : Math.max(best.score, ...uppers))
  const found = solveAt(all, best.bounds, limits)
  const exact = found !== null && upper - found.score <= Math.max(all.tie, TIE * Math.abs(upper))
  return exact ? exactly(found) : { found, upper }
}

/** The directions a rate may take: 1 upwards, −1 downwards. */
function sidesOf({ trend }: Limits): (1 | -1)[] {
  if (trend === 'auto') return [1, -1]
  return trend === 'ascending' ? [1] : trend === 'descending' ? [-1] : []
}

/** Boundaries that good binnings cut at: those of a tree, ends of isotonic blocks, corners of the curve, quantiles. */
function firstPlaces(column: Column, limits: Limits, { found }: Searched): number[] {
  const { all, curve, weight } = column
  const places = found === null ? [] : boundsOf(found)
  const total = weight[all.size]
  if (curve === null) return [...places, ...aroundCuts(places), ...quantiles({ weight }, 150)]
  places.push(...column.tree(leastWeight({ weight }, limits)))
  const blocks = ([1, -1] as const).map((side) => hullCorners(curve, 0, all.size, side))
  for (const own of blocks) places.push(...apart(own, weight, total / 60))
  const { from, to } = evenGroups(weight, 12, [])
  for (const [g, first] of from.entries()) places.push(...groupCorners(curve, first, to[g]))
  return [...places, ...quantiles({ weight }, 100)]
}

/** Boundaries between parts of about equal weight. */
function quantiles({ weight }: Pick<Column, 'weight'>, count: number): number[] {
  const total = weight[weight.length - 1]
  const places: number[] = []
  for (let part = 1; part < count; part++) places.push(bisectLeft(weight, (total * part) / count))
  return places
}

/** Places with at least so much weight between them, and those next to the gaps. */
function apart(places: readonly number[], weight: Float64Array, least: number): number[] {
  let last = -Infinity
  return places.filter((at, i) => {
    const keeps = weight[at] >= last + least || (i + 1 < places.length && weight[places[i + 1]] >= weight[at] + least)
    if (keeps) last = weight[at]
    return keeps
  })
}
