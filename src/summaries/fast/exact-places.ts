import type { Cells } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { ascending } from '../../util/numbers/ascending.ts'
import type { KnownAtPlaces, Places } from './places.ts'

/** Cells whose counts are added up together: the counts of all cells before such a part are known. */
const PART = 256

/**
 * A column of very many cells, one for each value, told by few: to count bins, shape and reference in all of them would take a pass for
 * each. Counts are whole numbers. O(cells) once, and then a look at some of them for each place.
 */
export function exactPlaces(cells: Cells): KnownAtPlaces {
  const { tallies } = cells
  const { channels, sums } = tallies
  const before = countsBefore(cells)
  const rowsBefore = new Float64Array(before.length / channels)
  for (let part = 0; part < rowsBefore.length; part++) {
    for (let c = 0; c < channels; c++) rowsBefore[part] += before[part * channels + c]
  }
  const all = rowsBefore[rowsBefore.length - 1]
  /** The cell of a rank, or the outermost one: of an empty bin, ranks may lie outside. */
  const cellAt = (asked: number): number => {
    const rank = Math.max(0, Math.min(all - 1, asked))
    const part = bisectRight(rowsBefore, rank) - 1
    let cell = part * PART
    for (let rows = rowsBefore[part] + tallies.rows[cell]; rows <= rank; rows += tallies.rows[cell]) cell++
    return cell
  }
  /** Writes the counts of the cells before one to a place of a list. */
  const countBefore = (cell: number, to: Float64Array, at: number): void => {
    const part = Math.floor(cell / PART)
    for (let c = 0; c < channels; c++) {
      to[at + c] = before[part * channels + c] + strided(sums, part * PART * channels + c, cell * channels, channels)
    }
  }
  return { at: (asked) => together(cells, beginnings(cells, asked, cellAt), countBefore) }
}

/** The counts before each part of cells, and of all, by channel. */
function countsBefore({ size, tallies: { channels, sums } }: Cells): Float64Array {
  const parts = Math.ceil(size / PART)
  const before = new Float64Array((parts + 1) * channels)
  for (let part = 0; part < parts; part++) {
    const end = Math.min(size, (part + 1) * PART) * channels
    for (let c = 0; c < channels; c++) {
      const at = part * channels + c
      before[at + channels] = before[at] + strided(sums, part * PART * channels + c, end, channels)
    }
  }
  return before
}

/** The sum of every `step`-th of the whole numbers from … to − 1: two sums side by side, so that one need not wait for the other. */
function strided(list: Float64Array, from: number, to: number, step: number): number {
  let [even, odd] = [0, 0]
  let i = from
  for (; i + step < to; i += 2 * step) {
    even += list[i]
    odd += list[i + step]
  }
  return i < to ? even + odd + list[i] : even + odd
}

/** Where cells begin that are told: at what is asked for, and behind it. */
function beginnings({ lo, size }: Cells, { ranks, spans }: Places, cellAt: (rank: number) => number): number[] {
  const found = new Set<number>([0])
  const begin = (cell: number): void => {
    if (cell < size) found.add(cell)
  }
  for (const rank of ranks) {
    const cell = cellAt(rank)
    begin(cell)
    begin(cell + 1)
  }
  for (let i = 0; i < spans.length; i += 2) {
    const end = bisectRight(lo, spans[i + 1])
    for (let cell = bisectLeft(lo, spans[i]); cell <= end; cell++) begin(cell)
  }
  return ascending(found)
}

/** The cells from each beginning up to the next one taken together. */
function together(
  { lo, hi, size: all, shift, tallies: { channels } }: Cells,
  starts: readonly number[],
  countBefore: (cell: number, to: Float64Array, at: number) => void,
): Cells {
  const size = starts.length
  const [least, most, rows] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  const sums = new Float64Array((size + 1) * channels)
  for (let i = 0; i < size; i++) {
    least[i] = lo[starts[i]]
    most[i] = hi[(starts[i + 1] ?? all) - 1]
    countBefore(starts[i], sums, i * channels)
  }
  countBefore(all, sums, size * channels)
  for (let i = 0, at = 0; i < size; i++) {
    for (let c = 0; c < channels; c++, at++) rows[i] += sums[at] = sums[at + channels] - sums[at]
  }
  return {
    size,
    shift,
    lo: least,
    hi: most,
    tallies: { size, channels, rows, sums: sums.subarray(0, size * channels), residues: [] },
  }
}
