import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'
import { TIE } from '../../util/numbers/ties.ts'
import type { Parts } from './parts/parts.ts'

/** What the rates of the bins do from left to right. */
export type Shape = 'none' | 'ascending' | 'descending' | 'peak' | 'valley' | 'convex' | 'concave'

/** What is asked of a binning, with mandatory cuts as boundaries. */
export interface Limits {
  /** fewest bins */
  readonly minBins: number
  /** most bins */
  readonly maxBins: number
  /** smallest share of all rows that a bin may hold */
  readonly minShare: number
  /** fewest rows of the event in a bin */
  readonly minEvents: number
  /** fewest rows of the other classes in a bin */
  readonly minNonEvents: number
  /** least difference between neighbours' rates of the event, or means */
  readonly minRateDifference: number
  readonly maxPValue: number | null
  /** what the rate or mean does from bin to bin; auto: ascending or descending, whichever is better */
  readonly trend: Shape | 'auto'
  /** in ascending order */
  readonly mandatory: readonly number[]
}

/** The limits in a form that a search can ask quickly. */
export interface BinRules {
  readonly size: number
  readonly parts: Parts
  /** a bin that begins at boundary i ends at firstEnd[i] … lastEnd[i] */
  readonly firstEnd: Int32Array
  readonly lastEnd: Int32Array
  /** least difference between the rates of neighbours; not above 0 when any will do */
  readonly leastChange: number
  /** how different two neighbours must be; null when any two will do */
  readonly leastDifference: number | null
}

/** O(prebins): what a bin must hold grows with the bin, so that its first possible end moves right with its beginning. */
export function binRules(parts: Parts, limits: Limits): BinRules {
  const { size } = parts
  const { mandatory } = limits
  const least = leastOf(parts, limits)
  const [firstEnd, lastEnd] = [new Int32Array(size + 1), new Int32Array(size + 1)]
  let [end, fixed] = [0, 0]
  for (let from = 0; from <= size; from++) {
    end = Math.max(end, from + 1)
    while (end <= size && !holdsEnough(parts, least, from, end)) end++
    firstEnd[from] = end
    while (mandatory[fixed] <= from) fixed++
    lastEnd[from] = mandatory[fixed] ?? size
  }
  const leastChange = limits.minRateDifference - parts.rateStep
  const { maxPValue } = limits
  const leastDifference = maxPValue === null ? null : chiSquareQuantileOfTail(maxPValue, parts.degrees)
  return { size, parts, firstEnd, lastEnd, leastChange, leastDifference }
}

/** What every bin must hold. */
export interface LeastCounts {
  readonly weight: number
  readonly events: number
  readonly rest: number
}

/** What every bin must hold by the limits. */
export function leastOf(parts: Parts, { minShare, minEvents, minNonEvents }: Limits): LeastCounts {
  return { weight: minShare * parts.weight(0, parts.size), events: minEvents, rest: minNonEvents }
}

/** Whether the bin between two boundaries holds what every bin must. */
export function holdsEnough(parts: Parts, least: LeastCounts, from: number, to: number): boolean {
  // Nothing holds less than nothing, and numbers that calls give are objects.
  return (
    reaches(parts.weight(from, to), least.weight) &&
    (least.events === 0 || reaches(parts.events(from, to), least.events)) &&
    (least.rest === 0 || reaches(parts.rest(from, to), least.rest))
  )
}

/** Whether two bins differ enough to be neighbours. */
export function differs({ parts, leastDifference }: BinRules, from: number, middle: number, to: number): boolean {
  if (leastDifference === null) return true
  if (parts.mayDiffer?.(from, middle, to, leastDifference) === false) return false
  return parts.difference(from, middle, to) >= barOf(leastDifference)
}

/** At least as much, but for rounding: twenty rows of weight 0.1 are as many as 5 % of 400 of them. */
function reaches(amount: number, least: number): boolean {
  return amount >= barOf(least)
}

/** What is as much as `least`, but for rounding. */
export function barOf(least: number): number {
  return least - TIE * Math.abs(least)
}

/** Whether the rates of neighbouring bins have a shape. */
export function hasShape(rates: readonly number[], shape: Shape, step: number): boolean {
  if (shape === 'none') return true
  const changes = rates.slice(1).map((rate, i) => rate - rates[i])
  const rises = (list: readonly number[]): boolean => list.every((change) => change >= -step)
  const falls = (list: readonly number[]): boolean => list.every((change) => change <= step)
  const turns = (before: typeof rises, after: typeof rises): boolean =>
    rates.some((_, turn) => before(changes.slice(0, turn)) && after(changes.slice(turn)))
  const bends = changes.slice(1).map((change, i) => change - changes[i])
  const holds: Readonly<Record<Exclude<Shape, 'none'>, () => boolean>> = {
    ascending: () => rises(changes),
    descending: () => falls(changes),
    peak: () => turns(rises, falls),
    valley: () => turns(falls, rises),
    convex: () => rises(bends),
    concave: () => falls(bends),
  }
  return holds[shape]()
}
