import { DataError } from '../../errors.ts'
import { isExact } from '../../summaries/cells.ts'
import type { NumberSummary, Tallies } from '../../types.ts'
import type { Random } from '../../util/random.ts'

/** Draws from the rows of a summary, with replacement. */
export interface Resampler {
  /** rows to draw */
  readonly rows: number
  /** a summary of as many rows as there are, each drawn from all of them */
  readonly draw: (from: Random) => { readonly drawn: NumberSummary; readonly left: NumberSummary }
}

/**
 * Draws rows again from an exact summary, which has the rows of each value and class. Of a numeric target it has the rows
 * and the sums of each value, so rows of one value are drawn as one: their mean stays. Weighted rows cannot be told apart
 * in a summary and are refused. O(rows) per draw.
 */
export function resampler(where: string, summary: NumberSummary): Resampler {
  const { cells, target, weighted } = summary
  if (!isExact(cells)) throw new DataError(`${where}: needs an exact summary, one cell per distinct value, got coarse cells; summarize the rows without making cells coarser`) // prettier-ignore
  if (weighted) throw new DataError(`${where}: needs rows that all weigh the same, got a summary of weighted rows`)
  const classes = target?.kind === 'class' ? target.classes.length : 1
  const counts = target?.kind === 'class' ? cells.tallies.sums : cells.tallies.rows
  const rows = counts.reduce((sum, count) => sum + count, 0)
  const slotOf = new Uint32Array(rows)
  let row = 0
  counts.forEach((count, slot) => {
    slotOf.fill(slot, row, row + count)
    row += count
  })
  const taken = new Uint8Array(rows)
  return {
    rows,
    draw: ({ integer }) => {
      taken.fill(0)
      const drawn = new Float64Array(counts.length)
      for (let i = 0; i < rows; i++) {
        const one = integer(rows)
        taken[one] = 1
        drawn[slotOf[one]]++
      }
      const left = new Float64Array(counts.length)
      for (let i = 0; i < rows; i++) if (taken[i] === 0) left[slotOf[i]]++
      return { drawn: withCounts(summary, drawn, classes), left: withCounts(summary, left, classes) }
    },
  }
}

/** The same column with other counts per value and class; values without rows are gone. */
function withCounts(summary: NumberSummary, counts: Float64Array, classes: number): NumberSummary {
  const { cells } = summary
  const rowsOf = Float64Array.from({ length: cells.size }, (_, cell) =>
    counts.subarray(cell * classes, (cell + 1) * classes).reduce((sum, count) => sum + count, 0),
  )
  const kept = Uint32Array.from(rowsOf.keys()).filter((cell) => rowsOf[cell] > 0)
  const lo = Float64Array.from(kept, (cell) => cells.lo[cell])
  const { channels } = cells.tallies
  const sums = new Float64Array(kept.length * channels)
  kept.forEach((cell, i) => {
    for (let c = 0; c < channels; c++) sums[i * channels + c] = summary.target?.kind === 'class' ? counts[cell * classes + c] : (cells.tallies.sums[cell * channels + c] * rowsOf[cell]) / cells.tallies.rows[cell] // prettier-ignore
  })
  const tallies: Tallies = { size: kept.length, channels, rows: Float64Array.from(kept, (cell) => rowsOf[cell]), sums, residues: [] } // prettier-ignore
  return {
    ...summary,
    min: lo[0] ?? Number.NaN,
    max: lo[lo.length - 1] ?? Number.NaN,
    distinct: lo.length,
    cells: { size: lo.length, shift: cells.shift, lo, hi: lo, tallies },
  }
}
