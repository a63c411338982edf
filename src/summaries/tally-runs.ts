import type { NumberSummary, Tallies } from '../types.ts'
import { ASIDE, TallyWriter } from './tallies.ts'

/**
 * Runs of cells taken together, exactly: run i is the cells starts[i] … starts[i + 1] − 1. What is infinite is counted in the
 * first run and in the last. O(cells).
 */
export function tallyRuns({ cells, aside, target, weighted }: NumberSummary, starts: readonly number[]): Tallies {
  const { tallies } = cells
  const { channels } = tallies
  const runs = starts.length - 1
  const writer = new TallyWriter(runs, channels)
  const rows = new Float64Array(1)
  const sums = new Float64Array(channels)
  for (let run = 0; run < runs; run++) {
    const from = starts[run]
    const to = starts[run + 1]
    // Numbers of rows need no care: no sum of them is rounded.
    if (weighted || target?.kind === 'numeric') {
      for (let cell = from; cell < to; cell++) writer.addSlot(run, tallies, cell)
    } else {
      rows[0] = addEvery(tallies.rows, from, to)
      for (let c = 0; c < channels; c++) sums[c] = addEvery(tallies.sums, from * channels + c, to * channels, channels)
      writer.addSlot(run, { ...tallies, rows, sums }, 0)
    }
  }
  writer.addSlot(0, aside, ASIDE.below)
  writer.addSlot(runs - 1, aside, ASIDE.above)
  return writer.finish()
}

/** The sum of the numbers from … to − 1, or of every `step`-th of them. */
export function addEvery(list: Float64Array, from: number, to: number, step = 1): number {
  let sum = 0
  for (let i = from; i < to; i += step) sum += list[i]
  return sum
}
