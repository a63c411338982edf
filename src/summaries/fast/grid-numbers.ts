import type { NumberSummary } from '../../types.ts'
import { plainSummary } from './class-rows.ts'
import { type Grid, gridSteps } from './grid.ts'
import { asideNumbers, type NumberRows } from './number-buckets.ts'
import { NumberSums } from '../number-sums.ts'

/**
 * What `gridSummary` does, for a numeric target: the exact summary of a column of whole numbers or short decimals in a small
 * range, without sorting it. Null where a value turns out not to lie on the grid, or the range is too large. O(rows).
 */
export function gridNumbers(values: Float64Array, { marks, numbers }: NumberRows, grid: Grid): NumberSummary | null {
  const steps = gridSteps(values.length, grid)
  if (steps === null) return null
  const { scale, ends } = grid
  const sums = new NumberSums(steps.count)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    const whole = Math.round(value * scale)
    if (value - value !== 0) continue
    if (whole / scale !== value) return null
    sums.add(whole - steps.first, numbers[row])
  }
  const used: number[] = []
  for (let step = 0; step < steps.count; step++) if (sums.rowsIn(step) > 0) used.push(step)
  const lo = Float64Array.from(used, (step) => (steps.first + step) / scale)
  const cells = { size: used.length, shift: 0, lo, hi: lo, tallies: sums.tallies(used) }
  return { ...plainSummary(cells, asideNumbers(values, marks, ends.odd > 0), marks), distinct: used.length }
}
