import { populationStability } from '../../measures/psi.ts'
import type { Outside, ShareRange, SideCount } from './drift-types.ts'

/**
 * The ranges with those below and above the fit apart, which held no rows before. A column of a single value shows only so
 * how far it moved. Only where they hold more rows than chance gives: chance always puts a few there. `last` is the
 * last range of values; missing values and special codes follow.
 */
export function rangesBeyond(
  ranges: readonly ShareRange[],
  last: number,
  { below, above }: Outside,
  smoothing: number,
): ShareRange[] {
  const none: SideCount = { count: 0, weight: 0, share: 0 }
  const sum = (side: 'before' | 'now', of: 'count' | 'weight'): number =>
    ranges.reduce((total, range) => total + range[side][of], 0)
  const [n, m, weight] = [sum('before', 'count'), sum('now', 'count'), sum('now', 'weight')]
  const rows = (count: number): SideCount => ({ count, weight: (count * weight) / m, share: count / m })
  const without = (range: ShareRange, away: SideCount): ShareRange => {
    const count = Math.max(0, range.now.count - away.count)
    const left = { count, weight: range.now.weight - away.weight, share: range.now.share - away.share }
    return { ...range, now: count > 0 && left.weight > 0 ? left : { ...none, count } }
  }
  const values = ranges.map((range, i) =>
    without(without(range, i === 0 ? rows(below) : none), i === last ? rows(above) : none),
  )
  const beyond = [
    ...(below > 0 ? [{ label: 'below the fit', before: none, now: rows(below), psi: 0 }] : []),
    ...(above > 0 ? [{ label: 'above the fit', before: none, now: rows(above), psi: 0 }] : []),
  ]
  const all = [...values, ...beyond]
  const { terms } = populationStability(
    all.map((range) => range.before.share * n),
    all.map((range) => range.now.share * m),
    { smoothing },
  )
  return all.map((range, i) => ({ ...range, psi: terms[i] }))
}
