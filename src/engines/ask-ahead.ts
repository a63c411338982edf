import type { WantedCells } from '../binning/fit/cell-source.ts'
import { referenceAhead } from '../binning/reference.ts'
import type { Cells } from '../types.ts'
import { bisectRight } from '../util/bisect.ts'

/** By which part of all rows a median may move until its bin is settled. */
const MEDIAN_MOVES = 1 / 6000
/** About how many rows more may be asked for at a time: where medians may move to, and beside what is asked for. */
const ROWS_OF_MEDIANS = 125_000
const ROWS_BESIDE = 100_000
/** How far around a median that moved with a cut, as parts of that: the first that is not too many rows. */
const PARTS_AROUND = [1, 0.5, 0.25, 0.125]
/** Most cells on each side of one. */
const MOST_BESIDE = 100

/**
 * What may be wanted next, where every question goes through all rows: cells that hold medians and edges of the reference if cuts
 * end up elsewhere, and those beside what is asked for. Nothing is decided by them, they only save questions.
 *
 * @param leastRows least rows of a reference cell; null without a reference
 */
export function askAhead(leastRows: number | null): (wanted: WantedCells) => number[] {
  return (wanted) => {
    const { summary, asked } = wanted
    const { cells } = summary
    const found = new Set<number>()
    const add = (list: Iterable<number>): void => {
      for (const cell of list) if (cells.lo[cell] < cells.hi[cell]) found.add(cell)
    }
    if (leastRows !== null) add(referenceAhead(summary, leastRows))
    if (wanted.open.length > 0) add(mediansAhead(wanted))
    add(cellsBeside(cells, new Set([...asked, ...found])))
    return [...found]
  }
}

/**
 * The cells that hold medians while cuts may move: a little by themselves, and to any cell in which a better one could hide, as
 * long as those are few enough.
 */
function mediansAhead({ summary: { cells }, candidates, open }: WantedCells): number[] {
  const { size } = cells
  const { rows } = cells.tallies
  const below = new Float64Array(size + 1)
  for (let cell = 0; cell < size; cell++) below[cell + 1] = below[cell] + rows[cell]
  const around = below[size] * MEDIAN_MOVES
  const middle = (from: number, to: number): number => (below[from] + below[to]) / 2
  const ends = [0, ...candidates, size]
  const usual = candidates.map((_, i) => middle(ends[i], ends[i + 1]))
  usual.push(middle(ends[ends.length - 2], size))
  const moved = open.flatMap((cell) => {
    // The cut before or the one after it may move here, or there may be one more.
    const next = bisectRight(ends, cell)
    const from = [ends[next - 1], ends[next - 2] ?? 0]
    const to = [ends[next] ?? size, ends[next + 1] ?? size]
    return [...from.map((start) => middle(start, cell)), ...to.map((end) => middle(cell, end))]
  })
  const first = cellsAt(below, usual, around)
  const most = rowsOf(cells, first) + ROWS_OF_MEDIANS
  for (const part of PARTS_AROUND) {
    const all = [...new Set([...first, ...cellsAt(below, moved, around * part)])]
    if (rowsOf(cells, all) <= most) return all
  }
  return first
}

/** The cells that hold the rows of some ranks, and so many rows on both sides of them. */
function cellsAt(below: Float64Array, ranks: readonly number[], around: number): number[] {
  const found: number[] = []
  let next = 0
  for (const rank of ranks.toSorted((a, b) => a - b)) {
    const from = Math.max(next, bisectRight(below, rank - around) - 1)
    const to = Math.min(below.length - 2, bisectRight(below, rank + around) - 1)
    for (next = from; next <= to; next++) found.push(next)
  }
  return found
}

function rowsOf({ tallies, lo, hi }: Cells, cells: readonly number[]): number {
  return cells.reduce((sum, cell) => sum + (lo[cell] < hi[cell] ? tallies.rows[cell] : 0), 0)
}

/** Cells on both sides of others, until they are too many rows. */
function cellsBeside({ tallies }: Cells, asked: ReadonlySet<number>): number[] {
  const all = new Set(asked)
  const found: number[] = []
  let rows = 0
  for (let by = 1; by <= MOST_BESIDE; by++) {
    const ring = [...asked].flatMap((cell) => [cell - by, cell + by]).filter((cell) => !all.has(cell))
    rows += ring.reduce((sum, cell) => sum + (tallies.rows[cell] ?? 0), 0)
    if (rows > ROWS_BESIDE) break
    for (const cell of ring) {
      all.add(cell)
      found.push(cell)
    }
  }
  return found
}
