import type { Cells, NumberSummary, ValueRange } from '../types.ts'
import { room, type Take, takeNew } from '../util/room.ts'
import { TallyWriter } from './tallies.ts'

const roomForOrigins = room(Int32Array)

/**
 * Something that can be asked again for the rows in some ranges of values: an array in memory, a file, a database, a
 * cluster. It answers with one cell per distinct value in them, tallied as in the summary that is refined.
 */
export interface RangeReader {
  readonly read: (ranges: readonly ValueRange[]) => Cells | Promise<Cells>
}

/** The ranges of the given cells, those of neighbours joined, so that they can be asked for. Cells must ascend. */
export function rangesOf(cells: Cells, wanted: ArrayLike<number>): ValueRange[] {
  const ranges: { lo: number; hi: number }[] = []
  for (let i = 0; i < wanted.length; i++) {
    const cell = wanted[i]
    const last = ranges.at(-1)
    if (last !== undefined && wanted[i - 1] === cell - 1) last.hi = cells.hi[cell]
    else ranges.push({ lo: cells.lo[cell], hi: cells.hi[cell] })
  }
  return ranges
}

/** The summary with every cell that holds some of the exact cells replaced by them. O(cells). */
export function refine(summary: NumberSummary, exact: Cells, take: Take = takeNew): NumberSummary {
  const { cells } = summary
  const size = exact.size + untouched(cells, exact)
  const lo = take(size)
  const hi = take(size)
  const from = roomForOrigins(size) // cell i of the summary as i, cell j of the exact ones as −1 − j
  weave(cells, exact, { lo, hi, from })
  const same = sameEnds(lo, hi)
  const refined: Cells = {
    size,
    shift: cells.shift,
    lo,
    hi: same ? lo : hi,
    tallies: pickTallies(cells, exact, from, take),
  }
  return { ...summary, min: lo[0], max: hi[size - 1], distinct: same ? size : null, cells: refined }
}

/** Whether every cell holds one value. */
function sameEnds(lo: Float64Array, hi: Float64Array): boolean {
  for (let cell = 0; cell < lo.length; cell++) if (lo[cell] !== hi[cell]) return false
  return true
}

/** How many cells hold no exact one. */
function untouched({ hi }: Cells, { lo }: Cells): number {
  let count = hi.length
  for (let cell = 0, next = 0; cell < hi.length && next < lo.length; cell++) {
    const end = hi[cell]
    if (lo[next] > end) continue
    count--
    while (next < lo.length && lo[next] <= end) next++
  }
  return count
}

/** Writes the ends of all cells, exact ones in place of those that hold them. */
function weave(cells: Cells, exact: Cells, to: { lo: Float64Array; hi: Float64Array; from: Int32Array }): void {
  // The arrays by themselves: summaries come in several shapes, and the compiler gives up on loops that see them.
  const { lo, hi, from } = to
  const { lo: coarseLo, hi: coarseHi } = cells
  const { lo: exactLo } = exact
  let size = 0
  for (let cell = 0, next = 0; cell < coarseLo.length; cell++) {
    const first = next
    const end = coarseHi[cell]
    for (; next < exactLo.length && exactLo[next] <= end; next++) {
      lo[size] = hi[size] = exactLo[next]
      from[size++] = -1 - next
    }
    if (next > first) continue
    lo[size] = coarseLo[cell]
    hi[size] = end
    from[size++] = cell
  }
}

function pickTallies(cells: Cells, exact: Cells, from: Int32Array, take: Take): Cells['tallies'] {
  const { channels } = cells.tallies
  const size = from.length
  if (cells.tallies.residues.length > 0 || exact.tallies.residues.length > 0) {
    const writer = new TallyWriter(size, channels)
    for (let i = 0; i < size; i++) {
      if (from[i] < 0) writer.addSlot(i, exact.tallies, -1 - from[i])
      else writer.addSlot(i, cells.tallies, from[i])
      writer.close(i)
    }
    return writer.finish()
  }
  const rows = take(size)
  const sums = take(size * channels)
  const { rows: coarseRows, sums: coarseSums } = cells.tallies
  const { rows: exactRows, sums: exactSums } = exact.tallies
  for (let i = 0; i < size; i++) {
    const fine = from[i] < 0
    const slot = fine ? -1 - from[i] : from[i]
    const slotSums = fine ? exactSums : coarseSums
    rows[i] = fine ? exactRows[slot] : coarseRows[slot]
    for (let c = 0; c < channels; c++) sums[i * channels + c] = slotSums[slot * channels + c]
  }
  return { size, channels, rows, sums, residues: [] }
}
