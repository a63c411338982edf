import { type Axis, axisTicks, fittingTicks, roundTicks, type Tick } from './ticks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30.4 * DAY
const YEAR = 365.25 * DAY

/** Steps of a fixed length, with how much of a date their ticks are written by; weeks begin on Mondays. */
const STEPS: readonly { readonly step: number; readonly text: readonly [number, number]; readonly from?: number }[] = [
  ...[1, 2, 5, 10, 15, 30].map((times) => ({ step: times * SECOND, text: [11, 19] as const })),
  ...[1, 2, 5, 10, 15, 30].map((times) => ({ step: times * MINUTE, text: [5, 16] as const })),
  ...[1, 2, 3, 6, 12].map((times) => ({ step: times * HOUR, text: [5, 16] as const })),
  ...[1, 2].map((times) => ({ step: times * DAY, text: [0, 10] as const })),
  ...[7, 14].map((times) => ({ step: times * DAY, text: [0, 10] as const, from: 4 * DAY })),
]

/**
 * Round dates between two times in milliseconds, `most` or fewer: starts of years, months, weeks, days, hours and so on.
 *
 *     console.log(dateTicks(Date.UTC(2024, 0, 1), Date.UTC(2024, 2, 31), 3).map(({ text }) => text))
 *     // → [ '2024-01', '2024-02', '2024-03' ]
 */
export function dateTicks(from: number, to: number, most: number): Tick[] {
  const raw = (to - from) / Math.max(1, most)
  if (!(raw > 0) || Math.max(-from, to) > 8.64e15) return []
  if (raw < SECOND / 2) return roundTicks(from, to, most).map(({ value }) => ({ value, text: dateOf(value).slice(11, 23) })) // prettier-ignore
  const fixed = STEPS.find(({ step }) => raw <= step)
  if (fixed === undefined) return calendarTicks(from, to, raw)
  const { step, text, from: zero = 0 } = fixed
  const first = Math.ceil((from - zero) / step)
  const count = Math.max(0, Math.floor((to - zero) / step) - first + 1)
  return Array.from({ length: count }, (_, i) => {
    const value = zero + (first + i) * step
    return { value, text: dateOf(value).slice(...text).replace('T', ' ') } // prettier-ignore
  })
}

/** Starts of every so many months or years. */
function calendarTicks(from: number, to: number, raw: number): Tick[] {
  const few = [1, 2, 3, 6].find((months) => raw <= months * MONTH)
  // Years are as round as numbers are.
  const [times, power] = (raw / YEAR).toExponential().split('e').map(Number)
  const years = Math.max(1, ([1, 2, 5].find((round) => times <= round) ?? 10) * 10 ** power)
  const months = few ?? 12 * years
  const start = new Date(from)
  const first = Math.floor((12 * start.getUTCFullYear() + start.getUTCMonth()) / months)
  const ticks: Tick[] = []
  for (let i = first; ; i++) {
    const value = monthStart(i * months)
    if (!(value <= to)) return ticks
    const year = Math.floor((i * months) / 12)
    if (value >= from) ticks.push({ value, text: few === undefined ? String(year) : dateOf(value).slice(0, -17) })
  }
}

/** The start of a month, counted from the year 0; years below 100 are no years of the last century. */
function monthStart(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month - 12 * Math.floor(month / 12), 1)
}

function dateOf(time: number): string {
  return new Date(time).toISOString()
}

/** Round values along the axis of a column whose texts neither touch one another nor leave the chart. */
export function valueTicks(
  kind: 'number' | 'date',
  axis: Axis,
  width: number,
  textOf?: (value: number) => string,
): Tick[] {
  return kind === 'date'
    ? fittingTicks(axis, width, 6, (count) => dateTicks(axis.from, axis.to, count))
    : axisTicks(axis, width, 6, textOf)
}
