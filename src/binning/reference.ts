import { addEvery, runStarts, tallyRuns } from '../summaries/cells.ts'
import { slotWeight, TallyWriter } from '../summaries/tallies.ts'
import type { CategorySummary, NumberSummary, Tallies, Target } from '../types.ts'
import { bisectLeft } from '../util/bisect.ts'
import { check, integer, orOneOf } from '../util/check.ts'
import { leadingBits, nextUp } from '../util/numbers/doubles.ts'
import { ln } from '../util/numbers/log2.ts'

/**
 * What a later look at other rows is compared with: cells that had no part in choosing the cuts, and that the target had no
 * part in choosing. Bins cannot judge themselves: their rates were picked for being different, so they look changed on any
 * other rows; and a column of one bin would never seem to move.
 */
export interface CellCounts {
  /** rows per cell */
  readonly counts: readonly number[]
  /** Σw per cell; only in weighted fits */
  readonly weights?: readonly number[]
  /** Σw of every class, cell by cell; only with a class target */
  readonly classes?: readonly (readonly number[])[]
  /** Σwy and Σwy² per cell; only with a numeric target */
  readonly sums?: readonly number[]
  /** Σwy² per cell; only with a numeric target */
  readonly sumSquares?: readonly number[]
}

/** Cells of about equal rows. A value belongs to the cell above the edges that it reaches: cell i is edges[i − 1] ≤ x < edges[i]. */
export interface NumberReference extends CellCounts {
  /** the values from which on the second and later cells begin */
  readonly edges: readonly number[]
}

/** The commonest levels, a cell each; where there are more levels, one more cell holds their rows. */
export interface LevelReference extends CellCounts {
  /** one per cell, in the order of the counts */
  readonly levels: readonly string[]
}

/** Least rows of a cell, or no cells at all. */
export type ReferenceWanted = number | 'none'

/** Rows that a cell holds at least, unless another number is asked for: fewer would tell of single rows. */
const LEAST_ROWS = 8

const WANTED = orOneOf(integer(1), ['none'])

/** The least rows of a cell as asked for; null for no cells. */
export function leastRowsOf(where: string, wanted: ReferenceWanted = LEAST_ROWS): number | null {
  check(where, 'reference', WANTED, wanted)
  return wanted === 'none' ? null : wanted
}

/** Most cells: enough that a population may move far without rates seeming to change. */
const MOST_CELLS = 96
/** Fewest cells where there are many classes. */
const FEW_CELLS = 32
/** How many numbers a file should hold for a column: about four kilobytes. */
const NUMBERS = 480

function mostCells(target: Target | null): number {
  // An edge and a count, and what is kept of the target: sums have four times the digits of counts.
  const perCell = 2 + (target === null ? 0 : target.kind === 'numeric' ? 8 : target.classes.length)
  return Math.max(FEW_CELLS, Math.min(MOST_CELLS, Math.floor(NUMBERS / perCell)))
}

/** Where a reference cell begins: at the value that has a rank, or after a value so common that it makes a cell by itself. */
export interface ReferenceStart {
  readonly cell: number
  readonly after: boolean
}

/** Where reference cells begin, by the ranks of the rows: every n/K-th row begins one. O(cells). */
export function referenceStarts({ cells, target }: NumberSummary, leastRows: number): ReferenceStart[] {
  const { size, tallies } = cells
  const { rows } = tallies
  const all = addEvery(rows, 0, size)
  const parts = Math.min(mostCells(target), Math.floor(all / leastRows))
  const starts: ReferenceStart[] = []
  let below = 0
  let next = 0
  for (let part = 1; part < parts; part++) {
    const rank = Math.round((part * all) / parts)
    if (rank < below) continue
    while (below <= rank) below += rows[next++]
    const cell = next - 1
    if (cell > 0) starts.push({ cell, after: false })
    if (rows[cell] * parts >= all && next < size) starts.push({ cell, after: true })
  }
  return starts
}

/**
 * Edges that depend on the values alone, not on how they were counted: just below the value that begins a cell, at a number
 * of few digits that no coarse cell but its own can reach.
 */
export function edgesOf({ cells: { lo, hi } }: NumberSummary, starts: readonly ReferenceStart[]): number[] {
  const edges: number[] = []
  for (const { cell, after } of starts) {
    const edge = after ? shortNumber(nextUp(hi[cell]), lo[cell + 1]) : edgeBelow(lo[cell])
    // The first is larger than none.
    if (!(edge <= edges.at(-1)!)) edges.push(edge)
  }
  return edges
}

/** The edge of a cell that begins with a value. */
function edgeBelow(value: number): number {
  return shortNumber(leadingBits(value), value)
}

/** The cells that must be known exactly before the reference is that of an exact summary. O(cells). */
export function referenceUnknowns(summary: NumberSummary, leastRows: number): number[] {
  const { lo, hi } = summary.cells
  const starts = referenceStarts(summary, leastRows)
  const unknown: number[] = []
  for (const { cell, after } of starts) {
    if (lo[cell] < hi[cell]) unknown.push(cell)
    if (after && lo[cell + 1] < hi[cell + 1]) unknown.push(cell + 1)
  }
  if (unknown.length > 0) return unknown
  // An edge may still lie in a coarse cell below the value it belongs to, where cells are very narrow.
  return cellsAtEdges(summary, edgesOf(summary, starts))
}

/** The coarse cells that edges lie in: until they are known, rows may be counted on the wrong side. */
export function cellsAtEdges({ cells: { lo, hi } }: NumberSummary, edges: readonly number[]): number[] {
  const found: number[] = []
  for (const edge of edges) {
    const cell = bisectLeft(hi, edge)
    if (lo[cell] < hi[cell] && lo[cell] < edge) found.push(cell)
  }
  return found
}

/** The cells that edges may lie in, as far as the ends of the cells tell in which the values are that they belong to. O(cells). */
export function referenceAhead(summary: NumberSummary, leastRows: number): number[] {
  const { lo, hi } = summary.cells
  return cellsAtEdges(
    summary,
    referenceStarts(summary, leastRows).flatMap(({ cell, after }) =>
      after ? [] : [edgeBelow(lo[cell]), edgeBelow(hi[cell])],
    ),
  )
}

/** The ranks of the rows that begin cells, of so many: as `referenceStarts` has them. */
export function referenceRanks(all: number, target: Target | null, leastRows: number): number[] {
  const parts = Math.min(mostCells(target), Math.floor(all / leastRows))
  const ranks: number[] = []
  for (let part = 1; part < parts; part++) ranks.push(Math.round((part * all) / parts))
  return ranks
}

/**
 * The edges of the reference of a column: at most 96 cells of about equal rows, of at least `leastRows`. The values that cells begin with
 * must be known. O(cells).
 */
export function referenceEdges(summary: NumberSummary, leastRows: number): number[] {
  return edgesOf(summary, referenceStarts(summary, leastRows))
}

/** The cells behind values so common that the next cell begins after them, where those are not known exactly. */
export function cellsAfter({ cells: { lo, hi } }: NumberSummary, starts: readonly ReferenceStart[]): number[] {
  const found: number[] = []
  for (const { cell, after } of starts) if (after && lo[cell + 1] < hi[cell + 1]) found.push(cell + 1)
  return found
}

/** A number of few digits from `least` to `most`: files stay small. */
function shortNumber(least: number, most: number): number {
  if (least <= 0 && most >= 0) return 0
  const size = Math.max(Math.abs(least), Math.abs(most))
  // So many digits tell both ends apart, or nearly so.
  for (let digits = Math.max(1, Math.floor(ln(size / (most - least)) / Math.LN10)); digits <= 17; digits++) {
    const short = Number((least / 2 + most / 2).toPrecision(digits))
    if (short >= least && short <= most) return short
  }
  return most
}

/** The rows of a summary counted between given edges. A cell that reaches over an edge counts where it begins. O(cells). */
export function countReference(summary: NumberSummary, edges: readonly number[]): NumberReference {
  const { cells, target, weighted } = summary
  const starts = runStarts(cells.lo, edges, 'left')
  return { edges, ...cellCounts(tallyRuns(summary, starts), target, weighted) }
}

/** The reference of a category column: each of its commonest levels a cell, and one for the rest. O(levels · log levels). */
export function levelReferenceOf(summary: CategorySummary): LevelReference {
  const { levels, tallies, target } = summary
  const order = levels.map((_, level) => level).toSorted((a, b) => tallies.rows[b] - tallies.rows[a] || a - b)
  const most = mostCells(target)
  const own = order.length <= most ? order.length : most - 1
  const chosen = order.slice(0, own).toSorted((a, b) => a - b)
  return countLevels(
    summary,
    chosen.map((level) => levels[level]),
  )
}

/** The rows of a summary counted by given levels, and the rest where there is any. O(levels). */
export function countLevels(
  { levels, tallies, target, weighted }: CategorySummary,
  own: readonly string[],
): LevelReference {
  const cellOf = new Map(own.map((level, cell) => [level, cell]))
  const writer = new TallyWriter(own.length + (levels.length > own.length ? 1 : 0), tallies.channels)
  for (const [i, level] of levels.entries()) writer.addSlot(cellOf.get(level) ?? own.length, tallies, i)
  return { levels: own, ...cellCounts(writer.finish(), target, weighted) }
}

/** Tallies by column, as they are saved. */
export function cellCounts(tallies: Tallies, target: Target | null, weighted: boolean): CellCounts {
  const { rows, sums, channels } = tallies
  const every = (numbers: Float64Array, from: number, step: number): number[] => {
    const found: number[] = []
    for (let at = from; at < numbers.length; at += step) found.push(numbers[at])
    return found
  }
  return {
    counts: every(rows, 0, 1),
    ...(weighted ? { weights: Array.from(rows, (_, cell) => slotWeight(tallies, target, cell)) } : {}),
    ...(target?.kind === 'class' ? { classes: target.classes.map((_, c) => every(sums, c, channels)) } : {}),
    ...(target?.kind === 'numeric' ? { sums: every(sums, 1, channels), sumSquares: every(sums, 2, channels) } : {}),
  }
}
