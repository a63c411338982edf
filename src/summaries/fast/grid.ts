import type { NumberSummary, Tallies } from '../../types.ts'
import type { RowLoops } from '../../wasm/row-loops.ts'
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
export function gridSummary(
  values: Float64Array,
  rows: ClassRows,
  grid: Grid,
  loops?: RowLoops | null,
): NumberSummary | null {
  const steps = gridSteps(values.length, grid)
  if (steps === null) return null
  const { first } = steps
  const { scale } = grid
  const { marks, classes } = rows
  const counts = new Uint32Array(steps.count * classes)
  const done = loops?.countSteps({ ...rows, values }, { ...grid, first }, counts) ?? 0
  if (done < 0) return null
  const [left, leftRows] = [values.subarray(done), { ...rows, codes: rows.codes.subarray(done) }]
  const odd = countSteps(left, leftRows, { first, scale }, counts)
  if (odd < 0) return null
  const cells = toCells(counts, classes, first, scale)
  return { ...plainSummary(cells, countAside(values, rows, odd > 0), marks), distinct: cells.size }
}

/**
 * Counts steps from the first on: a whole number of them, divided, must give the value again. How many values were not finite;
 * −1 where one lies on no step. Two at a time, which spares the processor some waiting, and one by one where one of them is odd.
 */
function countSteps(
  values: Float64Array,
  { codes, classes }: ClassRows,
  { first, scale }: { readonly first: number; readonly scale: number },
  counts: Uint32Array,
): number {
  const whole = scale === 1
  let odd = 0
  for (let row = 0; row < values.length; row += 2) {
    if (row + 1 < values.length) {
      const x = values[row]
      const y = values[row + 1]
      const a = Math.floor(x * scale + 0.5)
      const b = Math.floor(y * scale + 0.5)
      // A division takes long, and infinities are no whole numbers of 32 bits.
      if ((whole ? a : a / scale) === x && (whole ? b : b / scale) === y && (a | 0) === a && (b | 0) === b) {
        counts[(a - first) * classes + codes[row]]++
        counts[(b - first) * classes + codes[row + 1]]++
        continue
      }
    }
    for (let i = row; i < row + 2 && i < values.length; i++) {
      const value = values[i]
      const step = Math.round(value * scale)
      if (value - value !== 0) odd++
      else if (step / scale !== value) return -1
      else counts[(step - first) * classes + codes[i]]++
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
