import type { Closed } from '../types.ts'
import { bisectLeft, bisectRight } from '../util/bisect.ts'
import type { Counted, NumberBin, NumberColumn } from './binning.ts'
import { addCounted, zeroLike } from './counted.ts'
import { wordsOf } from './dates.ts'
import { binLabels } from './labels.ts'

/** The parts of an old bin that fall into new ones: which, and what share of its rows, in ascending order. */
interface Piece {
  readonly bin: number
  readonly share: number
  readonly lo: number
  readonly hi: number
}

/**
 * The counts of new bins made from those of the old ones. Exact as long as no new cut falls between the smallest and the
 * largest value of an old bin; there the rows are taken to be spread evenly, and totals are kept. O(bins · log cuts).
 */
export function regroupBins(column: NumberColumn, cuts: readonly number[]): { bins: NumberBin[]; exact: boolean } {
  const { closed } = column
  const parts: { counted: Counted; lo: number; hi: number; median: number | null }[][] = Array.from(
    { length: cuts.length + 1 },
    () => [],
  )
  let exact = true
  for (const old of column.bins) {
    const pieces = piecesOf(old, cuts, closed)
    if (pieces.length > 1) exact = false
    const median = pieces.length === 1 ? old.median : null
    splitCounted(old, pieces).forEach((counted, i) =>
      parts[pieces[i].bin].push({ counted, lo: pieces[i].lo, hi: pieces[i].hi, median }),
    )
  }
  const empty = zeroLike(column.bins[0])
  const seen = parts.map((list) => ({
    lo: list.length === 0 ? null : list[0].lo,
    hi: list.at(-1)?.hi ?? null,
    median: list.length === 1 ? list[0].median : null,
  }))
  const labels = binLabels(cuts, closed, seen, wordsOf(column.kind))
  const bins = parts.map((list, i) => ({
    label: labels[i],
    ...list.map((part) => part.counted).reduce(addCounted, empty),
    ...seen[i],
  }))
  return { bins, exact }
}

function piecesOf({ lo, hi, count }: NumberBin, cuts: readonly number[], closed: Closed): Piece[] {
  if (lo === null || hi === null || count === 0) return []
  const slot = (x: number): number => (closed === 'left' ? bisectRight(cuts, x) : bisectLeft(cuts, x))
  const [first, last] = [slot(lo), slot(hi)]
  if (first === last) return [{ bin: first, share: 1, lo, hi }]
  const inside = cuts.slice(first, last)
  const ends = [Number.isFinite(lo) ? lo : inside[0], ...inside, Number.isFinite(hi) ? hi : inside[inside.length - 1]]
  const span = ends[ends.length - 1] - ends[0]
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    bin: first + i,
    share: span > 0 ? (ends[i + 1] - ends[i]) / span : 1 / (last - first + 1),
    lo: i === 0 ? lo : ends[i],
    hi: i === last - first ? hi : ends[i + 1],
  }))
}

/** Shares a bin out among its pieces; whole counts stay whole, and nothing is lost or made. */
function splitCounted(old: Counted, pieces: readonly Piece[]): Counted[] {
  if (pieces.length === 1) return [old]
  const amount = (total: number, whole: boolean): number[] => {
    let share = 0
    let given = 0
    return pieces.map((piece, i) => {
      share += piece.share
      const upTo = i === pieces.length - 1 ? total : whole ? Math.round(total * share) : total * share
      const part = upTo - given
      given = upTo
      return part
    })
  }
  const classes = old.classes?.map((count) => amount(count, old.weight === undefined))
  const counts = classes !== undefined && old.weight === undefined ? null : amount(old.count, true)
  const weights = old.weight === undefined ? null : amount(old.weight, false)
  const sums = old.sum === undefined ? null : amount(old.sum, false)
  const squares = old.sumSquares === undefined ? null : amount(old.sumSquares, false)
  return pieces.map((_, i) => ({
    count: counts === null ? classes!.reduce((sum, parts) => sum + parts[i], 0) : counts[i],
    ...(weights === null ? {} : { weight: weights[i] }),
    ...(classes === undefined ? {} : { classes: classes.map((parts) => parts[i]) }),
    ...(sums === null || squares === null ? {} : { sum: sums[i], sumSquares: squares[i] }),
  }))
}
