import { FILLS, type Style } from './screen.ts'
import type { DrawnColumn } from './lay-out.ts'

/** A little lower than the line, so that bars below each other stay apart. */
const BLOCK = '▇'

/** Characters that are filled from below, by eighths. */
const FROM_BELOW = ' ▁▂▃▄▅▆▇█'

/** Nothing is drawn. */
const EMPTY = -1

/** A length of one colour. */
export interface Segment {
  readonly color: number
  readonly size: number
}

/** Class shares side by side over the whole width; nothing where there is no weight. */
export function stackedBar(segments: readonly Segment[], width: number, style: Style): string {
  const whole = segments.reduce((sum, { size }) => sum + size, 0)
  return draw(coloursAlong(segments, whole, width), style)
}

/** A column of bars without a head, of at least and at most so many letters. */
export function barColumn(
  shares: readonly number[],
  [least, most]: readonly [number, number],
  keep: number,
  style: Style,
): DrawnColumn {
  return { heads: [''], draw: (size) => shares.map((share) => plainBar(share, size, style)), least, most, keep }
}

/** A bar from the left that takes a share of the width; a little shows as a thin line. */
export function plainBar(share: number, width: number, style: Style): string {
  const bar = draw(coloursAlong([{ color: 0, size: share }], 1, width), style).trimEnd()
  return bar === '' && share > 0 ? style.paint('▏', 0) : bar
}

/** A bar with a line where the average is, on a scale from 0 to `most`. */
export function barWithAverage(
  value: number,
  { average, most }: { readonly average: number; readonly most: number },
  width: number,
  style: Style,
): string {
  const colours = coloursAlong([{ color: 0, size: value }], most, width)
  const at = Math.min(width - 1, Math.max(0, Math.round((average / most) * width - 0.5)))
  const line = colours[at] < 0 ? '│' : style.on ? '│' : '┃'
  return `${draw(colours.slice(0, at), style)}${line}${draw(colours.slice(at + 1), style)}`
}

/** Colours as characters: blocks, or without colour the fill of each. */
function draw(colours: readonly number[], style: Style): string {
  let out = ''
  for (let from = 0, to = 0; from < colours.length; from = to) {
    while (to < colours.length && colours[to] === colours[from]) to++
    const color = colours[from]
    const glyph = color < 0 ? ' ' : style.on ? BLOCK : FILLS[color]
    const run = glyph.repeat(to - from)
    out += color < 0 ? run : style.paint(run, color)
  }
  return out
}

/** A mean with its deviation, and the mean of all rows. */
export interface Span {
  readonly mean: number
  readonly deviation: number
  readonly average: number
}

/** A mean as ● with its deviation to both sides, and │ at the mean of all, on a scale from one number to another. */
export function spanPlot(
  { mean, deviation, average }: Span,
  [low, high]: readonly [number, number],
  width: number,
  style: Style,
): string {
  const column = (x: number): number =>
    high > low ? Math.min(width - 1, Math.max(0, Math.round(((x - low) / (high - low)) * width - 0.5))) : 0
  const [from, dot, to, line] = [mean - deviation, mean, mean + deviation, average].map(column)
  let out = ''
  for (let i = 0; i < width; i++) {
    if (i === dot) out += style.paint('●', 0)
    else if (i === line) out += i >= from && i <= to ? '┼' : '│'
    else out += i >= from && i <= to ? style.paint('─', 0) : ' '
  }
  return out
}

/**
 * Segments on top of each other as characters, the lowest first: `height` lines of eight steps each, of which `filled`
 * are taken. In colour a character shows up to two segments; without, only how high they go.
 */
export function drawStack(segments: readonly Segment[], filled: number, height: number, style: Style): string[] {
  const whole = segments.reduce((sum, { size }) => sum + size, 0)
  const colours = coloursAlong(segments, whole, filled)
  return Array.from({ length: height }, (_, i) => drawEighths(colours.slice(i * 8, i * 8 + 8), style))
}

function drawEighths(colours: readonly number[], style: Style): string {
  if (colours.length === 0) return ' '
  if (colours.length < 8 || !style.on) return style.paint(FROM_BELOW[colours.length], commonest(colours))
  const size = colours.findIndex((color) => color !== colours[0])
  if (size < 0) return style.paint('█', colours[0])
  return style.paint(FROM_BELOW[size], colours[0], commonest(colours.slice(size)))
}

function commonest(colours: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const color of colours) counts.set(color, (counts.get(color) ?? 0) + 1)
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

/**
 * Segments laid end to end over `steps` steps: the colour of each step, −1 where nothing is. `whole` is the size that
 * takes all steps. Each end is rounded on its own, so that segments never take more than they should.
 */
function coloursAlong(segments: readonly Segment[], whole: number, steps: number): number[] {
  const colours = Array.from({ length: steps }, () => EMPTY)
  let sum = 0
  let from = 0
  for (const { color, size } of segments) {
    sum += size
    const to = whole > 0 ? Math.min(steps, Math.round((sum / whole) * steps)) : 0
    colours.fill(color, from, to)
    from = Math.max(from, to)
  }
  return colours
}
