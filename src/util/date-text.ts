/** Units a date can be cut at, coarsest first; months and years are found by the calendar. */
const UNITS = [86_400_000, 3_600_000, 60_000, 1000, 1]

/** A time in milliseconds since 1970 UTC as short text: `2015-02-04`, `2015-02-04 17:51`, `2015-02-04 17:51:59.5`. */
export function dateText(time: number): string {
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return String(time)
  const rounded = Math.round((time - Math.floor(time)) * 1000)
  const micros = rounded % 1000 // 1000 carries over to the millisecond
  const [day, clock] = new Date(Math.floor(time) + (rounded === 1000 ? 1 : 0)).toISOString().slice(0, -1).split('T')
  const full = `${clock}${micros === 0 ? '' : String(micros).padStart(3, '0')}`
  const short = full
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/:00$/, '')
  return short === '00:00' ? day : `${day} ${short}`
}

/** The date with the shortest text between `lo` and `hi` (both allowed), nearest to `wish` among equally short ones. */
export function shortestDate(lo: number, hi: number, wish: number): number {
  for (const start of [yearStart, monthStart]) {
    const candidates = [start(wish, 0), start(wish, 1)].filter((time) => time >= lo && time <= hi)
    if (candidates.length > 0) return nearest(candidates, wish)
  }
  for (const unit of UNITS) {
    const candidates = [Math.floor(wish / unit) * unit, Math.ceil(wish / unit) * unit].filter(
      (time) => time >= lo && time <= hi,
    )
    if (candidates.length > 0) return nearest(candidates, wish)
  }
  return wish
}

function yearStart(time: number, ahead: number): number {
  return Date.UTC(new Date(time).getUTCFullYear() + ahead, 0)
}

function monthStart(time: number, ahead: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead)
}

function nearest(times: readonly number[], wish: number): number {
  return times.reduce((best, time) => (Math.abs(time - wish) < Math.abs(best - wish) ? time : best))
}
