import type { NumberColumn, NumberSummary } from '../../../src/index.ts'
import { dateTicks, roundTicks, type Tick, valueText } from '../../../src/reports/index.ts'
import type { Bars } from '../../worker/jobs/bars-job.ts'
import { gapAt, middleOf } from './value-gaps.ts'

/** Where values stand on the line, from 0 to 1, and back. */
export interface AxisScale {
  readonly placeOf: (value: number) => number
  readonly valueAt: (place: number) => number
  /** values to be written below the line, `most` or fewer */
  readonly ticks: (most: number) => readonly Tick[]
}

/** The scale that bars were counted on. A scale by rank needs to know where every row lies. */
export function scaleOf(bars: Bars, summary: NumberSummary | null, kind: NumberColumn['kind']): AxisScale {
  const { scale, from, to, near } = bars
  if (scale === 'rank') return rankScale(summary, from, to, kind)
  const [move, back] =
    scale === 'linear'
      ? [(x: number) => x, (x: number) => x]
      : near === 0
        ? [Math.log, Math.exp]
        : [(x: number) => Math.asinh(x / near), (x: number) => near * Math.sinh(x)]
  const [low, high] = [move(from), move(to)]
  const placeOf = (value: number): number => (high > low ? (move(value) - low) / (high - low) : 0.5)
  return {
    placeOf: (value) => {
      const place = placeOf(value)
      return Number.isNaN(place) ? 0 : place
    },
    valueAt: (place) => back(low + place * (high - low)),
    ticks: (most) =>
      scale === 'log' ? powerTicks(from, to, near, most) : (kind === 'date' ? dateTicks : roundTicks)(from, to, most),
  }
}

/** Powers of ten, with 2 and 5 of them where there is room. */
function powerTicks(from: number, to: number, near: number, most: number): Tick[] {
  const largest = Math.max(Math.abs(from), Math.abs(to))
  const smallest = near === 0 ? from : near
  const [first, last] = [Math.floor(Math.log10(smallest)), Math.ceil(Math.log10(largest))]
  const decades = last - first
  const times = decades * 3 <= most ? [1, 2, 5] : decades <= most ? [1] : [1]
  const every = Math.max(1, Math.ceil(decades / most))
  const sizes: number[] = []
  for (let power = first; power <= last; power += every)
    for (const time of times) sizes.push(Number(`${time}e${power}`))
  const values = [...(near === 0 ? [] : [...sizes.map((size) => -size).toReversed(), 0]), ...sizes]
  return values.filter((value) => value >= from && value <= to).map((value) => ({ value, text: shortText(value) }))
}

function shortText(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return String(value).replace('e+', 'e')
  for (const [unit, sign] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const) if (size >= 10 * unit) return `${value / unit}${sign}` // prettier-ignore
  return String(value)
}

/** Every row takes the same room: a value stands where the rows below it end. */
function rankScale(summary: NumberSummary | null, from: number, to: number, kind: NumberColumn['kind']): AxisScale {
  if (summary === null || summary.cells.size === 0) {
    const placeOf = (value: number): number => (to > from ? (value - from) / (to - from) : 0.5)
    return { placeOf, valueAt: (place) => from + place * (to - from), ticks: () => [] }
  }
  const { cells } = summary
  const before = rowsBefore(summary)
  const all = before[cells.size]
  /** the first cell with so many rows below it */
  const cellAt = (rows: number): number => {
    let [low, high] = [0, cells.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (before[middle] < rows) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    placeOf: (value) => before[gapAt(summary, value)] / all,
    valueAt: (place) => {
      const rows = place * all
      const above = cellAt(rows)
      const nearer = above > 0 && before[above] - rows > rows - before[above - 1] ? above - 1 : above
      return middleOf(summary, Math.max(1, Math.min(cells.size - 1, nearer)))
    },
    ticks: (most) => {
      const count = Math.max(2, Math.min(most, 9))
      const values = Array.from({ length: count }, (_, i) => {
        const above = cellAt(((i + 0.5) / count) * all)
        return cells.lo[Math.max(0, Math.min(cells.size - 1, above - 1))]
      })
      return [...new Set(values)].map((value) => ({ value, text: valueText(kind, Number(value.toPrecision(4))) }))
    },
  }
}

const counted = new WeakMap<NumberSummary, Float64Array>()

/** Rows (Σw) of the cells before each cell, and of all. */
function rowsBefore(summary: NumberSummary): Float64Array {
  const known = counted.get(summary)
  if (known !== undefined) return known
  const { size, tallies } = summary.cells
  const before = new Float64Array(size + 1)
  for (let cell = 0; cell < size; cell++) before[cell + 1] = before[cell] + tallies.rows[cell]
  counted.set(summary, before)
  return before
}
