import type { Limits } from './bin-rules.ts'
import { EventParts } from './parts/event-parts.ts'
import type { Known } from './likely-ends.ts'
import { type Solution, solve } from './optimal-solve.ts'
import type { Parts, Plane } from './parts/parts.ts'

/** The parts of a column between some of its boundaries, the first and the last among them. */
export function partsBetween(all: Parts, places: readonly number[]): Parts {
  return all instanceof EventParts ? all.between(places) : new SomeParts(all, places)
}

/** Parts that ask those of the whole column. */
class SomeParts implements Parts {
  readonly size: number
  readonly measure: Parts['measure']
  readonly tie: number
  readonly unit: number
  readonly rateStep: number
  readonly degrees: number
  readonly plane: Plane | null
  readonly #all: Parts
  readonly #at: Uint32Array

  constructor(all: Parts, places: readonly number[]) {
    const { plane } = all
    const at = Uint32Array.from(places)
    this.size = at.length - 1
    this.measure = all.measure
    this.tie = all.tie
    this.unit = all.unit
    this.rateStep = all.rateStep
    this.degrees = all.degrees
    this.plane = plane && {
      height: (from, to) => plane.height(at[from], at[to]),
      score: (weight, height) => plane.score(weight, height),
      mends: plane.mends,
      below: null,
    }
    this.#all = all
    this.#at = at
  }

  score(from: number, to: number): number {
    return this.#all.score(this.#at[from], this.#at[to])
  }

  weight(from: number, to: number): number {
    return this.#all.weight(this.#at[from], this.#at[to])
  }

  events(from: number, to: number): number {
    return this.#all.events(this.#at[from], this.#at[to])
  }

  rest(from: number, to: number): number {
    return this.#all.rest(this.#at[from], this.#at[to])
  }

  rate(from: number, to: number): number {
    return this.#all.rate(this.#at[from], this.#at[to])
  }

  difference(from: number, middle: number, to: number): number {
    return this.#all.difference(this.#at[from], this.#at[middle], this.#at[to])
  }
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
  const places = inOrder([0, ...cuts, ...limits.mandatory, all.size])
  const parts = partsBetween(all, places)
  const own = { ...limits, mandatory: limits.mandatory.map((bound) => places.indexOf(bound)) }
  const solution = solve(parts, own, known)
  if (solution === null) return null
  const { bounds } = solution
  let score = 0
  for (let bin = 0; bin < bounds.length - 1; bin++) score += parts.score(bounds[bin], bounds[bin + 1])
  return { solution, places, score }
}

/** Places in order, each once. */
function inOrder(places: readonly number[]): number[] {
  const found: number[] = []
  let last = -1
  for (const place of Int32Array.from(places).sort()) {
    if (place !== last) found.push(place)
    last = place
  }
  return found
}

/** The boundaries of a solved binning in the column. */
export function boundsOf({ solution, places }: SolvedAt): number[] {
  return solution.bounds.map((bound) => places[bound])
}
