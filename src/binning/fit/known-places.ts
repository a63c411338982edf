import { addEvery, isExact, runStarts } from '../../summaries/cells.ts'
import { exactPlaces } from '../../summaries/fast/exact-places.ts'
import type { ExpectedPlaces, KnownAtPlaces, Places, RoughPlaces, Span, Spans } from '../../summaries/fast/places.ts'
import { cellRanges, refine } from '../../summaries/refine-cells.ts'
import type { Cells, NumberSummary, Proposal } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { Scratch } from '../../util/scratch.ts'
import { cellsAfter, edgesOf, referenceRanks, referenceStarts } from '../reference.ts'
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
  if (places <= MOST_POINTS) return null
  const isKnown = isExact(cells)
  if (isKnown && (cells.size < MANY_CELLS || !isCounted(summary))) return null
  const all = addEvery(cells.tallies.rows, 0, cells.size)
  const tails = tailRanks(all)
  const ranks = [...tails, ...(leastRows === null ? [] : referenceRanks(all, target, leastRows))]
  const rows = isKnown ? exactPlaces(cells) : (counted.atPlaces ?? cellsAtPlaces(counted))
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

/** Of so many exact cells some are told in less time than all of them take. */
const MANY_CELLS = 20_000

/** Whether nothing but whole numbers is counted. */
function isCounted({ target, weighted, origin }: NumberSummary): boolean {
  return target?.kind !== 'numeric' && !weighted && origin === 'counted'
}

/** Cuts that are not settled yet may move by some rows. */
const NEARLY = 64

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
  const rankSpans: number[] = []
  let [from, fromAtMost] = [0, 0]
  for (const [least, most] of [...starts, [all, all]]) {
    // Rows beside the cut, and the median of the bin before it.
    rankSpans.push(least - 1, most, medianRank(from, least), medianRank(fromAtMost, most))
    ;[from, fromAtMost] = [least, most]
  }
  const [low, high] = [cuts[0] ?? first, cuts.at(-1) ?? last]
  const begin: Span = [Math.min(first[0], low[0]), Math.min(first[1], low[1])]
  const end: Span = [Math.max(last[0], high[0]), Math.max(last[1], high[1])]
  return { ranks: [], spans: borderSpans(begin, end), rankSpans }
}

/** The column at all places: one look tells where edges and borders lie, the next what lies there. */
function tellPlaces(
  look: (places: Places) => NumberSummary,
  { cuts, closed }: Proposal,
  ranks: readonly number[],
  leastRows: number | null,
): ReturnType<TellLarge> {
  const wanted = [...ranks]
  const atCuts = at(cuts)
  let told = look({ ranks: wanted, spans: atCuts })
  let edges: readonly number[] = []
  if (leastRows !== null) {
    let begins = referenceStarts(told, leastRows)
    const after = cellsAfter(told, begins)
    if (after.length > 0) {
      wanted.push(...rowsBefore(told.cells, after))
      told = look({ ranks: wanted, spans: atCuts })
      begins = referenceStarts(told, leastRows)
    }
    edges = edgesOf(told, begins)
  }
  const starts = rowsBefore(told.cells, runStarts(told.cells.lo, cuts, closed))
  for (const [i, start] of starts.entries()) {
    const end = starts[i + 1] ?? start
    // Of each bin the first value, the median and the last one.
    wanted.push(start, medianRank(start, end), end - 1)
  }
  const spans = mergeSpans(mergeSpans(atCuts, aroundBorders(told, cuts)), at(edges))
  return { summary: look({ ranks: wanted, spans }), edges }
}

/** Numbers as spans. */
function at(numbers: readonly number[]): number[] {
  const spans: number[] = []
  for (const number of numbers) spans.push(number, number)
  return spans
}

/** Two lists of spans as one, each of which begin in ascending order. */
function mergeSpans(some: Spans, others: Spans): number[] {
  const spans: number[] = []
  let next = 0
  for (let i = 0; i < some.length; i += 2) {
    for (; others[next] < some[i]; next += 2) spans.push(others[next], others[next + 1])
    spans.push(some[i], some[i + 1])
  }
  for (; next < others.length; next++) spans.push(others[next])
  return spans
}

/** The rank of the lower median of the rows start … end − 1. */
const medianRank = (start: number, end: number): number => start + Math.ceil((end - start) / 2) - 1

/** The rows before each of some cells, ascending. O(cells), however many are asked for: there may be thousands of bins. */
function rowsBefore({ tallies }: Cells, some: readonly number[]): number[] {
  let [cell, rows] = [0, 0]
  const before: number[] = []
  for (const end of some) {
    rows += addEvery(tallies.rows, cell, end)
    cell = end
    before.push(rows)
  }
  return before
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
      const found = [...ranks.map((rank) => bisectRight(through, rank)), ...spans.map((value) => bisectLeft(hi, value))]
      const coarse = [...new Set(found)].filter((cell) => lo[cell] < hi[cell]).toSorted((a, b) => a - b)
      return refine(summary, readAgain!(cellRanges(cells, coarse)) as Cells, scratch).cells
    },
  }
}
