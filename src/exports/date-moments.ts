import { DataError } from '../errors.ts'

/** A point in time as databases keep it: whole microseconds since 1970 UTC, in two parts that are exact. */
export interface Moment {
  /** whole milliseconds since 1970 UTC */
  readonly milliseconds: number
  /** 0 … 999 beyond the milliseconds */
  readonly micros: number
}

/** Up to here, the years 1684 to 2255, microseconds are exact in a double. */
const FARTHEST = 2 ** 53 / 1000 - 1

/** How finely a database and a double together tell times near this one apart. */
export function tellable(time: number, perMilli: 1 | 1000): 1 | 1000 {
  return Math.abs(time) > FARTHEST ? 1 : perMilli
}

/** The number that the library reads a moment as: microseconds divided once. */
export function millisecondsOf({ milliseconds, micros }: Moment): number {
  return micros === 0 ? milliseconds : (milliseconds * 1000 + micros) / 1000
}

/** A moment so many ticks later; a tick is a part of a millisecond: 1000 or 1 of them make one. */
export function later(moment: Moment, ticks: number, perMilli: 1 | 1000): Moment {
  if (perMilli === 1) return { milliseconds: moment.milliseconds + ticks, micros: 0 }
  const micros = moment.micros + ticks
  const carried = Math.floor(micros / 1000)
  return { milliseconds: moment.milliseconds + carried, micros: micros - 1000 * carried }
}

/**
 * The first moment at or after a time (`up`), or the last at or before it, among those a database can hold. Comparing
 * with it parts moments as comparing their numbers with the time does.
 */
export function momentAt(time: number, up: boolean, perMilli: 1 | 1000): Moment {
  const whole: Moment = { milliseconds: up ? Math.ceil(time) : Math.floor(time), micros: 0 }
  if (tellable(time, perMilli) === 1 || Number.isInteger(time)) return whole
  const start: Moment = { milliseconds: Math.floor(time), micros: 0 }
  const near = later(start, Math.round((time - start.milliseconds) * 1000), perMilli)
  // The nearest microsecond may read as a number on the wrong side; its neighbour then does not.
  const reached = (moment: Moment): boolean => (up ? millisecondsOf(moment) >= time : millisecondsOf(moment) <= time)
  const step = up ? 1 : -1
  let moment = later(near, -2 * step, perMilli)
  while (!reached(moment)) moment = later(moment, step, perMilli)
  return moment
}

/** The moment that reads as exactly this number; null when there is none. */
export function momentOf(time: number, perMilli: 1 | 1000): Moment | null {
  const moment = momentAt(time, true, perMilli)
  return millisecondsOf(moment) === time && inCalendar(moment) ? moment : null
}

/** Whether a moment lies in the years 1 to 9999, which every database can write. */
export function inCalendar({ milliseconds }: Moment): boolean {
  return milliseconds >= -62_135_596_800_000 && milliseconds < 253_402_300_800_000
}

/** `2015-02-04 17:51:59`, with as many digits behind the point as asked for, or as many as are needed. */
export function momentText(moment: Moment, digits?: 3): string {
  if (!inCalendar(moment)) {
    throw new DataError('export: a date outside of the years 1 to 9999 cannot be written as a SQL timestamp')
  }
  const [day, clock] = new Date(moment.milliseconds).toISOString().slice(0, -1).split('T')
  if (digits === 3) return `${day} ${clock}`
  const full = `${clock}${String(moment.micros).padStart(3, '0')}`
  return `${day} ${full.endsWith('.000000') ? full.slice(0, -7) : full}`
}
