import type { NumberSummary } from '../../src/index.ts'
import { coarsen } from '../../src/summaries/index.ts'

/** The cells of layer one, as many as can be seen. */
export interface StreamCells {
  readonly lo: Float64Array
  readonly hi: Float64Array
  readonly rows: Float64Array
  /** counts of the classes, `channels` per cell; sums of a number otherwise */
  readonly sums: Float64Array
  readonly channels: number
  /** how many there really are */
  readonly size: number
}

const MOST_DRAWN = 400

/** The cells of a summary; neighbours are drawn as one where there are more than can be seen. */
export function coarseCells(summary: NumberSummary): StreamCells {
  const { size } = summary.cells
  const { lo, hi, tallies } = size > MOST_DRAWN ? coarsen(summary, { most: MOST_DRAWN }).cells : summary.cells
  const { rows, sums, channels } = tallies
  return { lo, hi, rows, sums, channels, size }
}
