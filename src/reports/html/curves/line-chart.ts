import { escaped } from '../../markup.ts'
import { percentText } from '../../number-text.ts'
import { at, keySvg, LEFT, leftTicks, type Piece, RIGHT, short, textSvg, WIDTH } from '../charts/svg-parts.ts'
import { type Axis, axisTicks, placeOf } from '../charts/ticks.ts'

const HEIGHT = 110

/** A point of a line, with where the true value may lie. */
export interface LinePoint {
  readonly x: number
  readonly y: number
  readonly low?: number | undefined
  readonly high?: number | undefined
}

/** A line of a chart. */
export interface ChartLine {
  readonly name: string
  readonly points: readonly LinePoint[]
  /** dashed for what is only there to compare with */
  readonly dashed?: boolean
}

/** A chart of lines over a number, such as bins or leaves. */
export interface LineChart {
  /** what is measured, above the chart */
  readonly caption: string
  /** what the numbers below it are */
  readonly below: string
  readonly lines: readonly ChartLine[]
  /** shares as percent */
  readonly percent?: boolean
  /** a point to mark, and what it is */
  readonly mark?: { readonly point: LinePoint; readonly name: string } | undefined
  /** where the piece starts */
  readonly top: number
  /** whether the numbers below fall from left to right */
  readonly falling?: boolean
}

/** Lines with their bands. */
export function drawLines(chart: LineChart): Piece {
  const { lines, mark, percent = false } = chart
  const [top, bottom] = [chart.top + 20, chart.top + 20 + HEIGHT]
  const points = lines.flatMap((line) => line.points)
  const [from, to] = rangeOf(points.map(({ x }) => x))
  const axis: Axis = chart.falling === true ? { from: to, to: from, left: LEFT + 8, right: WIDTH - RIGHT - 8 } : { from, to, left: LEFT + 8, right: WIDTH - RIGHT - 8 } // prettier-ignore
  const [low, high] = rangeOf(points.flatMap(({ y, low: a = y, high: b = y }) => [y, a, b]))
  const room = (high - low) * 0.06
  const place = (y: number): number => bottom - ((y - low + room) / (high - low + 2 * room)) * HEIGHT
  const textOf = percent ? (y: number): string => percentText(y, high - low < 0.05 ? 1 : 0) : undefined
  const ticks = axisTicks(chart.falling === true ? { ...axis, from, to } : axis, WIDTH, 8, (value) => String(value)).filter(({ value }) => Number.isInteger(value)) // prettier-ignore
  const body = [
    leftTicks(low, high, place, textOf),
    textSvg('cap', [LEFT, top - 6], chart.caption, 'start'),
    `<path class="axis" d="M${LEFT} ${bottom}H${WIDTH - RIGHT}"/>`,
    ...lines.map((line, i) => bandSvg(line, axis, place, i)),
    ...lines.map((line, i) => lineOf(line, axis, place, i)),
    mark === undefined ? '' : `<circle class="first" cx="${at(placeOf(axis, mark.point.x))}" cy="${at(place(mark.point.y))}" r="4.5"/>`, // prettier-ignore
    ...ticks.map(({ value, text }) => textSvg('tick', [placeOf(axis, value), bottom + 16], text)),
    textSvg('tick', [WIDTH - RIGHT, bottom + 31], chart.below, 'end'),
  ]
  const legend = [
    ...lines.map((line, i) => `${keySvg(`<path class="l${i}${line.dashed === true ? ' dash' : ''}" d="M1 7H21"/>`)}${escaped(line.name)}`),
    ...(mark === undefined ? [] : [`${keySvg('<circle class="first" cx="11" cy="7" r="5"/>')}${escaped(mark.name)}: ${percent ? percentText(mark.point.y, 1) : short(mark.point.y)}`]),
  ] // prettier-ignore
  return { body: body.join(''), height: bottom + 36, legend }
}

function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity])
  if (!Number.isFinite(low)) return [0, 1]
  const room = Math.abs(low) * 0.05 || 0.5
  return high > low ? [low, high] : [low - room, high + room]
}

function lineOf({ points, dashed }: ChartLine, axis: Axis, place: (y: number) => number, i: number): string {
  const path = points.map(({ x, y }) => `${at(placeOf(axis, x))} ${at(place(y))}`).join('L')
  const dots =
    points.length <= 40 ? points.map(({ x, y }) => `M${at(placeOf(axis, x))} ${at(place(y))}h0`).join('') : ''
  return points.length === 0
    ? ''
    : `<path class="l${i}${dashed === true ? ' dash' : ''}" d="M${path}"/><path class="l${i} pins" d="${dots}"/>`
}

function bandSvg({ points }: ChartLine, axis: Axis, place: (y: number) => number, i: number): string {
  const known = points.filter(({ low, high }) => low !== undefined && high !== undefined)
  if (known.length < 2) return ''
  const side = (of: (point: LinePoint) => number, all: readonly LinePoint[]): string =>
    all.map((point) => `${at(placeOf(axis, point.x))} ${at(place(of(point)))}`).join('L')
  return `<path class="b${i}" d="M${side(({ y, high = y }) => high, known)}L${side(({ y, low = y }) => low, known.toReversed())}z"/>`
}

/** What the classes of these charts look like; the first line is the one that counts. */
export const LINE_STYLE: string =
  '.l0,.l1,.l2{fill:none;stroke-width:1.8;stroke-linejoin:round;stroke:var(--link)}.l1{stroke:var(--c4)}.l2{stroke:var(--soft)}' +
  '.dash{stroke-dasharray:5 4}.pins{stroke-width:4.4;stroke-linecap:round}' +
  '.b0,.b1,.b2{fill:var(--link);fill-opacity:.18}.b1{fill:var(--c4)}.b2{fill:var(--soft)}'
