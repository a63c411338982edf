import { textWidth, truncate } from '../../printed-text.ts'

/**
 * Widths of letters of a chart in its own units: those of a wide sans-serif at 11, so that texts rather have room to
 * spare: most of them, capitals, and the widest.
 */
const LETTER = 7
const CAPITAL = 8.8
const WIDEST = 11

/** Room a text takes in a chart. */
export function roomOf(text: string): number {
  const widest = text.match(/[MWmw@%…]/g)?.length ?? 0
  const capitals = text.match(/[A-LN-VX-Z]/g)?.length ?? 0
  return textWidth(text) * LETTER + widest * (WIDEST - LETTER) + capitals * (CAPITAL - LETTER)
}

/** The text, or as much of its beginning as fits into a room. */
export function shortened(text: string, room: number): string {
  let letters = Math.max(1, Math.floor(room / LETTER))
  let short = truncate(text, letters)
  while (letters > 1 && roomOf(short) > room) short = truncate(text, --letters)
  return short
}

/** A line of numbers and the part of a chart it is drawn over. */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

/** Where a value is drawn. */
export function placeOf({ from, to, left, right }: Axis, value: number): number {
  return left + ((value - from) / (to - from)) * (right - left)
}

/** The value that is drawn at a place. */
export function valueAt({ from, to, left, right }: Axis, place: number): number {
  return from + ((place - left) / (right - left)) * (to - from)
}

/** Thousands and more are written with a letter where every tick is a whole number of them. */
const UNITS: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** A value of an axis with its text. */
export interface Tick {
  /** where it stands */
  readonly value: number
  /** what is written there */
  readonly text: string
}

/**
 * Round numbers between two ends, `most` or fewer, with their texts.
 *
 *     console.log(roundTicks(0, 42, 5).map(({ text }) => text)) // → [ '0', '10', '20', '30', '40' ]
 */
export function roundTicks(from: number, to: number, most: number): Tick[] {
  const raw = (to - from) / Math.max(1, most)
  if (!(raw > 0) || !Number.isFinite(raw)) return []
  const [digits, exponent] = raw.toExponential().split('e').map(Number)
  const times = [1, 2, 5, 10].find((step) => digits <= step) ?? 10
  const step = Number(`${times}e${exponent}`)
  const decimals = Math.max(0, -(times === 10 ? exponent + 1 : exponent))
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(15)),
  )
  const size = Math.max(Math.abs(from), Math.abs(to))
  const [unit, sign] = UNITS.find(([least]) => step >= least && size >= 10 * least) ?? [1, '']
  return values.map((value) => ({ value, text: value === 0 ? '0' : `${tickText(value / unit, decimals)}${sign}` }))
}

/** Round numbers along an axis whose texts neither touch one another nor leave the chart. */
export function axisTicks(axis: Axis, width: number, most: number, textOf?: (value: number) => string): Tick[] {
  return fittingTicks(axis, width, most, (count) =>
    roundTicks(axis.from, axis.to, count).map(({ value, text }) => ({ value, text: textOf?.(value) ?? text })),
  )
}

/** Ticks along an axis, as many of `most` as leave room between their texts; those that would leave the chart are left out. */
export function fittingTicks(axis: Axis, width: number, most: number, ticksOf: (count: number) => Tick[]): Tick[] {
  for (let count = most; count >= 1; count--) {
    const ticks = ticksOf(count)
    const room = (axis.right - axis.left) / count
    if (ticks.length > 0 && ticks.every(({ text }) => roomOf(text) + LETTER <= room || count === 1)) {
      return ticks.filter(({ value, text }) => {
        const [place, half] = [placeOf(axis, value), roomOf(text) / 2]
        return place - half >= 0 && place + half <= width
      })
    }
  }
  return []
}

function tickText(value: number, decimals: number): string {
  const size = Math.abs(value)
  if (size >= 1e9 || decimals > 6) return String(Number(value.toPrecision(6))).replace('e+', 'e')
  const [whole, ...rest] = value.toFixed(decimals).split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}
