import { DataError } from '../errors.ts'
import type { Cells, Closed, NumberSummary, Tallies } from '../types.ts'
import { check, integer, isOptions, mustBe } from '../util/check.ts'
import { MOST_SHIFT, sameCell } from './cell-key.ts'
import { ASIDE, TallyWriter } from './tallies.ts'

/** How coarse cells are wanted: by the bits left out of each double, or by the most cells there may be. */
export type Coarseness = { readonly shift: number } | { readonly most: number }

/**
 * The same summary with fewer, wider cells: those whose values share a bit key are joined. Counts are kept exactly. A
 * summary that is as coarse already stays as it is. O(cells) per shift tried.
 *
 *     // Fewer, wider cells: enough to send elsewhere, and no row is lost.
 *     const coarse = coarsen(summary, { most: 10 })
 *     console.log(summary.cells.size, coarse.cells.size, coarse.rows) // → 50 9 300
 */
export function coarsen(summary: NumberSummary, coarseness: Coarseness): NumberSummary {
  mustBe('coarsen', 'summary', summary)
  isOptions('coarsen', coarseness)
  const shift = 'shift' in coarseness ? coarseness.shift : shiftForMost(summary.cells, coarseness.most)
  check('coarsen', 'shift', integer(0, MOST_SHIFT), shift)
  const cells = coarsenCells(summary.cells, shift)
  if (cells === summary.cells) return summary
  return { ...summary, cells, distinct: isExact(cells) ? cells.size : null }
}

/** Whether every cell holds one value, which proves that nothing hides inside. */
export function isExact({ lo, hi }: Pick<Cells, 'lo' | 'hi'>): boolean {
  return lo === hi || limits(lo, hi).hi === lo
}

/** Cells joined to those of a shift, which is at least their own. O(cells). */
export function coarsenCells(cells: Cells, shift: number): Cells {
  if (shift <= cells.shift) return cells
  const first = firstCells(cells, shift)
  const writer = new TallyWriter(first.length, cells.tallies.channels)
  for (let to = 0; to < first.length; to++) {
    const end = first[to + 1] ?? cells.size
    for (let cell = first[to]; cell < end; cell++) writer.addSlot(to, cells.tallies, cell)
    writer.close(to)
  }
  const lo = Float64Array.from(first, (cell) => cells.lo[cell])
  const hi = Float64Array.from(first, (_, to) => cells.hi[(first[to + 1] ?? cells.size) - 1])
  return { size: first.length, shift, ...limits(lo, hi), tallies: writer.finish() }
}

/** Smallest and largest values of cells, as one array where they are the same. */
export function limits(lo: Float64Array, hi: Float64Array): Pick<Cells, 'lo' | 'hi'> {
  return { lo, hi: lo.every((value, cell) => value === hi[cell]) ? lo : hi }
}

/** The first cell of each group that shares a key. */
function firstCells({ size, lo }: Cells, shift: number): Uint32Array {
  const first = new Uint32Array(size)
  let groups = 0
  for (let cell = 0; cell < size; cell++) {
    if (cell === 0 || !sameCell(lo[cell - 1], lo[cell], shift)) first[groups++] = cell
  }
  return first.slice(0, groups)
}

/** The least shift that leaves at most so many cells. */
function shiftForMost(cells: Cells, most: number): number {
  check('coarsen', 'most', integer(1), most)
  if (cells.size <= most) return cells.shift
  let [enough, tooFine] = [MOST_SHIFT, cells.shift]
  if (firstCells(cells, enough).length > most) {
    throw new DataError(`coarsen: ${most} cells are too few for the sizes of the values, which span more powers of two`)
  }
  while (enough - tooFine > 1) {
    const middle = (enough + tooFine) >> 1
    if (firstCells(cells, middle).length <= most) enough = middle
    else tooFine = middle
  }
  return enough
}

/**
 * Runs of cells taken together, exactly: run i is the cells starts[i] … starts[i + 1] − 1. What is infinite is counted in the
 * first run and in the last. O(cells).
 */
export function tallyRuns(
  { cells: { tallies }, aside, target, weighted, origin }: NumberSummary,
  starts: readonly number[],
): Tallies {
  const { channels } = tallies
  const runs = starts.length - 1
  const writer = new TallyWriter(runs, channels)
  const one = { ...tallies, rows: new Float64Array(1), sums: new Float64Array(channels) }
  for (let run = 0; run < runs; run++) {
    const from = starts[run]
    const to = starts[run + 1]
    // Numbers of rows need no care, as no sum of them is rounded; estimates may be any numbers.
    if (weighted || origin !== 'counted' || target?.kind === 'numeric') {
      for (let cell = from; cell < to; cell++) writer.addSlot(run, tallies, cell)
      continue
    }
    one.rows[0] = addEvery(tallies.rows, from, to)
    for (let c = 0; c < channels; c++)
      one.sums[c] = addEvery(tallies.sums, from * channels + c, to * channels, channels)
    writer.addSlot(run, one, 0)
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

/** The first cell of each run between cuts, by one end of every cell, and the number of cells. O(cells). */
export function runStarts(values: Float64Array, cuts: readonly number[], closed: Closed): number[] {
  let cell = 0
  const starts = cuts.map((cut) => {
    // Behind the last value there is none that is below.
    while (closed === 'left' ? values[cell] < cut : values[cell] <= cut) cell++
    return cell
  })
  return [0, ...starts, values.length]
}
