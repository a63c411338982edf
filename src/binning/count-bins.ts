import type { NumberPart } from '../measures/explained-variance.ts'
import { addEvery, runStarts, tallyRuns } from '../summaries/cells.ts'
import { ASIDE, cellWeights, slotWeight } from '../summaries/tallies.ts'
import type { Closed, Note, NumberSummary, Tallies, Target } from '../types.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'
import type { Counted, NumberBin } from './binning.ts'
import { binLabels } from './labels.ts'

/** Bins counted from a summary, and whether every cell lay wholly inside one bin. */
export interface CountedBins {
  readonly bins: readonly NumberBin[]
  readonly exact: boolean
}

/** Counts the cells of a summary into the bins between cuts. −∞ and +∞ go to the outer bins. O(cells). */
export function countBins(summary: NumberSummary, cuts: readonly number[], closed: Closed): CountedBins {
  const { lo, hi } = summary.cells
  const firstCell = runStarts(lo, cuts, closed)
  // As many cells end below a cut as begin there, unless one reaches over it.
  const ends = runStarts(hi, cuts, closed)
  const exact = summary.origin === 'counted' && ends.every((end, i) => end === firstCell[i])
  const median = medianCell.bind(null, cellWeights(summary))
  return { bins: toBins(summary, { firstCell, tallies: tallyRuns(summary, firstCell), median }, cuts, closed), exact }
}

/** What was counted for bins: where each begins, what it holds, and which cell holds the median of a range of cells. */
export interface BinCounts {
  /** the first cell of each bin, and the number of cells */
  readonly firstCell: ArrayLike<number>
  readonly tallies: Tallies
  readonly median: (from: number, to: number) => number
}

/** Counts as bins with their labels and what was seen in them. O(bins). */
export function toBins(
  { cells, aside, target, weighted }: NumberSummary,
  { firstCell, tallies, median }: BinCounts,
  cuts: readonly number[],
  closed: Closed,
): NumberBin[] {
  const seen = Array.from({ length: cuts.length + 1 }, (_, i) => {
    const [from, to] = [firstCell[i], firstCell[i + 1]]
    const below = i === 0 && aside.rows[ASIDE.below] > 0
    const above = i === cuts.length && aside.rows[ASIDE.above] > 0
    return {
      lo: below ? -Infinity : from < to ? cells.lo[from] : above ? Infinity : null,
      hi: above ? Infinity : from < to ? cells.hi[to - 1] : below ? -Infinity : null,
      median: cells.lo[median(from, to)] ?? null,
    }
  })
  const labels = binLabels(cuts, closed, seen)
  return seen.map(({ lo, hi, median: middle }, i) => ({
    label: labels[i],
    ...countedSlot(tallies, i, target, weighted),
    lo,
    hi,
    median: middle,
  }))
}

/**
 * The cells that hold the medians of the bins that start with the first cell and with the given ones. Where a bin starts inside
 * a cell, its median may lie a cell further on either side: those are told as well.
 */
export function medianCells(summary: NumberSummary, starts: readonly number[]): number[] {
  const weights = cellWeights(summary)
  const { lo, hi, size } = summary.cells
  const open = starts.some((start) => lo[start] < hi[start] || lo[start - 1] < hi[start - 1])
  const cells = [...starts, size].map((to, i) => medianCell(weights, starts[i - 1] ?? 0, to))
  return open ? cells.flatMap((cell) => [cell - 1, cell, cell + 1]) : cells
}

/** What is said of bins without rows. */
export function emptyBinNotes(bins: readonly Counted[]): Note[] {
  const empty = bins.filter((bin) => bin.count === 0).length
  return empty === 0 ? [] : [{ code: 'empty-bins', message: `${empty} of ${bins.length} bins hold no rows` }]
}

/** The fields of a slot as they are saved. */
export function countedSlot(tallies: Tallies, slot: number, target: Target | null, weighted: boolean): Counted {
  const { channels, rows, sums } = tallies
  const from = slot * channels
  // Field by field: a column may have a hundred thousand bins.
  const counted: { -readonly [Field in keyof Counted]: Counted[Field] } = { count: rows[slot] }
  if (weighted) counted.weight = slotWeight(tallies, target, slot)
  if (target?.kind === 'class') {
    // oxlint-disable-next-line unicorn/no-new-array -- three times as fast as Array.from, and pushing would reserve more
    const classes = new Array<number>(channels)
    for (let c = 0; c < channels; c++) classes[c] = sums[from + c]
    counted.classes = classes
  }
  if (target?.kind === 'numeric') {
    counted.sum = sums[from + 1]
    counted.sumSquares = sums[from + 2]
  }
  return counted
}

/** Both together. What only one side has is taken as zero on the other. */
export function addCounted(a: Counted, b: Counted): Counted {
  const both = (x: number | undefined, y: number | undefined): number => (x ?? 0) + (y ?? 0)
  const longer = a.classes ?? b.classes
  return {
    count: a.count + b.count,
    ...(a.weight === undefined && b.weight === undefined ? {} : { weight: both(a.weight, b.weight) }),
    ...(longer === undefined ? {} : { classes: longer.map((_, i) => both(a.classes?.[i], b.classes?.[i])) }),
    ...(a.sum === undefined && b.sum === undefined
      ? {}
      : { sum: both(a.sum, b.sum), sumSquares: both(a.sumSquares, b.sumSquares) }),
  }
}

/** Nothing counted, with the same fields. */
export function zeroLike({ weight, classes, sum }: Counted): Counted {
  return {
    count: 0,
    ...(weight === undefined ? {} : { weight: 0 }),
    ...(classes === undefined ? {} : { classes: classes.map(() => 0) }),
    ...(sum === undefined ? {} : { sum: 0, sumSquares: 0 }),
  }
}

/** A counted slot as Σw, Σwy and Σwy². */
export function numberPart({ count, weight = count, sum = 0, sumSquares = 0 }: Counted): NumberPart {
  return [weight, sum, sumSquares]
}

/** The cell that holds the lower weighted median of the cells from … to − 1; −1 when there are none. */
export function medianCell(weights: Float64Array, from: number, to: number): number {
  const total = addEvery(weights, from, to)
  let below = 0
  for (let cell = from; cell < to; cell++) {
    below += weights[cell]
    // Not clearly less than half: equal weights of 0.1 must count like rows.
    if (!clearlyLarger(total, below * 2)) return cell
  }
  return -1
}
