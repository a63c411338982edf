import type { TraceRange } from '../../../discretizers/trace/trace-steps.ts'
import { roomOf } from '../charts/ticks.ts'
import { type Piece, short } from '../charts/svg-parts.ts'
import { BELOW } from './draw-histogram.ts'
import { leftTicks } from '../charts/svg-parts.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { chiSquareBetween } from './melting.ts'
import { at, boxPath, keySvg, LEFT, lineSvg, RIGHT, shareBoxes, textSvg, WIDTH } from '../charts/svg-parts.ts'

/** The boxes of the intervals, and below them χ² of each pair of neighbours. */
const BOXES: readonly [number, number] = [BELOW + 18, BELOW + 60]
const LINES: readonly [number, number] = [BELOW + 98, BELOW + 168]
/** Intervals that are drawn at a time, around the pair. */
const MOST_BOXES = 48

/** Intervals while they are merged. */
export interface MeltingShown {
  readonly intervals: readonly TraceRange[]
  /** index of the left one of the pair that is looked at; null for none */
  readonly pair: number | null
  /** what χ² must reach for neighbours to stay apart */
  readonly bar: number | null
}

/** The intervals as boxes of one width, coloured by the shares of their classes, with χ² at each border between two. */
export function drawMelting(column: DrawnColumn, { intervals, pair, bar }: MeltingShown): Piece {
  const first = windowStart(intervals.length, pair)
  const shown = intervals.slice(first, first + MOST_BOXES)
  const width = (WIDTH - LEFT - RIGHT) / Math.max(1, shown.length)
  const left = (i: number): number => LEFT + i * width
  const values = shown.slice(1).map((range, i) => chiSquareBetween(shown[i], range, column.start.options))
  const highest = Math.max(1e-9, ...values, bar ?? 0)
  // One pair that differs by much would press all others to the ground.
  const most = (bar === null ? highest : Math.min(highest, 3 * bar)) * 1.1
  const place = (value: number): number => LINES[1] - (Math.min(value, most) / most) * (LINES[1] - LINES[0])
  const own = pair === null ? null : pair - first
  const boxes = shown.map(({ rows, classes }, i) => ({ rows, classes: classes ?? [], mean: null, left: left(i) + 0.7, right: left(i + 1) - 0.7 })) // prettier-ignore
  const part = shown.length < intervals.length ? `${shown.length} of the ${short(intervals.length)} intervals` : `the ${short(intervals.length)} intervals` // prettier-ignore
  const body = [
    textSvg('cap', [LEFT, BOXES[0] - 5], `${intervals.length === 1 ? 'the one interval' : part}, each a box (not to scale)`, 'start'),
    shareBoxes(boxes, column.series, BOXES),
    own === null ? '' : `<path class="pair" d="${boxPath(left(own) - 1, BOXES[0] - 2, left(own + 2) + 1, BOXES[1] + 2)}"/>`,
    firstValues(column, shown, left, width),
    ...(values.length === 0 ? [] : [
      leftTicks(0, most, place),
      `<path class="axis" d="M${LEFT} ${LINES[1]}H${WIDTH - RIGHT}"/>`,
      textSvg('cap', [LEFT, LINES[0] - 5], 'χ² of neighbours: low means alike', 'start'),
      lollipops(values.map((value, i) => ({ x: left(i + 1), y: place(value), own: i === own, far: value > most }))),
      bar === null || bar > most ? '' : lineSvg('bar', [LEFT, place(bar)], [WIDTH - RIGHT, place(bar)]),
    ]),
  ] // prettier-ignore
  const legend = [
    ...(own === null ? [] : [`${keySvg('<circle class="first" cx="11" cy="7" r="5"/>')}the least different pair`]),
    ...(bar === null
      ? []
      : [`${keySvg('<path class="bar" d="M1 7H21"/>')}from χ² ${short(bar)} on neighbours stay apart`]),
    ...(values.some((value) => value > most) ? [`${keySvg('<path class="more" d="M7 11h8l-4-7z"/>')}far above`] : []),
  ]
  return { body: body.join(''), height: values.length === 0 ? BOXES[1] + 24 : LINES[1] + 8, legend }
}

/** Where the boxes that are drawn start, so that the pair is among them. */
function windowStart(all: number, pair: number | null): number {
  if (all <= MOST_BOXES) return 0
  return Math.max(0, Math.min(all - MOST_BOXES, (pair ?? 0) - MOST_BOXES / 2))
}

/** The value with which an interval begins, below as many boxes as have room. */
function firstValues(
  column: DrawnColumn,
  shown: readonly TraceRange[],
  left: (i: number) => number,
  width: number,
): string {
  let end = 0
  return shown
    .map(({ lo, hi }, i) => {
      const text = lo === hi || width < 60 ? column.text(lo) : `${column.text(lo)} – ${column.text(hi)}`
      const [middle, half] = [left(i) + width / 2, roomOf(text) / 2]
      if (middle - half < Math.max(0, end) || middle + half > WIDTH) return ''
      end = middle + half + 4
      return textSvg('tick', [middle, BOXES[1] + 14], text)
    })
    .join('')
}

/** A line with a dot for each pair: in one path, since there are many. */
function lollipops(
  pairs: readonly { readonly x: number; readonly y: number; readonly own: boolean; readonly far: boolean }[],
): string {
  // prettier-ignore
  const stems = pairs.map(({ x, y }) => `M${at(x)} ${LINES[1]}V${at(y)}`).join('')
  const dots = pairs.filter(({ own, far }) => !own && !far).map(({ x, y }) => `M${at(x)} ${at(y)}h0`).join('') // prettier-ignore
  const far = pairs.filter((one) => one.far).map(({ x, y }) => `M${at(x - 4)} ${at(y + 3)}h8l-4-7z`).join('') // prettier-ignore
  const own = pairs.find((one) => one.own)
  return [
    `<path class="stem" d="${stems}"/>`,
    dots === '' ? '' : `<path class="pin" d="${dots}"/>`,
    far === '' ? '' : `<path class="more" d="${far}"/>`,
    own === undefined ? '' : `<circle class="first" cx="${at(own.x)}" cy="${at(own.y)}" r="4.5"/>`,
  ].join('')
}
