import type { ColumnDrift, SideCount } from '../../../src/index.ts'
import { shareInterval } from '../../../src/measures/index.ts'
import { type DriftColumnTexts, percentText } from '../../../src/reports/index.ts'

/** A number with where the true one lies; both ends are null where that is not known. */
export interface Spread {
  readonly value: number
  /** the number as it is written */
  readonly text: string
  readonly low: number | null
  readonly high: number | null
}

/** Before and now of one bin; null where there are no rows. */
export interface Pair {
  readonly label: string
  readonly before: Spread | null
  readonly now: Spread | null
}

type Side = 'before' | 'now'

/** Bins that are drawn: of many levels, those that moved most. */
const MOST_DRAWN = 24

function drawn({ slots }: ColumnDrift): ColumnDrift['slots'] {
  const filled = slots.filter(({ before, now }) => before.count + now.count > 0)
  if (filled.length <= MOST_DRAWN) return filled
  const limit = filled.map(({ psi }) => psi).toSorted((a, b) => b - a)[MOST_DRAWN - 1]
  return filled.filter(({ psi }) => psi >= limit).slice(0, MOST_DRAWN)
}

/** The shares of the bins on both sides. */
export function sharePairs(column: ColumnDrift): Pair[] {
  const all = { before: rowsOf(column, 'before'), now: rowsOf(column, 'now') }
  const spread = (side: SideCount, rows: number): Spread => ({
    value: side.share,
    text: percentText(side.share, 1),
    ...ends(side.share, rows),
  })
  return drawn(column).map(({ label, before, now }) => ({
    label,
    before: spread(before, all.before),
    now: spread(now, all.now),
  }))
}

/** The rates (or means) of the bins on both sides; with intervals where every row has a label. */
export function ratePairs(column: ColumnDrift, told: DriftColumnTexts): Pair[] {
  const texts = new Map(told.slots.map((slot) => [slot.label, slot]))
  const ranges = column.rate?.ranges ?? []
  const labelled = (key: 'rowsBefore' | 'rowsNow'): number => ranges.reduce((sum, range) => sum + range[key], 0)
  const whole = {
    before: labelled('rowsBefore') === rowsOf(column, 'before'),
    now: labelled('rowsNow') === rowsOf(column, 'now'),
  }
  return drawn(column).map((slot) => {
    const spread = (side: Side): Spread | null => {
      const value = slot.rate?.[side] ?? null
      if (value === null) return null
      const known = whole[side] && slot.rate?.of != null && slot[side].count > 0
      return {
        value,
        text: texts.get(slot.label)![side],
        ...(known ? ends(value, slot[side].count) : { low: null, high: null }),
      }
    }
    return { label: slot.label, before: spread('before'), now: spread('now') }
  })
}

function rowsOf({ slots }: ColumnDrift, side: Side): number {
  return slots.reduce((sum, slot) => sum + slot[side].count, 0)
}

function ends(share: number, rows: number): { low: number | null; high: number | null } {
  if (rows === 0) return { low: null, high: null }
  const { low, high } = shareInterval(share * rows, rows)
  return { low, high }
}

/** A share with its interval: "31.2 % (27.0–35.7)". */
export function shareText({ share }: SideCount, rows: number): string {
  const { low, high } = ends(share, rows)
  if (low === null || high === null) return '–'
  return `${percentText(share, 1)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`
}
