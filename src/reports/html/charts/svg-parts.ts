import { escaped } from '../../markup.ts'
import { countText } from '../../number-text.ts'
import { fillOf, type Series } from './series.ts'
import { roundTicks, shortened } from './ticks.ts'

/** Width of a picture in its own units, and what is left for numbers beside it. */
export const WIDTH = 400
export const LEFT = 42
export const RIGHT = 10

/** A length as text: a tenth of a unit is enough. */
export function at(length: number): string {
  return String(Math.round(length * 10) / 10 + 0)
}

/** A line from one point to another, drawn as its class says. */
export function lineSvg(kind: string, from: readonly [number, number], to: readonly [number, number]): string {
  return `<path class="${kind}" d="M${from.map(at).join(' ')}L${to.map(at).join(' ')}"/>`
}

/** A box; nothing where it has no size. */
export function boxPath(left: number, top: number, right: number, bottom: number): string {
  const [x, y, x2, y2] = [left, top, right, bottom].map(at)
  return x === x2 || y === y2 ? '' : `M${x} ${y}H${x2}V${y2}H${x}z`
}

/** A text, from its middle or from an end. */
export function textSvg(
  kind: string,
  [x, y]: readonly [number, number],
  text: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): string {
  const side = anchor === 'middle' ? '' : ` text-anchor="${anchor}"`
  return `<text class="${kind}" x="${at(x)}" y="${at(y)}"${side}>${escaped(text)}</text>`
}

/** A bar of shares of the classes inside a box, the first class below. */
export interface SharedBox {
  readonly rows: number
  readonly classes: readonly number[]
  readonly left: number
  readonly right: number
}

/** Boxes filled by the shares of the classes, one path per class. */
export function shareBoxes(
  boxes: readonly SharedBox[],
  series: readonly Series[],
  [top, bottom]: readonly [number, number],
): string {
  const paths = series.map(() => '')
  for (const { left, right, rows, classes } of boxes) {
    let below = bottom
    series.forEach((one, i) => {
      const height = rows > 0 ? (one.sizeOf(classes, rows) / rows) * (bottom - top) : 0
      paths[i] += boxPath(left, below - height, right, below)
      below -= height
    })
  }
  return paths.map((d, i) => (d === '' ? '' : `<path d="${d}" fill="${fillOf(series[i].fill)}"/>`)).join('')
}

/** A whole picture, with a sentence for those who do not see it. */
export function pictureSvg(height: number, label: string, body: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${at(height)}" role="img" aria-label="${escaped(label)}">${body}</svg>`
}

/** A piece of a picture: how far down it reaches, and the list below the picture that says what its marks mean. */
export interface Piece {
  readonly body: string
  readonly height: number
  /** entries that are safe in a page */
  readonly legend: readonly string[]
}

/** A picture with the list of what its marks mean, where there is one. */
export function withLegend(picture: string, legend: readonly string[]): string {
  const list =
    legend.length === 0 ? '' : `<ul class="legend">${legend.map((entry) => `<li>${entry}</li>`).join('')}</ul>`
  return `<figure>${picture}${list}</figure>`
}

/** A piece as a picture of its own. */
export function pieceHtml({ body, height, legend }: Piece, label: string): string {
  return withLegend(pictureSvg(height, label, body), legend)
}

/** Round numbers at the left with a line across. */
export function leftTicks(
  from: number,
  to: number,
  place: (value: number) => number,
  textOf?: (value: number) => string,
): string {
  // prettier-ignore
  return roundTicks(from, to, 3)
    .map(({ value, text }) => {
      const y = place(value)
      return lineSvg('grid', [LEFT, y], [WIDTH - RIGHT, y]) + textSvg('tick', [LEFT - 5, y + 4], tickOf(textOf?.(value) ?? text), 'end') // prettier-ignore
    })
    .join('')
}

/** A number of an axis, cut short where it is very long. */
function tickOf(text: string): string {
  return text.length <= 6 ? text : shortened(text, LEFT - 6)
}

/** A number in four digits. */
export function short(x: number): string {
  const text = Number.isInteger(x) && Math.abs(x) < 1e7 ? countText(x) : String(Number(x.toPrecision(4)))
  return text.replace('-', '−')
}

/** What a mark of a picture looks like, for the list below it. */
export function keySvg(body: string): string {
  return `<svg class="k w" viewBox="0 0 22 14" aria-hidden="true">${body}</svg>`
}

/** At most about two points per column of `columns`, keeping the lowest and the highest of each. O(points). */
export function thinned<T extends { readonly x: number; readonly y: number }>(
  points: readonly T[],
  columns: number,
): T[] {
  if (points.length <= 2 * columns) return [...points]
  const from = points[0].x
  const span = points[points.length - 1].x - from || 1
  const kept: T[] = []
  let cell: T[] = []
  let column = 0
  const close = (): void => {
    if (cell.length === 0) return
    let [low, high] = [0, 0]
    for (let i = 1; i < cell.length; i++) {
      if (cell[i].y < cell[low].y) low = i
      if (cell[i].y > cell[high].y) high = i
    }
    for (const i of [...new Set([low, high])].toSorted((a, b) => a - b)) kept.push(cell[i])
    cell = []
  }
  for (const point of points) {
    const own = Math.floor(((point.x - from) / span) * columns)
    if (own !== column) close()
    column = own
    cell.push(point)
  }
  close()
  return kept
}
