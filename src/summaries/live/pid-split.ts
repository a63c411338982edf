import type { PidCells } from './pid-cells.ts'
import type { PidSettings } from './pid-options.ts'

/**
 * Where to split a cell: in its middle if known values lie on both sides of it, else midway between those values. An open
 * end cell has no middle; with `ends: 'step'` it is split one step beyond the breaks, where that separates its values.
 */
export function splitPoint({ breaks, size, total }: PidCells, cell: number, settings: PidSettings): number {
  const [lo, hi] = [total.lo[cell], total.hi[cell]]
  const { range, ends, startCells } = settings
  let wanted = Number.NaN
  if (cell > 0 && cell < size - 1) wanted = middle(breaks[cell - 1], breaks[cell])
  else if (ends === 'step' && range !== null && size > 1) {
    const step = (range[1] - range[0]) / startCells
    wanted = cell === 0 ? breaks[0] - step : breaks[size - 2] + step
  }
  return lo < wanted && wanted <= hi ? wanted : middle(lo, hi)
}

/** The least and the most of `all` rows that can lie below a value. O(cells). */
export function rankBounds({ total, size, breaks, index }: PidCells, value: number, all: number): [number, number] {
  const cell = index.find(breaks, value)
  let below = 0
  for (let k = 0; k < cell; k++) below += total.rows[k]
  const under = cell > 0 ? total.doubt[cell - 1] : 0
  if (cell > 0 && value === breaks[cell - 1]) return [Math.max(0, below - under), Math.min(all, below + under)]
  const over = cell < size - 1 ? total.doubt[cell] : 0
  // Where nothing was guessed, the smallest and the largest value of the cell are known.
  const known = under === 0 && over === 0
  const least = known && total.hi[cell] < value ? below + total.rows[cell] : below - under
  const most = known && !(total.lo[cell] < value) ? below : below + total.rows[cell] + over
  return [Math.max(0, least), Math.min(all, most)]
}

/** A number in (a, b], halfway as far as doubles allow. */
export function middle(a: number, b: number): number {
  const sum = a + b
  const half = (Number.isFinite(sum) ? sum / 2 : a / 2 + b / 2) + 0
  return a < half && half <= b ? half : b
}
