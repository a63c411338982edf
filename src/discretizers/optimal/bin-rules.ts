import { chiSquareQuantileOfTail } from '../../measures/distributions/chi-square-distribution.ts'
import { TIE } from '../../util/numbers/ties.ts'
import type { Parts } from './part-scores.ts'

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
  /** whether two bins differ enough to be neighbours; null when any two do */
  readonly differs: ((from: number, middle: number, to: number) => boolean) | null
}

/** O(prebins): what a bin must hold grows with the bin, so that its first possible end moves right with its beginning. */
export function binRules(parts: Parts, limits: Limits): BinRules {
  const { size } = parts
  const { mandatory } = limits
  const enough = holdsEnough(parts, limits)
  const [firstEnd, lastEnd] = [new Int32Array(size + 1), new Int32Array(size + 1)]
  let end = 0
  for (let from = 0; from <= size; from++) {
    end = Math.max(end, from + 1)
    while (end <= size && !enough(from, end)) end++
    firstEnd[from] = end
    lastEnd[from] = mandatory.find((bound) => bound > from) ?? size
  }
  const leastChange = limits.minRateDifference - parts.rateStep
  return { size, parts, firstEnd, lastEnd, leastChange, differs: testOf(parts, limits.maxPValue) }
}

/** Whether the bin between two boundaries holds what every bin must. */
export function holdsEnough(parts: Parts, limits: Limits): (from: number, to: number) => boolean {
  const { minShare, minEvents, minNonEvents } = limits
  const least = minShare * parts.weight(0, parts.size)
  return (from, to) =>
    reaches(parts.weight(from, to), least) &&
    reaches(parts.events(from, to), minEvents) &&
    reaches(parts.rest(from, to), minNonEvents)
}

function testOf({ difference, degrees }: Parts, maxPValue: number | null): BinRules['differs'] {
  if (maxPValue === null) return null
  const critical = chiSquareQuantileOfTail(maxPValue, degrees)
  return (from, middle, to) => reaches(difference(from, middle, to), critical)
}

/** At least as much, but for rounding: twenty rows of weight 0.1 are as many as 5 % of 400 of them. */
function reaches(amount: number, least: number): boolean {
  return amount >= least - TIE * Math.abs(least)
}

/** Whether the rates of neighbouring bins have a shape. */
export function hasShape(rates: readonly number[], shape: Shape, step: number): boolean {
  const changes = rates.slice(1).map((rate, i) => rate - rates[i])
  const rises = (list: readonly number[]): boolean => list.every((change) => change >= -step)
  const falls = (list: readonly number[]): boolean => list.every((change) => change <= step)
  const turns = (before: typeof rises, after: typeof rises): boolean =>
    rates.some((_, turn) => before(changes.slice(0, turn)) && after(changes.slice(turn)))
  const bends = changes.slice(1).map((change, i) => change - changes[i])
  const holds: Readonly<Record<Shape, () => boolean>> = {
    none: () => true,
    ascending: () => rises(changes),
    descending: () => falls(changes),
    peak: () => turns(rises, falls),
    valley: () => turns(falls, rises),
    convex: () => rises(bends),
    concave: () => falls(bends),
  }
  return holds[shape]()
}
