import type { Limits } from './bin-rules.ts'
import type { Known } from './likely-ends.ts'
import { type Solution, solve } from './optimal-solve.ts'
import type { Below, Parts } from './part-scores.ts'

/** The parts of a column between some of its boundaries, the first and the last among them. */
export function partsBetween(all: Parts, places: readonly number[]): Parts {
  const at = Uint32Array.from(places)
  const { plane } = all
  return {
    ...all,
    size: at.length - 1,
    score: (from, to) => all.score(at[from], at[to]),
    weight: (from, to) => all.weight(at[from], at[to]),
    events: (from, to) => all.events(at[from], at[to]),
    rest: (from, to) => all.rest(at[from], at[to]),
    rate: (from, to) => all.rate(at[from], at[to]),
    difference: (from, middle, to) => all.difference(at[from], at[middle], at[to]),
    plane:
      plane === null
        ? null
        : {
            ...plane,
            height: (from, to) => plane.height(at[from], at[to]),
            below: plane.below && belowAt(plane.below, places),
          },
  }
}

function belowAt({ weight, height, whole }: Below, places: readonly number[]): Below {
  const at = (list: Float64Array): Float64Array => Float64Array.from(places, (place) => list[place])
  return { weight: at(weight), height: at(height), whole, fast: null }
}

/** The best binning with cuts at some boundaries, and where those are. */
export interface SolvedAt {
  readonly solution: Solution
  readonly places: readonly number[]
  readonly score: number
}

/** The best binning whose cuts are among these boundaries, as are those of a `known` one; null when none keeps the limits. */
export function solveAt(
  all: Parts,
  cuts: Iterable<number>,
  limits: Limits,
  known: Known | null = null,
): SolvedAt | null {
  const places = [...new Set([0, ...cuts, ...limits.mandatory, all.size])].toSorted((a, b) => a - b)
  const parts = partsBetween(all, places)
  const own = { ...limits, mandatory: limits.mandatory.map((bound) => places.indexOf(bound)) }
  const solution = solve(parts, own, known)
  if (solution === null) return null
  const { bounds } = solution
  const score = bounds.slice(1).reduce((sum, bound, i) => sum + parts.score(bounds[i], bound), 0)
  return { solution, places, score }
}

/** The boundaries of a solved binning in the column. */
export function boundsOf({ solution, places }: SolvedAt): number[] {
  return solution.bounds.map((bound) => places[bound])
}
