import type { NumberSummary, Tallies } from '../../types.ts'
import type { Ends } from './bucket-plan.ts'
import { ASIDE, channelCount, type RowMarks } from '../tallies.ts'

/** Decimals of values that may lie on a grid, as the number of steps to 1. */
const SCALES = [1, 10, 100, 1000]
/** Most steps between the ends of a column: with two classes their counts stay in the processor's cache. */
const MOST_STEPS = 65_536
/** Rows looked at before all of them are. */
const SAMPLE = 256
const MOST_WHOLE = 0x7fffffff

/** How many steps to 1 the grid has on which a sample of the values lies; null for other columns. */
export function gridScale(values: Float64Array): number | null {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  let at = 0
  for (let row = 0; row < values.length; row += step) {
    const value = values[row]
    if (value - value !== 0) continue
    while (Math.round(value * SCALES[at]) / SCALES[at] !== value) if (++at === SCALES.length) return null
  }
  return SCALES[at]
}

/** The first step of a column on a grid, and how many there are; null for too many. */
export function gridSteps(
  values: Float64Array,
  scale: number,
  { min, max }: Ends,
): { readonly first: number; readonly count: number } | null {
  const [first, last] = [Math.round(min * scale), Math.round(max * scale)]
  const count = last - first + 1
  if (!(count > 0 && count <= Math.min(MOST_STEPS, values.length))) return null
  return Math.abs(first) > MOST_WHOLE || Math.abs(last) > MOST_WHOLE ? null : { first, count }
}

/**
 * The exact summary of a column of whole numbers, or of numbers of up to three decimals, in a small range: each value has
 * its place in a table of counts, and nothing is sorted. Null where a value turns out not to lie on the grid, or the range
 * is too large. O(rows).
 */
export function gridSummary(
  values: Float64Array,
  codes: Uint8Array,
  marks: RowMarks,
  scale: number,
  ends: Ends,
): NumberSummary | null {
  const steps = gridSteps(values, scale, ends)
  if (steps === null) return null
  const { first } = steps
  const classes = channelCount(marks.target)
  const counts = new Uint32Array(steps.count * classes)
  const odd =
    scale === 1
      ? countWhole(values, codes, classes, first, counts)
      : countDecimal(values, codes, classes, first, scale, counts)
  if (odd < 0) return null
  const cells = toCells(counts, classes, first, scale)
  return {
    kind: 'number',
    rows: marks.rows,
    target: marks.target,
    weighted: false,
    leftOut: { unlabelled: 0, weightless: 0 },
    notes: marks.notes,
    min: cells.lo[0],
    max: cells.lo[cells.size - 1],
    distinct: cells.size,
    origin: 'counted',
    cells,
    specialCodes: [],
    missingCodes: [],
    aside: countAside(values, codes, classes, odd > 0),
  }
}

/**
 * Counts whole numbers by their place from `first` on. How many values were not finite; −1 when one was not whole. Two at a
 * time, which spares the processor some waiting, and one by one where one of them is not a whole number.
 */
function countWhole(
  values: Float64Array,
  codes: Uint8Array,
  classes: number,
  first: number,
  counts: Uint32Array,
): number {
  let odd = 0
  for (let row = 0; row < values.length; row += 2) {
    if (row + 1 < values.length) {
      const x = values[row]
      const y = values[row + 1]
      const a = x | 0
      const b = y | 0
      if (a === x && b === y) {
        counts[(a - first) * classes + codes[row]]++
        counts[(b - first) * classes + codes[row + 1]]++
        continue
      }
    }
    for (let i = row; i < row + 2 && i < values.length; i++) {
      const value = values[i]
      const whole = value | 0
      if (whole === value) counts[(whole - first) * classes + codes[i]]++
      else if (value - value === 0) return -1
      else odd++
    }
  }
  return odd
}

/** The same for decimals: a whole number of steps, divided, must give the value again. */
function countDecimal(
  values: Float64Array,
  codes: Uint8Array,
  classes: number,
  first: number,
  scale: number,
  counts: Uint32Array,
): number {
  let odd = 0
  for (let row = 0; row < values.length; row += 2) {
    if (row + 1 < values.length) {
      const x = values[row]
      const y = values[row + 1]
      const a = Math.round(x * scale)
      const b = Math.round(y * scale)
      if (a / scale === x && b / scale === y && x - x === 0 && y - y === 0) {
        counts[(a - first) * classes + codes[row]]++
        counts[(b - first) * classes + codes[row + 1]]++
        continue
      }
    }
    for (let i = row; i < row + 2 && i < values.length; i++) {
      const value = values[i]
      const whole = Math.round(value * scale)
      if (value - value !== 0) odd++
      else if (whole / scale !== value) return -1
      else counts[(whole - first) * classes + codes[i]]++
    }
  }
  return odd
}

function toCells(counts: Uint32Array, classes: number, first: number, scale: number): NumberSummary['cells'] {
  const steps = counts.length / classes
  const lo = new Float64Array(steps)
  const rows = new Float64Array(steps)
  const sums = new Float64Array(counts.length)
  let size = 0
  for (let step = 0; step < steps; step++) {
    let total = 0
    for (let c = 0; c < classes; c++) {
      const count = counts[step * classes + c]
      sums[size * classes + c] = count
      total += count
    }
    if (total === 0) continue
    lo[size] = (first + step) / scale
    rows[size++] = total
  }
  const seen = lo.slice(0, size)
  const tallies: Tallies = {
    size,
    channels: classes,
    rows: rows.slice(0, size),
    sums: sums.slice(0, size * classes),
    residues: [],
  }
  return { size, shift: 0, lo: seen, hi: seen, tallies }
}

/** What is not finite: counted in a pass of its own, only where there is any. */
export function countAside(values: Float64Array, codes: Uint8Array, classes: number, any: boolean): Tallies {
  const size = ASIDE.special
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * classes)
  const end = any ? values.length : 0
  for (let row = 0; row < end; row++) {
    const value = values[row]
    if (value - value === 0) continue
    const slot = value === Infinity ? ASIDE.above : value === -Infinity ? ASIDE.below : ASIDE.missing
    rows[slot]++
    sums[slot * classes + codes[row]]++
  }
  return { size, channels: classes, rows, sums, residues: [] }
}
