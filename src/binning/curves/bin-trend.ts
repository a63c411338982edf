import type { Target } from '../../types.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { NumberColumn } from '../binning.ts'
import { binningTable } from '../use/binning-table.ts'

/** How the target goes from bin to bin: up, down, up and then down, down and then up, the same, or none of these. */
export type BinTrend = 'rising' | 'falling' | 'peak' | 'valley' | 'flat' | 'none'

/**
 * How the rate of the event, or the mean of a numeric target, goes from the lowest bin to the highest. Bins without rows
 * say nothing. Null where there is neither an event nor a number, or fewer than two bins with rows.
 *
 *     const [age] = binning.columns.filter(hasCuts)
 *     console.log(binTrend(age!, binning.target)) // → rising
 *
 * @param target the target of the binning, `binning.target`
 */
export function binTrend(column: NumberColumn, target: Target | null): BinTrend | null {
  const rows = binningTable(column, target).rows.slice(0, column.bins.length)
  const levels = rows.flatMap(({ count, rate, mean }) => (count > 0 ? (rate ?? mean ?? []) : []))
  if (levels.length < 2) return null
  const turns = levels
    .slice(1)
    .map((level, i) => (clearlyLarger(level, levels[i]) ? 1 : clearlyLarger(levels[i], level) ? -1 : 0))
    .filter((turn) => turn !== 0)
  if (turns.length === 0) return 'flat'
  const changes = turns.filter((turn, i) => i > 0 && turn !== turns[i - 1]).length
  const up = turns[0] > 0
  if (changes === 0) return up ? 'rising' : 'falling'
  return changes > 1 ? 'none' : up ? 'peak' : 'valley'
}
