import type { NumberSummary, Tallies } from '../types.ts'
import { ASIDE, TallyWriter } from './tallies.ts'

/**
 * Runs of cells taken together, exactly: run i is the cells starts[i] … starts[i + 1] − 1. What is infinite is counted in the
 * first run and in the last. O(cells).
 */
export function tallyRuns(summary: NumberSummary, starts: ArrayLike<number>): Tallies {
  const { cells, aside, origin, target, weighted } = summary
  const runs = starts.length - 1
  const writer = new TallyWriter(runs, cells.tallies.channels)
  // Numbers of rows need no care: no sum of them is rounded.
  const whole = origin === 'counted' && !weighted && target?.kind !== 'numeric'
  const counts = whole ? addRuns(cells.tallies, starts) : null
  for (let run = 0; run < runs; run++) {
    if (counts !== null) writer.addSlot(run, counts, run)
    else for (let cell = starts[run]; cell < starts[run + 1]; cell++) writer.addSlot(run, cells.tallies, cell)
  }
  writer.addSlot(0, aside, ASIDE.below)
  writer.addSlot(runs - 1, aside, ASIDE.above)
  return writer.finish()
}

function addRuns({ channels, rows, sums }: Tallies, starts: ArrayLike<number>): Tallies {
  const size = starts.length - 1
  const added = { rows: new Float64Array(size), sums: new Float64Array(size * channels) }
  for (let run = 0; run < size; run++) {
    const [from, to] = [starts[run], starts[run + 1]]
    added.rows[run] = addEvery(rows, from, to, 1)
    for (let c = 0; c < channels; c++) {
      added.sums[run * channels + c] = addEvery(sums, from * channels + c, to * channels, channels)
    }
  }
  return { size, channels, ...added, residues: [] }
}

/** The sum of every `step`-th number from … to − 1. */
export function addEvery(list: Float64Array, from: number, to: number, step: number): number {
  let sum = 0
  for (let i = from; i < to; i += step) sum += list[i]
  return sum
}
