import { textWidth } from '../terminal/text.ts'

/** Width of a letter of a chart in its own units: that of a wide sans-serif at 11, so that texts rather have room to spare. */
const LETTER = 7

/** Room a text takes in a chart. */
export function roomOf(text: string): number {
  return textWidth(text) * LETTER
}

/** How many letters fit into a room. */
export function lettersIn(room: number): number {
  return Math.floor(room / LETTER)
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

/** Round numbers between two ends, `most` or fewer, with their texts. */
export function roundTicks(from: number, to: number, most: number): { value: number; text: string }[] {
  const raw = (to - from) / Math.max(1, most)
  if (!(raw > 0) || !Number.isFinite(raw)) return []
  const [digits, exponent] = raw.toExponential().split('e').map(Number)
  const times = [1, 2, 5, 10].find((step) => digits <= step) ?? 10
  const step = Number(`${times}e${exponent}`)
  const decimals = Math.max(0, -(times === 10 ? exponent + 1 : exponent))
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const value = Number(((first + i) * step).toPrecision(12))
    return { value, text: tickText(value, decimals) }
  })
}

/** Round numbers along an axis whose texts neither touch one another nor leave the chart. */
export function axisTicks(axis: Axis, width: number, most: number): { value: number; text: string }[] {
  for (let count = most; count >= 1; count--) {
    const ticks = roundTicks(axis.from, axis.to, count)
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
  if (value === 0) return '0'
  if (size >= 1e9 || decimals > 6) return String(Number(value.toPrecision(6))).replace('e+', 'e')
  const [whole, ...rest] = value.toFixed(decimals).split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/** Rows in few letters: 1,200 as it is, then 12k and 3M. */
export function shortCount(count: number): string {
  for (const [size, sign] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (count >= 10 * size || (count >= size && count % (size / 10) === 0 && size > 1e3)) {
      return `${Number((count / size).toPrecision(3))}${sign}`
    }
  }
  return tickText(count, Number.isInteger(count) ? 0 : 2)
}
