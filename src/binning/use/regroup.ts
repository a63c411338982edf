import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { nextDown, nextUp } from '../../util/numbers/doubles.ts'
import type { Counted, NumberBin, NumberColumn, Shape } from '../binning.ts'
import { addCounted, zeroLike } from '../count-bins.ts'
import { binLabels, wordsOf } from '../labels.ts'

/** A piece of an old bin that falls into one of the new ones: which, with what share of the rows, from where to where. */
interface Piece {
  readonly bin: number
  readonly share: number
  readonly lo: number
  readonly hi: number
}

/**
 * The counts of new bins made from those of the old ones. Exact as long as no new cut falls between the smallest and the
 * largest value of an old bin; there the rows are taken to be spread as the saved shape says, or evenly, and totals are
 * kept. O(bins · log cuts).
 */
export function regroupBins(column: NumberColumn, cuts: readonly number[]): { bins: NumberBin[]; exact: boolean } {
  const { closed } = column
  const held: { counted: Counted; lo: number; hi: number; median: number | null }[][] = Array.from(
    { length: cuts.length + 1 },
    () => [],
  )
  let exact = true
  for (const old of column.bins) {
    const pieces = piecesOf(old, cuts, column)
    if (pieces.length > 1) exact = false
    const median = pieces.length === 1 ? old.median : null
    for (const [i, counted] of splitCounted(
      old,
      pieces.map(({ share }) => share),
    ).entries()) {
      const { bin, lo, hi } = pieces[i]
      if (counted.count > 0) held[bin].push({ counted, lo, hi, median })
    }
  }
  const empty = zeroLike(column.bins[0])
  const seen = held.map((list) => ({
    lo: list.length === 0 ? null : list[0].lo,
    hi: list.at(-1)?.hi ?? null,
    median: list.length === 1 ? list[0].median : null,
  }))
  const labels = binLabels(cuts, closed, seen, wordsOf(column.kind))
  const bins = held.map((list, i) => ({
    label: labels[i],
    ...list.map(({ counted }) => counted).reduce(addCounted, empty),
    ...seen[i],
  }))
  return { bins, exact }
}

function piecesOf({ lo, hi, count }: NumberBin, cuts: readonly number[], column: NumberColumn): Piece[] {
  const { closed, range, shape } = column
  if (lo === null || hi === null || count === 0) return []
  const slot = (x: number): number => (closed === 'left' ? bisectRight(cuts, x) : bisectLeft(cuts, x))
  const [first, last] = [slot(lo), slot(hi)]
  if (first === last) return [{ bin: first, share: 1, lo, hi }]
  const inside = cuts.slice(first, last)
  const [min, max] = range ?? [inside[0], inside[inside.length - 1]]
  const ends = [
    Math.min(Math.max(lo, min), inside[0]),
    ...inside,
    Math.max(Math.min(hi, max), inside[inside.length - 1]),
  ]
  const shares = sharesOf(ends, shape)
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    bin: first + i,
    share: shares[i],
    // The ends of a piece are values of its own bin.
    lo: i === 0 ? lo : closed === 'left' ? ends[i] : nextUp(ends[i]),
    hi: i === last - first ? hi : closed === 'left' ? nextDown(ends[i + 1]) : ends[i + 1],
  }))
}

/** What share of the rows between the first and the last end lies between neighbouring ends, as the shape or the width says. */
function sharesOf(ends: readonly number[], shape: Shape | null): number[] {
  const rows = ends.slice(1).map((end, i) => (shape === null ? 0 : rowsBetween(shape, ends[i], end)))
  const all = rows.reduce((sum, own) => sum + own, 0)
  if (all > 0) return rows.map((own) => own / all)
  // Halved, so that the widest bin does not overflow.
  const span = ends[ends.length - 1] / 2 - ends[0] / 2
  return ends.slice(1).map((end, i) => (span > 0 ? (end / 2 - ends[i] / 2) / span : 1 / (ends.length - 1)))
}

/** Rows of a shape between two values, those of a cell taken to be spread evenly over it. */
function rowsBetween({ from, to, counts }: Shape, low: number, high: number): number {
  const width = (to - from) / counts.length
  return counts.reduce((sum, count, i) => {
    const [start, end] = [from + i * width, from + (i + 1) * width]
    const overlap = Math.min(high, end) - Math.max(low, start)
    return overlap > 0 && width > 0 ? sum + count * Math.min(1, overlap / width) : sum
  }, 0)
}

/** Shares a bin out among pieces of it; whole counts stay whole, and nothing is lost or made. */
export function splitCounted(
  old: Counted,
  shares: readonly number[],
  { ends = true }: { readonly ends?: boolean } = {},
): Counted[] {
  if (shares.length === 1) return [old]
  const { count, weight, classes, sum, sumSquares } = old
  const shared = shareOut(count, shares, true)
  const rows = ends ? leaveEnds(shared) : shared
  const byRows = rows.map((own) => (count === 0 ? 0 : own / count))
  const weights = weight === undefined ? rows : shareOut(weight, byRows, false)
  const byClass =
    classes === undefined || weight === undefined
      ? classes && shareClasses(classes, rows)
      : classes.map((amount) => shareOut(amount, byRows, false))
  return shares.map((_, i) => ({
    count: rows[i],
    ...(weight === undefined ? {} : { weight: weights[i] }),
    ...(byClass === undefined ? {} : { classes: byClass.map((counts) => counts[i]) }),
    // In proportion to the rows: the mean of the bin is the best guess for each piece.
    ...(sum === undefined || sumSquares === undefined
      ? {}
      : { sum: sum * byRows[i], sumSquares: sumSquares * byRows[i] }),
  }))
}

/** An amount divided by the given shares; the last piece takes what rounding leaves. */
function shareOut(amount: number, shares: readonly number[], whole: boolean): number[] {
  let share = 0
  let given = 0
  return shares.map((own, i) => {
    share += own
    const upTo = i === shares.length - 1 ? amount : whole ? Math.round(amount * share) : amount * share
    const piece = upTo - given
    given = upTo
    return piece
  })
}

/**
 * Whole class counts shared out so that every piece has the rows it should: what is left of each class in proportion,
 * rounded down, and the rows still lacking from the classes that rounding took most from.
 */
function shareClasses(classes: readonly number[], rows: readonly number[]): number[][] {
  const left = [...classes]
  const pieces: number[][] = classes.map(() => [])
  for (const wanted of rows) {
    const total = left.reduce((sum, amount) => sum + amount, 0)
    const exact = left.map((amount) => (total === 0 ? 0 : (amount * wanted) / total))
    const given = exact.map(Math.floor)
    let lacking = wanted - given.reduce((sum, amount) => sum + amount, 0)
    const byLoss = exact.map((amount, c) => ({ c, lost: amount - given[c] })).toSorted((a, b) => b.lost - a.lost)
    for (const { c } of byLoss) {
      if (lacking > 0 && given[c] < left[c]) {
        given[c]++
        lacking--
      }
    }
    for (const [c, amount] of given.entries()) {
      pieces[c].push(amount)
      left[c] -= amount
    }
  }
  return pieces
}

/** The smallest and the largest value of a bin lie in its first and last piece, so each of them holds a row. */
function leaveEnds(rows: readonly number[]): number[] {
  const left = [...rows]
  for (const end of [0, left.length - 1]) {
    if (left[end] >= 1) continue
    left[left.indexOf(Math.max(...left))]--
    left[end]++
  }
  return left
}
