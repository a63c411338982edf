import type { Style } from './colours.ts'

/** Characters that are filled from below, by eighths. */
const FROM_BELOW = ' ▁▂▃▄▅▆▇█'

/** Nothing is drawn. */
const EMPTY = -1

/** A length of one colour. */
export interface Part {
  readonly color: number
  readonly size: number
}

/**
 * Parts laid end to end over `units` places: the colour at each place, −1 where nothing is. `whole` is the size that takes
 * all places. Each end is rounded on its own, so that parts never take more than they should.
 */
export function layParts(parts: readonly Part[], whole: number, units: number): number[] {
  const places = Array.from({ length: units }, () => EMPTY)
  let sum = 0
  let from = 0
  for (const { color, size } of parts) {
    sum += size
    const to = whole > 0 ? Math.min(units, Math.round((sum / whole) * units)) : 0
    places.fill(color, from, to)
    from = Math.max(from, to)
  }
  return places
}

/**
 * Parts on top of each other as characters, the lowest first: `height` lines of eight places each, of which `filled` are
 * taken. In colour a character shows up to two parts; without, only how high they go.
 */
export function drawStack(parts: readonly Part[], filled: number, height: number, style: Style): string[] {
  const whole = parts.reduce((sum, { size }) => sum + size, 0)
  const places = layParts(parts, whole, filled)
  return Array.from({ length: height }, (_, i) => drawCell(places.slice(i * 8, i * 8 + 8), style))
}

function drawCell(cell: readonly number[], style: Style): string {
  if (cell.length === 0) return ' '
  if (cell.length < 8 || !style.on) return style.paint(FROM_BELOW[cell.length], commonest(cell))
  const size = cell.findIndex((color) => color !== cell[0])
  if (size < 0) return style.paint('█', cell[0])
  return style.paint(FROM_BELOW[size], cell[0], commonest(cell.slice(size)))
}

function commonest(colors: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}
