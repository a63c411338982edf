import type { Candidate } from '../../../discretizers/trace/trace-steps.ts'
import { escaped } from '../../markup.ts'
import { valueTicks } from '../charts/date-ticks.ts'
import { type Axis, placeOf } from '../charts/ticks.ts'
import { BELOW, partEnds } from './draw-histogram.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { at, keySvg, leftTicks, lineSvg, type Piece, short, textSvg, thinned, WIDTH } from '../charts/svg-parts.ts'

/** From the values above to the curve, and the curve itself. */
const CURVE_TOP = BELOW + 34
const CURVE_BOTTOM = CURVE_TOP + 100
/** Columns of a curve of which the lowest and the highest point are kept. */
const COLUMNS = 150

/** A curve of what a cut would be worth at every place of a part. */
export interface Curve {
  readonly measure: string
  readonly part: { readonly lo: number; readonly hi: number }
  readonly candidates: readonly Candidate[]
  /** places between the candidates, where they are known */
  readonly between?: readonly { readonly cut: number; readonly score: number }[] | undefined
  readonly best: number | null
  readonly runnerUp: number | null
  readonly bar: number | null
  /** what the bar is called */
  readonly barName: string
}

/** The curve below the column, with lines from the part to its ends, as through a lens. */
export function drawCurve(column: DrawnColumn, curve: Curve): Piece {
  const axis = curveAxis(column, curve)
  const { bar, best, runnerUp, candidates } = curve
  const open = candidates.filter(({ score, cut }) => score !== null && cut >= axis.from && cut <= axis.to)
  const places = [...open.map(({ cut, score }) => ({ cut, score: score ?? 0 })), ...(curve.between ?? [])]
  const scores = [...places.map(({ score }) => score), ...(bar === null ? [] : [bar])]
  const [low, high] = scoreRange(scores)
  const top = high + (high - low) * 0.08
  const place = (score: number): number => CURVE_BOTTOM - ((score - low) / (top - low)) * (CURVE_BOTTOM - CURVE_TOP)
  const points = thinned(
    places.toSorted((a, b) => a.cut - b.cut).map(({ cut, score }) => ({ x: placeOf(axis, cut), y: place(score) })),
    COLUMNS,
  )
  const dots = thinned(
    open.map((one) => ({ x: placeOf(axis, one.cut), y: place(one.score ?? 0), barred: one.barred !== undefined })),
    COLUMNS,
  )
  const body = [
    lens(column, curve.part, axis),
    leftTicks(low, top, place),
    `<path class="axis" d="M${axis.left} ${at(place(low))}H${axis.right}"/>`,
    ...valueTicks(column.names.kind, axis, WIDTH, (value) => column.text(value)).map(({ value, text }) =>
      textSvg('tick', [placeOf(axis, value), CURVE_BOTTOM + 16], text),
    ),
    textSvg('cap', [axis.left, CURVE_TOP - 6], `${curve.measure} of a cut at each place`, 'start'),
    `<path class="line" d="M${points.map(({ x, y }) => `${at(x)} ${at(y)}`).join('L')}"/>`,
    circles(
      'dot',
      dots.filter(({ barred }) => !barred),
    ),
    circles(
      'barred',
      dots.filter(({ barred }) => barred),
    ),
    bar === null ? '' : lineSvg('bar', [axis.left, place(bar)], [axis.right, place(bar)]),
    runnerUp === null ? '' : ring('second', axis, candidates[runnerUp], place),
    best === null ? '' : bestMark(axis, candidates[best], place),
  ]
  return { body: body.join(''), height: CURVE_BOTTOM + 22, legend: curveLegend(column, curve) }
}

/** From 0 to the highest score, or from near the lowest where all of them are far from 0. */
function scoreRange(scores: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const low = least > 0 && most - least < 0.6 * most ? least - 0.3 * (most - least) : Math.min(0, least)
  return [low, Math.max(most, low + 1e-9)]
}

/** The range of the curve: that of its part, without values that lie far away unless the best cut does. */
function curveAxis(column: DrawnColumn, { part, candidates, best }: Curve): Axis {
  const { from, to, left, right } = column.axis
  const cut = best === null ? from : candidates[best].cut
  const [low, high] = cut < from || cut > to ? [part.lo, part.hi] : [Math.max(part.lo, from), Math.min(part.hi, to)]
  return high > low ? { from: low, to: high, left, right } : { from, to, left, right }
}

function lens(column: DrawnColumn, part: { readonly lo: number; readonly hi: number }, axis: Axis): string {
  const [left, right] = partEnds(column, part)
  if (left <= axis.left && right >= axis.right) return ''
  const y = BELOW - 6
  return `<path class="lens" d="M${at(left)} ${y}H${at(right)}L${axis.right} ${CURVE_TOP}V${CURVE_BOTTOM}H${axis.left}V${CURVE_TOP}z"/>`
}

function circles(kind: string, points: readonly { readonly x: number; readonly y: number }[]): string {
  if (points.length === 0) return ''
  const r = points.length > 60 ? 1.2 : 2
  return `<path class="${kind}" d="${points.map(({ x, y }) => `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join('')}"/>`
}

function ring(kind: string, axis: Axis, { cut, score }: Candidate, place: (score: number) => number): string {
  if (score === null || cut < axis.from || cut > axis.to) return ''
  return `<circle class="${kind}" cx="${at(placeOf(axis, cut))}" cy="${at(place(score))}" r="4.5"/>`
}

function bestMark(axis: Axis, best: Candidate, place: (score: number) => number): string {
  if (best.score === null || best.cut < axis.from || best.cut > axis.to) return ''
  const x = placeOf(axis, best.cut)
  return lineSvg('now', [x, place(best.score)], [x, CURVE_BOTTOM]) + ring('first', axis, best, place)
}

function curveLegend(column: DrawnColumn, curve: Curve): string[] {
  const { candidates, best, runnerUp, bar, measure, barName } = curve
  const name = (one: Candidate): string =>
    `${escaped(column.text(one.cut))}: ${escaped(measure)} ${short(one.score ?? 0)}`
  const barred = candidates.filter((one) => one.barred !== undefined)
  return [
    ...(best === null
      ? []
      : [`${keySvg('<circle class="first" cx="11" cy="7" r="5"/>')}best place ${name(candidates[best])}`]),
    ...(runnerUp === null ? [] : [`${keySvg('<circle class="second" cx="11" cy="7" r="5"/>')}runner-up ${name(candidates[runnerUp])}`]), // prettier-ignore
    ...(bar === null ? [] : [`${keySvg('<path class="bar" d="M1 7H21"/>')}${escaped(barName)} ${short(bar)}`]),
    ...(barred.length === 0 ? [] : [`${keySvg(circles('barred', [{ x: 11, y: 7 }]))}not allowed: ${escaped(barredText(barred))}`]), // prettier-ignore
  ]
}

/** Why candidates may not be taken: the first reason, and whether there are others. */
function barredText(barred: readonly Candidate[]): string {
  const first = barred[0].barred ?? ''
  return barred.every((one) => one.barred === first) ? first : `${first}, and the like`
}
