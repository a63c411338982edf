import { differs, hasShape } from './bin-rules.ts'
import type { Solution } from './optimal-solve.ts'
import type { Parts } from './parts/parts.ts'

/** What a cut adds, in the unit of the measure, and what the next best candidate would add. */
export interface CutScore {
  readonly bound: number
  readonly score: number
  readonly runnerUp: { readonly bound: number; readonly score: number } | null
}

/**
 * What each cut of a solution adds: the score of its two bins less that of both as one. The runner-up is the best other
 * candidate between the neighbouring cuts that keeps all rules while the others stay. O(prebins · bins).
 */
export function cutScores(solution: Solution): CutScore[] {
  const scores: CutScore[] = []
  for (let cut = 1; cut < solution.bounds.length - 1; cut++) scores.push(cutScore(solution, cut))
  return scores
}

function cutScore(solution: Solution, cut: number): CutScore {
  const { bounds } = solution
  const { parts, firstEnd, lastEnd } = solution.rules
  const [from, bound, to] = bounds.slice(cut - 1, cut + 2)
  let runnerUp: CutScore['runnerUp'] = null
  for (let at = firstEnd[from]; at <= lastEnd[from] && at < to; at++) {
    if (at === bound || firstEnd[at] > to || lastEnd[at] < to) continue
    const score = added(parts, from, at, to)
    const better = runnerUp === null || score - runnerUp.score > parts.tie / parts.unit
    if (better && keepsRules(solution, bounds.with(cut, at))) runnerUp = { bound: at, score }
  }
  return { bound, score: added(parts, from, bound, to), runnerUp }
}

/** What a cut adds, in the unit of the measure. */
function added(parts: Parts, from: number, at: number, to: number): number {
  return (parts.score(from, at) + parts.score(at, to) - parts.score(from, to)) / parts.unit
}

function keepsRules({ shape, rules }: Solution, bounds: readonly number[]): boolean {
  const { parts, leastChange } = rules
  const rates: number[] = []
  for (let bin = 0; bin < bounds.length - 1; bin++) {
    rates.push(parts.rate(bounds[bin], bounds[bin + 1]))
    if (bin === 0) continue
    if (Math.abs(rates[bin] - rates[bin - 1]) < leastChange) return false
    if (!differs(rules, bounds[bin - 1], bounds[bin], bounds[bin + 1])) return false
  }
  return hasShape(rates, shape, parts.rateStep)
}
