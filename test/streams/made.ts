import { PopulationWatch } from '../../src/streams/alarms/population-drift.ts'
import type { Alarm } from '../../src/streams/alarms/alarm.ts'
import { random, type Random } from '../../src/util/random.ts'

/** Twelve cells of about equal shares of a normal number. */
const CUTS = [-1.38, -0.97, -0.67, -0.43, -0.21, 0, 0.21, 0.43, 0.67, 0.97, 1.38]

export const CELLS: readonly string[] = Array.from({ length: 12 }, (_, i) => `cell ${i}`)

/** The cell of a value; values that are not numbers go to the last slot. */
export function cellOf(value: number): number {
  return Number.isNaN(value) ? CELLS.length : CUTS.filter((cut) => cut <= value).length
}

/** The alarms of a stream of rows, and the watch after them. */
export function watchRows(
  seed: number,
  rows: number,
  value: (random: Random, row: number) => number,
  options: { runLength?: number; learn?: number } = {},
): { alarms: Alarm[]; watch: PopulationWatch } {
  const source = random(seed)
  const labels = [...CELLS, 'missing']
  const watch = new PopulationWatch({ column: 'x', labels, ordered: CELLS.length, ...options })
  const alarms: Alarm[] = []
  for (let row = 0; row < rows; row++) {
    const alarm = watch.update(cellOf(value(source, row)), row)
    if (alarm !== null) alarms.push(alarm)
  }
  return { alarms, watch }
}
