import { oneOf, type Rule } from './check.ts'

/** Spans of the calendar that rows are gathered by, in UTC. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** One of the spans, as a rule for options. */
export const PERIOD_UNIT: Rule<PeriodUnit> = oneOf('day', 'week', 'month', 'quarter', 'year')

const DAY = 86_400_000

/** Day 0 of 1970 was a Thursday; weeks start on Monday. */
const MONDAY = 3

/** The start of the period that holds a time, both in milliseconds since 1970 UTC; NaN where there is none. */
export function periodStart(time: number, unit: PeriodUnit): number {
  if (!Number.isFinite(time)) return Number.NaN
  const days = Math.floor(time / DAY)
  if (unit === 'day') return days * DAY
  if (unit === 'week') return (days - ((((days + MONDAY) % 7) + 7) % 7)) * DAY
  const date = new Date(time)
  const month = unit === 'year' ? 0 : date.getUTCMonth() - (unit === 'quarter' ? date.getUTCMonth() % 3 : 0)
  // Date.UTC takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(date.getUTCFullYear(), month, 1)
}

/** The period that starts at a time as text: 2026-01-05, 2026-W02, 2026-01, 2026-Q1, 2026. Weeks are those of ISO 8601. */
export function periodText(start: number, unit: PeriodUnit): string {
  const [year, month, day] = new Date(start)
    .toISOString()
    .slice(0, -14)
    .split(/(?<=\d)-/)
  if (unit === 'year') return year
  if (unit === 'quarter') return `${year}-Q${Math.floor((Number(month) - 1) / 3) + 1}`
  if (unit === 'month') return `${year}-${month}`
  if (unit === 'day') return `${year}-${month}-${day}`
  // The week belongs to the year of its Thursday.
  const thursday = new Date(start + 3 * DAY)
  const ofYear = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - new Date(0).setUTCFullYear(ofYear, 0, 1)) / (7 * DAY)) + 1
  return `${String(ofYear).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}
