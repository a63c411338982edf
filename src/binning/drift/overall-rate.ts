import type { ColumnDrift, OverallRate, RateChange } from './drift-types.ts'
import { overallReason } from './drift-reasons.ts'

/**
 * The rate of the whole table, told once. It is called shifted when it changed, columns show the change given their
 * values, and no column accounts for it by having moved. `change` is of all rows with a label.
 */
export function overallRate(change: RateChange, columns: readonly ColumnDrift[], level: number): OverallRate {
  const changed = change.pValue !== null && change.pValue <= level
  const explainedBy = changed ? (explaining(change, columns, level)?.name ?? null) : null
  const alike = columns.filter(({ rate }) => rate?.change === 'overall').map(({ name }) => name)
  const shifted = changed && explainedBy === null && columns.some(({ rate }) => rate?.shifted === true)
  const verdict = { ...change, shifted, explainedBy, alike }
  return { ...verdict, reason: overallReason(verdict, columns, level) }
}

/** The column that moved and whose old rates give the new rate best, within half of the change; if given it nothing changed. */
function explaining({ before, now }: RateChange, columns: readonly ColumnDrift[], level: number): ColumnDrift | null {
  if (before === null || now === null) return null
  const away = ({ rate }: ColumnDrift): number => Math.abs((rate?.expected ?? before) - now)
  const able = columns.filter(
    (column) =>
      column.level !== 'stable' &&
      column.rate?.tests != null &&
      !column.rate.shifted &&
      column.rate.tests.common > level &&
      away(column) < Math.abs(now - before) / 2,
  )
  return able.length === 0 ? null : able.reduce((best, column) => (away(column) < away(best) ? column : best))
}
