import { clearlyLarger } from '../../util/numbers/ties.ts'
import { type CutRegions, cutRegions, type RangeCosts } from './cut-regions.ts'

export type { RangeCosts } from './cut-regions.ts'

/** Up to so many rows of the table are kept together instead of computing them again: enough for ten parts. */
const KEPT_ROWS = 9

/** The first and the last of some ends. */
type Range = readonly [number, number]

/** A row of the table for the cells where a part may start: what the cells from `first + i` on cost is `costs[i]`. */
interface Row {
  readonly first: number
  readonly costs: Float64Array
}

/** Among more ends than this it pays to look at a few first. */
const WIDE = 2000

/**
 * Cuts cells into `parts` parts of least total cost and gives the first cell of every part but the first.
 *
 * Of partitions that cost the same but for rounding, the one whose first cut lies leftmost; among those, the one whose
 * second cut does, and so on: a first cut counts as best if, with the best cuts to its right, the whole costs no more
 * than the least but for one part in 10^12. `parts` must be from 1 to the number of cells.
 *
 * First bounds tell where each cut can lie at all (cut-regions.ts), mostly a few cells in a hundred. Then a dynamic
 * program: row j holds what the cells from i on cost in j parts. The best first cut moves right as i does, so each row is
 * filled by halving (Grønlund et al. 2017). O(parts · cells · log cells) time, of the cells in those regions. Of the rows only the middle
 * one is kept while the upper half is walked, then the lower half is computed again for the cells that are left, and so
 * on in each half: O(cells · log parts) memory for at most twice the time where parts are alike.
 */
export function cheapestPartition(costs: RangeCosts, parts: number): number[] {
  const { size } = costs
  if (parts < 2) return []
  const regions = cutRegions(costs, parts)
  const search = new RowSearch(costs, regions, parts)
  const cuts: number[] = []

  /** Makes the cuts that lead from `high` parts to `low` from cell `start` on, given the row of `low` parts. */
  const walk = (high: number, low: number, lowRow: Row, start: number): number => {
    const row = (j: number, before: Row): Row => search.row(j, before, start + high - j)
    if (high - low <= KEPT_ROWS) {
      const rows = [lowRow]
      for (let j = low + 1; j < high; j++) rows.push(row(j, rows[rows.length - 1]))
      let at = start
      for (let j = high; j > low; j--) {
        at = search.leftmost(at, j, rows[j - 1 - low])
        cuts.push(at)
      }
      return at
    }
    const middle = (low + high) >> 1
    let middleRow = lowRow
    for (let j = low + 1; j <= middle; j++) middleRow = row(j, middleRow)
    const at = walk(high, middle, middleRow, start)
    return walk(middle, low, lowRow, at)
  }

  const first = regions.first[parts - 2]
  const onePart = new Float64Array(regions.last[parts - 2] - first + 1)
  for (let i = 0; i < onePart.length; i++) onePart[i] = costs.precise(first + i, size)
  walk(parts, 1, { first, costs: onePart }, 0)
  return cuts
}

/** Fills rows of the table and looks along one. */
class RowSearch {
  readonly #costs: RangeCosts
  readonly #regions: CutRegions
  readonly #parts: number
  readonly #two: Float64Array = new Float64Array(2)

  constructor(costs: RangeCosts, regions: CutRegions, parts: number) {
    this.#costs = costs
    this.#regions = regions
    this.#parts = parts
  }

  /** The row of j parts for the cells from `from` on, given the row of one part less. */
  row(j: number, before: Row, from: number): Row {
    const starts = this.#starts(j)
    const ends = this.#starts(j - 1)
    const first = Math.max(from, starts[0])
    const row = { first, costs: new Float64Array(starts[1] - first + 1) }
    const fill = (low: number, high: number, leftmost: number, rightmost: number): void => {
      const i = (low + high) >> 1
      const at = this.#cheapest(i, Math.max(leftmost, i + 1), rightmost, before)
      row.costs[i - first] = this.#costs.precise(i, at) + before.costs[at - before.first]
      if (low < i) fill(low, i - 1, leftmost, at)
      if (i < high) fill(i + 1, high, at, rightmost)
    }
    fill(first, starts[1], ends[0], ends[1])
    return row
  }

  /** Where the last j parts may start. */
  #starts(j: number): Range {
    const cut = this.#parts - j - 1
    return cut < 0 ? [0, 0] : [this.#regions.first[cut], this.#regions.last[cut]]
  }

  /** The leftmost end of a first part from cell i on that is best but for rounding, with j parts in all. */
  leftmost(i: number, j: number, { first: skip, costs: rest }: Row): number {
    const costs = this.#costs
    const [first, rightmost] = this.#starts(j - 1)
    const leftmost = Math.max(first, i + 1)
    const best = this.#cheapest(i, leftmost, rightmost, { first: skip, costs: rest })
    const least = costs.precise(i, best) + rest[best - skip]
    for (let end = leftmost; end < best; end++) {
      const lowest = costs.rough(i, end) - costs.blur[i] - costs.blur[end] + rest[end - skip]
      if (!clearlyLarger(lowest, least) && !clearlyLarger(costs.precise(i, end) + rest[end - skip], least)) return end
    }
    return best
  }

  /**
   * The end of the first part from cell i on, from `leftmost` to `rightmost`, for which this part and the best of the
   * rest cost least. Mostly rough costs tell; where several are too close, those are compared by precise ones.
   */
  #cheapest(i: number, leftmost: number, rightmost: number, before: Row): number {
    if (leftmost === rightmost) return leftmost
    const costs = this.#costs
    const { blur } = costs
    const slack = 2 * (blur[i] + Math.max(blur[leftmost], blur[rightmost]))
    const ends: Range =
      rightmost - leftmost > WIDE ? this.#narrow(i, [leftmost, rightmost], before, slack) : [leftmost, rightmost]
    const best = costs.cheapestEnd(i, ends[0], ends[1], before.costs, before.first, this.#two)
    const least = this.#two[0]
    const second = this.#two[1]
    return second - least > slack ? best : this.#compare(i, ends, before, least + slack)
  }

  /**
   * Fewer ends, the best among them. A longer first part costs more and leaves less: of a part of ends none costs less
   * than the first part up to its first end with the rest from its last end on.
   */
  #narrow(i: number, [from, to]: Range, before: Row, slack: number): Range {
    const costs = this.#costs
    const { first: skip, costs: rest } = before
    const step = Math.floor(Math.sqrt(to - from))
    let least = Infinity
    for (let end = from; end <= to; end += step) least = Math.min(least, costs.rough(i, end) + rest[end - skip])
    let first = to
    let last = from
    for (let end = from; end <= to; end += step) {
      const partEnd = Math.min(end + step - 1, to)
      if (costs.rough(i, end) + rest[partEnd - skip] > least + slack) continue
      first = Math.min(first, end)
      last = partEnd
    }
    const half = 2 * (last - first) < to - from
    return half && last - first > WIDE ? this.#narrow(i, [first, last], before, slack) : [first, last]
  }

  #compare(i: number, [leftmost, rightmost]: Range, { first: skip, costs: rest }: Row, bar: number): number {
    const costs = this.#costs
    let best = leftmost
    let least = Infinity
    for (let end = leftmost; end <= rightmost; end++) {
      if (costs.rough(i, end) + rest[end - skip] > bar) continue
      const total = costs.precise(i, end) + rest[end - skip]
      if (total < least) {
        least = total
        best = end
      }
    }
    return best
  }
}
