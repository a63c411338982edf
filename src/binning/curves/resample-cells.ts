import { DataError } from '../../errors.ts'
import { isExact } from '../../summaries/cells.ts'
import type { NumberSummary, Tallies } from '../../types.ts'
import { type Random, random } from '../../util/random.ts'
import { mustBe } from '../../util/check.ts'

/** Draws from the rows of a summary, with replacement. */
export interface Resampler {
  /** rows to draw */
  readonly rows: number
  /** a summary of as many rows as there are, each drawn from all of them */
  readonly draw: (from: Random) => { readonly drawn: NumberSummary; readonly left: NumberSummary }
}

/**
 * Draws rows again from an exact summary, which has the rows of each value and class. Of a numeric target it has mean and
 * variance at each value: rows are made up that have both, normally spread, and drawn one by one, so that what rows drawn
 * and rows left have in common is no more than chance. Weighted rows cannot be told apart in a summary and are refused.
 * O(rows) per draw.
 */
export function resampler(where: string, summary: NumberSummary): Resampler {
  mustBe(where, 'summary', summary)
  const { cells, target, weighted } = summary
  if (!isExact(cells)) throw new DataError(`${where}: needs an exact summary, one cell per distinct value, got coarse cells; summarize the rows without making cells coarser`) // prettier-ignore
  if (weighted) throw new DataError(`${where}: needs rows that all weigh the same, got a summary of weighted rows`)
  const counts = target?.kind === 'class' ? cells.tallies.sums : cells.tallies.rows
  const rows = counts.reduce((sum, count) => sum + count, 0)
  // The place of each row among the sums: its value and class, or its value.
  const slotOf = new Uint32Array(rows)
  let row = 0
  counts.forEach((count, slot) => {
    slotOf.fill(slot, row, row + count)
    row += count
  })
  const numbers = target?.kind === 'numeric' ? madeUpRows(cells.tallies) : null
  const { channels } = cells.tallies
  const add = (sums: Float64Array, one: number): void => {
    if (numbers === null) {
      sums[slotOf[one]]++
      return
    }
    const at = slotOf[one] * channels
    sums[at]++
    sums[at + 1] += numbers[one]
    sums[at + 2] += numbers[one] * numbers[one]
  }
  const taken = new Uint8Array(rows)
  return {
    rows,
    draw: ({ integer }) => {
      taken.fill(0)
      const [drawn, left] = [new Float64Array(cells.tallies.sums.length), new Float64Array(cells.tallies.sums.length)]
      for (let i = 0; i < rows; i++) {
        const one = integer(rows)
        taken[one] = 1
        add(drawn, one)
      }
      for (let i = 0; i < rows; i++) if (taken[i] === 0) add(left, i)
      return { drawn: withSums(summary, drawn), left: withSums(summary, left) }
    },
  }
}

/** A number for each row, value by value, with the mean and the variance that the rows of each value have. */
function madeUpRows({ size, rows, sums, channels }: Tallies): Float64Array {
  const { normal } = random(1)
  const numbers = new Float64Array(rows.reduce((sum, count) => sum + count, 0))
  let from = 0
  for (let cell = 0; cell < size; cell++) {
    const [n, sum, squares] = [rows[cell], sums[cell * channels + 1], sums[cell * channels + 2]]
    const own = numbers.subarray(from, from + n).map(normal)
    const [middle, spread] = momentsOf(own)
    const scale = spread > 0 ? Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)) / spread : 0
    own.forEach((z, i) => (numbers[from + i] = sum / n + (z - middle) * scale))
    from += n
  }
  return numbers
}

/** Mean and standard deviation. */
function momentsOf(values: Float64Array): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)]
}

/** The same column with other sums per value; values without rows are gone. */
function withSums(summary: NumberSummary, sums: Float64Array): NumberSummary {
  const { cells, target } = summary
  const { channels } = cells.tallies
  const ofCell = (cell: number): Float64Array => sums.subarray(cell * channels, (cell + 1) * channels)
  const rowsOf = (cell: number): number =>
    target?.kind === 'class' ? ofCell(cell).reduce((sum, count) => sum + count, 0) : ofCell(cell)[0]
  const kept = Array.from({ length: cells.size }, (_, cell) => cell).filter((cell) => rowsOf(cell) > 0)
  const lo = Float64Array.from(kept, (cell) => cells.lo[cell])
  const own = new Float64Array(kept.length * channels)
  kept.forEach((cell, i) => own.set(ofCell(cell), i * channels))
  const rows = Float64Array.from(kept, rowsOf)
  const tallies: Tallies = { size: kept.length, channels, rows, sums: own, residues: [] }
  return {
    ...summary,
    min: lo[0] ?? Number.NaN,
    max: lo[lo.length - 1] ?? Number.NaN,
    distinct: lo.length,
    cells: { size: lo.length, shift: cells.shift, lo, hi: lo, tallies },
  }
}
