import { addEvery, isExact, runStarts } from '../../summaries/cells.ts'
import type { ExpectedPlaces, KnownAtPlaces, Places, RoughPlaces, Span } from '../../summaries/fast/places.ts'
import { cellRanges, refine } from '../../summaries/refine-cells.ts'
import type { Cells, NumberSummary, Proposal } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { Scratch } from '../../util/scratch.ts'
import { cellsAfter, referenceEdges, referenceRanks } from '../reference.ts'
import { aroundBorders, borderSpans, MOST_POINTS, tailRanks } from '../shape.ts'
import type { Counted } from './cell-source.ts'

/** How a large column is told at places; `leastRows` of a cell of the reference, null without one. */
export type StartPlaces = (leastRows: number | null) => (counted: Counted) => TellLarge | null

/** The cells from which all is told of a large column with these cuts, and the edges of its reference. */
export type TellLarge = (proposal: Proposal) => { readonly summary: NumberSummary; readonly edges: readonly number[] }

/**
 * Bins, shape and reference of a large column, from what is known of it at some places: they are those of an exact summary.
 * What can be guessed before it is known is expected with the looks that are made anyway. Not where cells are so few that values
 * may lie on a grid, by which they would be shown: all of them must be known then.
 */
export const startPlaces: StartPlaces = (leastRows) => (counted) => {
  const { summary } = counted
  const { cells, target } = summary
  const places = (counted.finer && counted.atPlaces?.used) ?? cells.size
  if (places <= MOST_POINTS || isExact(cells)) return null
  const all = addEvery(cells.tallies.rows, 0, cells.size)
  const tails = tailRanks(all)
  const ranks = [...tails, ...(leastRows === null ? [] : referenceRanks(all, target, leastRows))]
  const rows = counted.atPlaces ?? cellsAtPlaces(counted)
  const { roughly } = rows
  const expected = (starts: readonly Span[], cuts: readonly Span[]): ExpectedPlaces =>
    expectedAround(starts, cuts, { tails: tails.map(roughly!.likelyAt), all })
  // The first bin begins with the smallest value, and the last one ends with the largest.
  rows.expect?.(() => ({ ranks: [0, all - 1, ...ranks], spans: [], rankSpans: [] }))
  rows.follow?.((cuts) =>
    expected(
      cuts.map((rank) => [rank - NEARLY, rank + NEARLY]),
      cuts.map((rank) => around(rank, roughly!)),
    ),
  )
  const look = (asked: Places): NumberSummary => ({ ...summary, cells: rows.at(asked) })
  return (proposal) => {
    const { cuts } = proposal
    if (roughly)
      rows.expect?.(() =>
        expected(
          cuts.map(roughly.rowsBelow),
          cuts.map((cut) => [cut, cut]),
        ),
      )
    return tellPlaces(look, proposal, ranks, leastRows)
  }
}

/** Cuts that are not settled yet may move by some rows. */
const NEARLY = 16

/** The numbers between which a cut before a rank lies. */
function around(rank: number, { valueAt }: RoughPlaces): Span {
  return [valueAt(rank - 1)[0], valueAt(rank)[1]]
}

/** Ends of bins, medians and borders of the shape, where it is roughly known how many rows lie before cuts, and which numbers these are. */
function expectedAround(
  starts: readonly Span[],
  cuts: readonly Span[],
  { tails: [first, last], all }: { readonly tails: readonly Span[]; readonly all: number },
): ExpectedPlaces {
  const ends: readonly Span[] = [...starts, [all, all]]
  const medians = ends.map(([least, most], i): Span => {
    const [from, fromAtMost] = starts[i - 1] ?? [0, 0]
    return [medianRank(from, least), medianRank(fromAtMost, most)]
  })
  const [low, high] = [cuts[0] ?? first, cuts.at(-1) ?? last]
  const from: Span = [Math.min(first[0], low[0]), Math.min(first[1], low[1])]
  const to: Span = [Math.max(last[0], high[0]), Math.max(last[1], high[1])]
  const besideCuts = starts.map(([least, most]): Span => [least - 1, most])
  return { ranks: [], spans: borderSpans(from, to), rankSpans: [...besideCuts, ...medians] }
}

/** The column at all places: one look tells where edges and borders lie, the next what lies there. */
function tellPlaces(
  look: (places: Places) => NumberSummary,
  { cuts, closed }: Proposal,
  ranks: readonly number[],
  leastRows: number | null,
): ReturnType<TellLarge> {
  const wanted = [...ranks]
  const atCuts = cuts.map((cut): Span => [cut, cut])
  let told = look({ ranks: wanted, spans: atCuts })
  let edges: readonly number[] = []
  if (leastRows !== null) {
    const after = cellsAfter(told, leastRows)
    wanted.push(...rowsBefore(told.cells, after))
    if (after.length > 0) told = look({ ranks: wanted, spans: atCuts })
    edges = referenceEdges(told, leastRows)
  }
  const starts = rowsBefore(told.cells, runStarts(told.cells.lo, cuts, closed))
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? start
    // Of each bin the first value, the median and the last one.
    wanted.push(start, medianRank(start, end), end - 1)
  }
  const atEdges = edges.map((edge): Span => [edge, edge])
  return { summary: look({ ranks: wanted, spans: [...atCuts, ...aroundBorders(told, cuts), ...atEdges] }), edges }
}

/** The rank of the lower median of the rows start … end − 1. */
const medianRank = (start: number, end: number): number => start + Math.ceil((end - start) / 2) - 1

/** The rows before each of some cells, ascending. O(cells), however many are asked for: there may be thousands of bins. */
function rowsBefore({ tallies }: Cells, some: readonly number[]): number[] {
  let [cell, rows] = [0, 0]
  return some.map((end) => {
    rows += addEvery(tallies.rows, cell, end)
    cell = end
    return rows
  })
}

/** What `keepPlaces` does, for rows in memory whose cells are read whole, and at once: those with a numeric target. */
function cellsAtPlaces({ summary, readAgain, scratch = new Scratch() }: Counted): KnownAtPlaces {
  const { cells } = summary
  const { lo, hi, tallies, size } = cells
  const through = new Float64Array(size)
  let rows = 0
  for (let cell = 0; cell < size; cell++) through[cell] = rows += tallies.rows[cell]
  return {
    at: ({ ranks, spans }) => {
      const found = [
        ...ranks.map((rank) => bisectRight(through, rank)),
        ...spans.flat().map((value) => bisectLeft(hi, value)),
      ]
      const coarse = [...new Set(found)].filter((cell) => lo[cell] < hi[cell]).toSorted((a, b) => a - b)
      return refine(summary, readAgain!(cellRanges(cells, coarse)) as Cells, scratch).cells
    },
  }
}
