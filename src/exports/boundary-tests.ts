import { type CategoryColumn, type Column, hasCuts, type NumberColumn } from '../binning/binning.ts'
import { nextDown, nextUp } from '../util/numbers/doubles.ts'
import { inCalendar, later, millisecondsOf, type Moment, momentAt, tellable } from './date-moments.ts'
import { slotsOf } from './export-plan.ts'

/** A value to try an export with, and the slot that the library gives it; null when it refuses it. */
export interface BoundaryCase<T = number | string | null> {
  /** what is put in */
  readonly value: T
  /** where `assign` puts it; null where it is refused */
  readonly slot: number | null
}

/**
 * The values at which an export could go wrong. With cuts: every cut and code and the doubles on both sides of it, both
 * zeros, the smallest and largest doubles, the infinities, NaN and null. With levels: every level, near misses of it, a
 * level not seen, the empty text and null. O(n log n) in cuts, codes and levels.
 *
 *     // Right below a cut, at it and right above: where an export could go wrong.
 *     const [age] = binning.columns
 *     const around = boundaryCases(age!).filter(({ value }) => Math.abs(Number(value) - 30.5) < 1)
 *     console.log(around.map(({ value, slot }) => `${value} → ${slot}`))
 *     // → [ '30.499999999999996 → 0', '30.5 → 1', '30.500000000000004 → 1' ]
 */
export function boundaryCases(column: Column): BoundaryCase[] {
  const values = hasCuts(column) ? numbersOf(column) : textsOf(column)
  const slots = slotsOf(column, values)
  return values.map((value, i) => ({ value, slot: slots[i] }))
}

function numbersOf(column: NumberColumn): (number | null)[] {
  const near = edgesOf(column).flatMap((edge) => [nextDown(edge), edge, nextUp(edge)])
  const ends = [0, Number.MIN_VALUE, -Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity]
  return [...[...new Set([...near, ...ends])].toSorted((a, b) => a - b), -0, Number.NaN, null]
}

function textsOf(column: CategoryColumn): (string | null)[] {
  const levels = column.bins.flatMap((bin) => bin.levels)
  const misses = levels.flatMap((level) => [`${level} `, level.toUpperCase(), level.toLowerCase()])
  return [...new Set([...levels, ...misses, 'a level not seen', '']), null]
}

/** A moment to try an export of a date column with; null is a missing one. */
export type MomentCase = BoundaryCase<Moment | 'infinity' | '-infinity' | null>

/**
 * The same for a date column in a database: every cut and code and the moments one tick away from it, 1970, the
 * infinite times and null.
 *
 *     // Days before and from the turn of the year on, tried to the microsecond:
 *     const days = [new Date('2025-12-31'), new Date('2026-01-01')]
 *     const joined = fit(days, { method: fixed, cuts: [Date.UTC(2026, 0, 1)] })
 *     console.log(momentCases(joined, 1000)[2]) // → { value: { milliseconds: 0, micros: 1 }, slot: 0 }
 *
 * @param perMilli ticks of the database in a millisecond
 */
export function momentCases(column: NumberColumn, perMilli: 1 | 1000): MomentCase[] {
  const moments = new Map<string, Moment>()
  for (const edge of [...edgesOf(column), 0]) {
    const from = momentAt(edge, false, perMilli)
    for (const ticks of [-1, 0, 1, 2]) {
      const moment = later(from, ticks, tellable(edge, perMilli))
      if (inCalendar(moment)) moments.set(`${moment.milliseconds} ${moment.micros}`, moment)
    }
  }
  const values = [...moments.values()].toSorted((a, b) => a.milliseconds - b.milliseconds || a.micros - b.micros)
  const numbers = [...values.map(millisecondsOf), Infinity, -Infinity, null]
  const slots = slotsOf(column, numbers)
  return [...values, 'infinity' as const, '-infinity' as const, null].map((value, i) => ({ value, slot: slots[i] }))
}

/** The numbers at which the slot changes: cuts and codes. */
function edgesOf(column: NumberColumn): number[] {
  return [...column.cuts, ...column.missing.values, ...column.special.map(({ code }) => code)]
}
