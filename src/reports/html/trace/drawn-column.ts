import { frameAround, shapeCells, tailless } from '../../../binning/shape.ts'
import type { StartStep } from '../../../discretizers/trace/trace-steps.ts'
import type { Target } from '../../../types.ts'
import { bisectLeft, bisectRight } from '../../../util/bisect.ts'
import { valueText } from '../../number-text.ts'
import { type Series, seriesOf } from '../charts/series.ts'
import type { Axis } from '../charts/ticks.ts'
import { LEFT, RIGHT, WIDTH } from '../charts/svg-parts.ts'

/** Neighbouring values taken together, as pictures and tables show them. */
export interface Stretch {
  readonly rows: number
  readonly classes: readonly number[]
  /** mean of a numeric target; null without one or without rows */
  readonly mean: number | null
}

/** A bin of the column: from one cut to the next. */
export interface DrawnBin extends Stretch {
  readonly from: number
  readonly to: number
}

/** What of a column its user knows and its trace does not tell. */
export interface ColumnNames {
  readonly column: string
  readonly target: string | null
  readonly event: string | null
  readonly kind: 'number' | 'date'
}

/** The column of a trace with what every picture needs: the axis of its values, the colours of its classes, sums. */
export class DrawnColumn {
  readonly start: StartStep
  readonly names: ColumnNames
  readonly series: readonly Series[]
  readonly target: Target | null
  /** the values that are shown; a few far away may lie outside */
  readonly axis: Axis
  /** cells of the histogram */
  readonly cells: readonly DrawnBin[]
  /** rows below and above what is shown */
  readonly outside: { readonly below: number; readonly above: number }
  readonly #values: Float64Array
  /** rows, classes and Σ of the target up to each value */
  readonly #sums: readonly Float64Array[]

  constructor(start: StartStep, cuts: readonly number[], names: ColumnNames) {
    this.start = start
    this.names = names
    this.#values = Float64Array.from(start.values)
    const width = start.target?.kind === 'class' ? start.target.classes.length : 0
    this.#sums = runningSums(start, width)
    const totals = Array.from({ length: width }, (_, c) => this.#sums[c + 2].at(-1) ?? 0)
    this.target = targetOf(start, names)
    this.series = seriesOf(this.target, width === 0 ? null : totals)
    const frame = this.#frame(cuts)
    this.axis = { from: frame.from, to: frame.to, left: LEFT, right: WIDTH - RIGHT }
    this.cells = this.#cells(frame)
    this.outside = {
      below: this.between(-Infinity, frame.from).rows,
      above: start.rows - this.#upTo(bisectRight(this.#values, frame.to)).rows,
    }
  }

  /** A value of the column in few digits. */
  text(value: number): string {
    return this.names.kind === 'date' ? valueText('date', value) : String(Number(value.toPrecision(5)))
  }

  /** What lies from one value on to below another. */
  between(from: number, to: number): Stretch {
    return this.#stretch(bisectLeft(this.#values, from), bisectLeft(this.#values, to))
  }

  /** What lies from one value up to and with another. */
  through(lo: number, hi: number): Stretch {
    return this.#stretch(bisectLeft(this.#values, lo), bisectRight(this.#values, hi))
  }

  /** The bins between cuts. */
  bins(cuts: readonly number[]): DrawnBin[] {
    const side = this.start.closed === 'left' ? bisectLeft : bisectRight
    const ends = [0, ...cuts.map((cut) => side(this.#values, cut)), this.#values.length]
    const { from, to } = this.axis
    const edges = [from, ...cuts, to]
    return ends.slice(1).map((end, i) => ({ ...this.#stretch(ends[i], end), from: edges[i], to: edges[i + 1] }))
  }

  #stretch(first: number, end: number): Stretch {
    const [a, b] = [this.#upTo(first), this.#upTo(end)]
    const rows = b.rows - a.rows
    const mean = this.start.means === null || rows <= 0 ? null : (b.sum - a.sum) / rows
    return { rows, classes: b.classes.map((count, c) => count - a.classes[c]), mean }
  }

  #upTo(end: number): { rows: number; sum: number; classes: number[] } {
    const [rows, sum, ...classes] = this.#sums.map((sums) => sums[end])
    return { rows, sum, classes }
  }

  #frame(cuts: readonly number[]): { from: number; to: number; size: number } {
    const lo = this.#values
    const { counts } = this.start
    if (lo.length === 0) return { from: 0, to: 1, size: 1 }
    const spread = { cells: { size: lo.length, lo, hi: lo }, min: lo[0], max: lo[lo.length - 1] }
    const frame = frameAround(spread, tailless(spread, Float64Array.from(counts)), cuts)
    if (frame.to > frame.from && Number.isFinite(frame.to - frame.from)) return frame
    const room = Math.max(1, Math.abs(frame.from) / 10)
    // Near the largest double there is no room around a value.
    return Number.isFinite(frame.to - frame.from) && room < Number.MAX_VALUE / 100
      ? { from: frame.from - room, to: frame.to + room, size: 1 }
      : { from: -Number.MAX_VALUE / 4, to: Number.MAX_VALUE / 4, size: 60 }
  }

  #cells(frame: { from: number; to: number; size: number }): DrawnBin[] {
    const cellOf = shapeCells(frame)
    const width = (frame.to - frame.from) / frame.size
    const firsts = Array.from({ length: frame.size + 1 }, () => -1)
    this.#values.forEach((value, i) => {
      const at = cellOf(value)
      if (at >= 0 && firsts[at] < 0) firsts[at] = i
    })
    // A cell without values starts where the next one with values does.
    let next = bisectRight(this.#values, frame.to)
    firsts[frame.size] = next
    for (let at = frame.size - 1; at >= 0; at--) next = firsts[at] = firsts[at] < 0 ? next : firsts[at]
    return Array.from({ length: frame.size }, (_, at) => ({
      ...this.#stretch(firsts[at], firsts[at + 1]),
      from: frame.from + at * width,
      to: frame.from + (at + 1) * width,
    }))
  }
}

function targetOf({ target }: StartStep, names: ColumnNames): Target | null {
  if (target === null) return null
  return target.kind === 'class'
    ? { kind: 'class', name: names.target, classes: target.classes, event: names.event }
    : { kind: 'numeric', name: names.target }
}

function runningSums({ counts, classes, means }: StartStep, width: number): Float64Array[] {
  const sums = Array.from({ length: width + 2 }, () => new Float64Array(counts.length + 1))
  counts.forEach((count, i) => {
    const added = [count, count * (means?.[i] ?? 0), ...(classes?.[i] ?? [])]
    sums.forEach((sum, c) => (sum[i + 1] = sum[i] + added[c]))
  })
  return sums
}
