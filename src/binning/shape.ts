import { addEvery, isExact } from '../summaries/cells.ts'
import { ASIDE, cellWeights, slotWeight } from '../summaries/tallies.ts'
import type { Span } from '../summaries/fast/places.ts'
import type { Cells, NumberSummary } from '../types.ts'
import type { Shape } from './binning.ts'

/** Most cells of a shape: about what a terminal line or a small chart can show. */
const MOST_CELLS = 60
/** Most grid points of values on a grid that are shown as such. */
export const MOST_POINTS: number = 4 * MOST_CELLS
/** Share of the rows on each side that may lie outside. */
const TAIL = 0.005

/**
 * How the values of a summary are spread; the cuts always lie inside. Null when there are no finite values. On coarse cells
 * rows may be shown a cell too far left. O(cells).
 */
export function shapeOf(summary: NumberSummary, cuts: readonly number[]): Shape | null {
  const { cells, aside, target } = summary
  if (cells.size === 0) return null
  const weights = cellWeights(summary)
  const { from, to, size } = frame(summary, cuts, weights)
  const classes = target?.kind === 'class' ? target.classes.length : 0
  const counts: number[] = []
  const split: number[][] = []
  const { lo } = cells
  const { sums } = cells.tallies
  let below = slotWeight(aside, target, ASIDE.below)
  let above = slotWeight(aside, target, ASIDE.above)
  const cellOf = shapeCells({ from, to, size })
  let cell = firstAt(lo, cellOf, 0)
  for (let i = 0; i < cell; i++) below += weights[i]
  for (let at = 0; at < size; at++) {
    const end = firstAt(lo, cellOf, at + 1)
    counts.push(addEvery(weights, cell, end))
    const own: number[] = []
    for (let c = 0; c < classes; c++) own.push(addEvery(sums, cell * classes + c, end * classes, classes))
    split.push(own)
    cell = end
  }
  for (; cell < lo.length; cell++) above += weights[cell]
  const shown = { from, to, below, above, counts }
  return classes === 0 ? shown : { ...shown, classes: split }
}

/**
 * The cells that must be known exactly before the shape is that of an exact summary: all of them where values could lie on
 * a grid, else those at the ends of what is shown; and once these and the cuts are known, those that reach over a border of the
 * shape. Ascending; empty when there is nothing left to find out. O(cells).
 */
export function shapeUnknowns(summary: NumberSummary, cuts: readonly number[] | null): number[] {
  const { size, lo, hi } = summary.cells
  if (size <= MOST_POINTS) return coarseAmong(summary.cells, lo.keys())
  const weights = cellWeights(summary)
  const ends = coarseAmong(summary.cells, tails(weights))
  if (cuts === null || ends.length > 0) return ends
  const shape = frame(summary, cuts, weights)
  const cellOf = shapeCells(shape)
  const found: number[] = []
  for (let border = 0; border <= shape.size; border++) {
    const cell = firstAt(hi, cellOf, border)
    if (cell < firstAt(lo, cellOf, border) && cell !== found.at(-1)) found.push(cell)
  }
  return found
}

function coarseAmong({ lo, hi }: Cells, some: Iterable<number>): number[] {
  const coarse: number[] = []
  for (const cell of some) if (lo[cell] < hi[cell]) coarse.push(cell)
  return coarse
}

/** The first of some ascending values that lies in cell `at` of a shape or further on. */
function firstAt(values: Float64Array, cellOf: (x: number) => number, at: number): number {
  let [from, to] = [0, values.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (cellOf(values[middle]) < at) from = middle + 1
    else to = middle
  }
  return from
}

/** How the shape of a column is found, for those who want one. */
export interface ShapeStep {
  readonly of: typeof shapeOf
  /** the cells that must be known exactly first; absent where cells are taken as they are */
  readonly unknowns?: typeof shapeUnknowns
}

/** The shape as the cells show it. */
export const roughShape: ShapeStep = { of: shapeOf }

/** The shape of the rows themselves. */
export const exactShape: ShapeStep = { of: shapeOf, unknowns: shapeUnknowns }

/** The range that is shown and in how many cells. */
export interface Frame {
  readonly from: number
  readonly to: number
  readonly size: number
}

/** In which cell of the shape a value lies: −1 below, `size` above. Never falls as values rise. */
export function shapeCells({ from, to, size }: Frame): (x: number) => number {
  // Halved where the range itself is beyond the largest double.
  const half = Number.isFinite(to - from) ? 1 : 0.5
  const span = to * half - from * half
  return (x) => {
    if (x < from) return -1
    if (x > to) return size
    return span > 0 ? Math.min(size - 1, Math.floor(((x * half - from * half) / span) * size)) : 0
  }
}

function frame(summary: NumberSummary, cuts: readonly number[], weights: Float64Array): Frame {
  return frameAround(summary, tailless(summary, weights), cuts)
}

/** As much of a summary as its frame follows from. */
type Spread = Pick<NumberSummary, 'min' | 'max'> & { readonly cells: Pick<Cells, 'lo' | 'hi'> }

/** What of a frame does not depend on cuts: all of it, or the first and the last cell to show. */
export type Tailless = Frame | { readonly first: number; readonly last: number }

/**
 * Values on a grid, such as whole numbers, get cells of whole steps, so that no cell stays empty only because of where it
 * lies. O(cells).
 */
export function tailless({ cells, min, max }: Spread, weights: Float64Array): Tailless {
  if (min === max) return { from: min, to: max, size: 1 }
  const step = cells.lo.length <= MOST_POINTS && isExact(cells) ? gridStep(cells.lo) : Number.NaN
  const points = Math.round((max - min) / step) + 1
  if (points <= MOST_POINTS) {
    const width = step * Math.ceil(points / MOST_CELLS)
    const size = Math.ceil((points * step) / width - 1e-6)
    const [from, to] = [min - step / 2, min - step / 2 + size * width]
    if (Number.isFinite(from) && Number.isFinite(to)) return { from, to, size }
  }
  const [first, last] = tails(weights)
  return { first, last }
}

/** The range to show and in how many cells, with all cuts inside. */
export function frameAround({ cells, min, max }: Spread, shown: Tailless, cuts: readonly number[]): Frame {
  if ('size' in shown) return shown
  let [from, to] = [cells.lo[shown.first], cells.hi[shown.last]]
  for (const cut of cuts) {
    if (cut >= min && cut < from) from = cut
    if (cut <= max && cut > to) to = cut
  }
  return from < to ? { from, to, size: MOST_CELLS } : { from: min, to: max, size: MOST_CELLS }
}

/** The first and the last cell to show: what lies outside may be half a percent on each side. */
function tails(weights: Float64Array): [number, number] {
  const total = addEvery(weights, 0, weights.length)
  let first = 0
  for (let below = weights[0]; below < total * TAIL;) below += weights[++first]
  let last = weights.length - 1
  for (let above = weights[last]; above < total * TAIL;) above += weights[--last]
  return [first, last]
}

/** The ranks of the values at the ends of what is shown, from 0 on. */
export function tailRanks(rows: number): number[] {
  const outside = Math.max(1, Math.ceil(rows * TAIL))
  return [outside - 1, rows - outside]
}

/** Spans around the borders of the shape, in which these lie however they are rounded. */
export function aroundBorders(summary: NumberSummary, cuts: readonly number[]): number[] {
  const { from, to, size } = frame(summary, cuts, cellWeights(summary))
  return borderSpans([from, from], [to, to], size)
}

/** The same where it is only known between which numbers the borders at both ends lie. */
export function borderSpans([from, fromAtMost]: Span, [to, toAtMost]: Span, size: number = MOST_CELLS): number[] {
  const near = Math.max(Math.abs(from), Math.abs(toAtMost)) * 1e-14 + Number.MIN_VALUE * 4
  const spans: number[] = []
  for (let i = 0; i <= size; i++) {
    const [ofFrom, ofTo] = [1 - i / size, i / size]
    spans.push(from * ofFrom + to * ofTo - near, fromAtMost * ofFrom + toAtMost * ofTo + near)
  }
  return spans
}

/** The smallest gap between values when every gap is a whole number of it, as on a grid; NaN otherwise. O(cells). */
function gridStep(values: Float64Array): number {
  let step = Infinity
  for (let i = 1; i < values.length; i++) step = Math.min(step, values[i] - values[i - 1])
  for (let i = 1; i < values.length; i++) {
    const times = (values[i] - values[i - 1]) / step
    if (Math.abs(times - Math.round(times)) > 1e-6 * times) return Number.NaN
  }
  return step
}
