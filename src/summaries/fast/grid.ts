import type { NumberSummary, Tallies } from '../../types.ts'
import type { Ends } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'

/** Decimals of values that may lie on a grid, as the number of steps to 1. */
const SCALES = [1, 10, 100, 1000]
/** Most steps between the ends of a column: with two classes their counts stay in the processor's cache. */
const MOST_STEPS = 65_536
/** Rows looked at before all of them are. */
const SAMPLE = 256
const MOST_WHOLE = 0x7fffffff

/** A grid on which values may lie: how many steps it has to 1, and where the values start and end. */
export interface Grid {
  readonly scale: number
  readonly ends: Ends
}

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
  rows: number,
  { scale, ends: { min, max } }: Grid,
): { readonly first: number; readonly count: number } | null {
  const [first, last] = [Math.round(min * scale), Math.round(max * scale)]
  const count = last - first + 1
  if (!(count > 0 && count <= Math.min(MOST_STEPS, rows))) return null
  return Math.abs(first) > MOST_WHOLE || Math.abs(last) > MOST_WHOLE ? null : { first, count }
}

/**
 * The exact summary of a column of whole numbers, or of numbers of up to three decimals, in a small range: each value has
 * its own entry in a table of counts, and nothing is sorted. Null where a value turns out not to lie on the grid, or the range
 * is too large. O(rows).
 */
export function gridSummary(values: Float64Array, rows: ClassRows, grid: Grid): NumberSummary | null {
  const steps = gridSteps(values.length, grid)
  if (steps === null) return null
  const { first } = steps
  const { scale } = grid
  const { marks, classes } = rows
  const counts = new Uint32Array(steps.count * classes)
  const odd =
    scale === 1 ? countWhole(values, rows, first, counts) : countDecimal(values, rows, { first, scale }, counts)
  if (odd < 0) return null
  const cells = toCells(counts, classes, first, scale)
  return { ...plainSummary(cells, countAside(values, rows, odd > 0), marks), distinct: cells.size }
}

/**
 * Counts whole numbers by their distance from `first`. How many values were not finite; −1 when one was not whole. Two at a
 * time, which spares the processor some waiting, and one by one where one of them is not a whole number.
 */
function countWhole(values: Float64Array, { codes, classes }: ClassRows, first: number, counts: Uint32Array): number {
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
  { codes, classes }: ClassRows,
  { first, scale }: { readonly first: number; readonly scale: number },
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
