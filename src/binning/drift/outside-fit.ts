import { hypergeometricTail } from '../../measures/distributions/hypergeometric.ts'
import { allOnOneSide } from '../../measures/shifts/exchange.ts'
import type { Counted } from '../binning.ts'
import type { Outside } from './drift-types.ts'
import type { Beyond } from './new-rows.ts'

/** What both sides hold besides: rows with a value before and now. */
export interface Sides {
  readonly before: number
  readonly now: number
  /** chance of a false verdict that this question has */
  readonly level: number
}

/**
 * Values of new rows below or above all values of the fit. With n rows before and m now from one population, the k
 * lowest of all are new rows with a chance of about (m/(n + m))^k. Null where there are none.
 */
export function outsideRange({ below, above, lowest, highest }: Beyond, { before, now, level }: Sides): Outside | null {
  if (below + above === 0) return null
  const side = (rows: number): number => allOnOneSide(rows, now, before)
  const pValue = Math.min(1, 2 * Math.min(side(below), side(above)))
  return {
    rows: below + above,
    below,
    above,
    lowest: below > 0 ? lowest : null,
    highest: above > 0 ? highest : null,
    levels: [],
    pValue,
    beyondChance: pValue <= level,
  }
}

/** The level cells of a category column on both sides. */
export interface LevelSides {
  /** cells of levels, those that the fit did not see last */
  readonly before: readonly Counted[]
  readonly now: readonly Counted[]
  /** levels that the fit saw, with a cell of their own or not */
  readonly known: number
}

/**
 * Levels of new rows that the fit did not see. A level with j rows on both sides together has all of them among the new
 * ones with a chance of about (m/(n + m))^j; the smallest such chance counts for each level there is. And of all levels
 * with a single row, no more than its share should be new: levels without a cell of their own may each be such a one.
 */
export function outsideLevels(
  unseen: readonly string[],
  { before, now, known }: LevelSides,
  { before: n, now: m, level }: Sides,
): Outside | null {
  const counts = now.slice(now.length - unseen.length).map(({ count }) => count)
  const rows = counts.reduce((sum, count) => sum + count, 0)
  if (unseen.length === 0 || rows === 0) return null
  const least = Math.min(...counts.map((count) => allOnOneSide(count, m, n)))
  const own = now.length - unseen.length
  const gone = before.slice(0, own).filter(({ count }, cell) => count === 1 && now[cell].count === 0).length
  const single = counts.filter((count) => count === 1).length
  const marked = Math.min(n + m, single + gone + Math.max(0, known - own))
  const many = hypergeometricTail(single, { all: n + m, marked, drawn: m })
  const pValue = Math.min(1, 2 * Math.min((known + unseen.length) * least, many))
  const beyondChance = pValue <= level
  return { rows, below: 0, above: 0, lowest: null, highest: null, levels: unseen, pValue, beyondChance }
}
