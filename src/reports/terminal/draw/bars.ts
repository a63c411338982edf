import { layParts, type Part } from './block-characters.ts'
import { FILLS, type Style } from './colours.ts'

/** A little lower than the line, so that bars below each other stay apart. */
const BLOCK = '▇'

/** Class shares side by side over the whole width; nothing where there is no weight. */
export function stackedBar(parts: readonly Part[], width: number, style: Style): string {
  const whole = parts.reduce((sum, { size }) => sum + size, 0)
  return draw(layParts(parts, whole, width), style)
}

/** A bar from the left, `part` of the width long; a little shows as a thin line. */
export function plainBar(part: number, width: number, style: Style): string {
  const bar = draw(layParts([{ color: 0, size: part }], 1, width), style).trimEnd()
  return bar === '' && part > 0 ? style.paint('▏', 0) : bar
}

/** A bar with a mark where the average is, on a scale from 0 to `most`. */
export function markedBar(value: number, average: number, most: number, width: number, style: Style): string {
  const places = layParts([{ color: 0, size: value }], most, width)
  const at = Math.min(width - 1, Math.max(0, Math.round((average / most) * width - 0.5)))
  const mark = places[at] < 0 ? '│' : style.on ? '│' : '┃'
  return `${draw(places.slice(0, at), style)}${mark}${draw(places.slice(at + 1), style)}`
}

/** Places as characters: blocks in their colours, or without colour the fill of each. */
function draw(places: readonly number[], style: Style): string {
  let out = ''
  for (let from = 0, to = 0; from < places.length; from = to) {
    while (to < places.length && places[to] === places[from]) to++
    const color = places[from]
    const glyph = color < 0 ? ' ' : style.on ? BLOCK : FILLS[color]
    const run = glyph.repeat(to - from)
    out += color < 0 ? run : style.paint(run, color)
  }
  return out
}

/** The ends of a scale. */
export interface Scale {
  readonly from: number
  readonly to: number
}

/** A mean as ● with its deviation to both sides, and │ at the mean of all. */
export function spanPlot(
  mean: number,
  deviation: number,
  average: number,
  scale: Scale,
  width: number,
  style: Style,
): string {
  const room = scale.to - scale.from
  const place = (x: number): number =>
    room > 0 ? Math.min(width - 1, Math.max(0, Math.round(((x - scale.from) / room) * width - 0.5))) : 0
  const [from, dot, to, mark] = [mean - deviation, mean, mean + deviation, average].map(place)
  let out = ''
  for (let i = 0; i < width; i++) {
    if (i === dot) out += style.paint('●', 0)
    else if (i === mark) out += i >= from && i <= to ? '┼' : '│'
    else out += i >= from && i <= to ? style.paint('─', 0) : ' '
  }
  return out
}
