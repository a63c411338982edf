import type { Cells, NumberSummary } from '../../types.ts'
import type { RowLoops } from '../../wasm/row-loops.ts'
import { foundCells } from './bucket-cells.ts'
import type { Ends } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'

/** Decimals of values that may lie on a grid, as the number of steps to 1. */
const SCALES = [1, 10, 100, 1000]
/** Most steps between the ends of a column: with two classes their counts stay in the processor's cache. */
export const MOST_STEPS = 65_536
/** Rows looked at before all of them are. */
const SAMPLE = 256
export const MOST_WHOLE = 0x7fffffff

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

/** Rows looked at, which lie far apart in memory: each takes about as long as a hundred in a row. */
const FEW = 64

/** About how many steps of a grid lie between the ends of a column, by a few of its values; Infinity where they lie on none. O(1). */
export function gridSpan(values: Float64Array): number {
  const step = Math.max(1, Math.floor(values.length / FEW))
  const some = Float64Array.from({ length: Math.min(FEW, values.length) }, (_, i) => values[i * step])
  const scale = gridScale(some)
  if (scale === null) return Infinity
  const finite = some.filter((value) => Number.isFinite(value))
  return finite.length === 0 ? 0 : (Math.max(...finite) - Math.min(...finite)) * scale
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
  const cells = cellsOfSteps(counts, classes, first, scale)
  return { ...plainSummary(cells, countAside(values, rows, odd > 0), marks), distinct: cells.size }
}

/**
 * Counts steps from the first on: a whole number of them, divided, must give the value again. How many values were not finite;
 * −1 where one lies on no step.
 */
function countSteps(
  values: Float64Array,
  { codes, classes }: ClassRows,
  { first, scale }: { readonly first: number; readonly scale: number },
  counts: Uint32Array,
): number {
  let odd = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    const step = Math.round(value * scale)
    // A division takes long.
    if ((scale === 1 ? step : step / scale) === value && value - value === 0)
      counts[(step - first) * classes + codes[row]]++
    else if (value - value === 0) return -1
    else odd++
  }
  return odd
}

/** The cells of steps that have rows, from the first on. O(steps). */
export function cellsOfSteps(counts: Uint32Array, classes: number, first: number, scale: number): Cells {
  const steps = counts.length / classes
  const lo = new Float64Array(steps)
  const sums = new Float64Array(counts.length)
  let size = 0
  for (let step = 0; step < steps; step++) {
    let any = 0
    for (let c = 0; c < classes; c++) any |= sums[size * classes + c] = counts[step * classes + c]
    if (any !== 0) lo[size++] = (first + step) / scale
  }
  const seen = lo.slice(0, size)
  return foundCells(
    { size, lo: seen, hi: seen, sums: sums.slice(0, size * classes) },
    classes,
    0,
    new Float64Array(size),
  )
}
