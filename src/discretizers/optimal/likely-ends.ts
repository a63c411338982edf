import { TIE } from '../../util/numbers/ties.ts'
import type { RoughScores } from './rough-scores.ts'

/** A binning that keeps all limits, as far as a search for a better one needs it. */
export interface Known {
  readonly score: number
  /** what a bin costs at most where all bins allowed are used: what the least of its cuts adds; else 0 */
  readonly price: number
}

/** Where bins that begin at each point may end: at the points firstEnd … lastEnd. */
export interface Ends {
  readonly firstEnd: Int32Array
  readonly lastEnd: Int32Array
}

/** What is asked of all bins together. */
export interface Wanted {
  readonly minBins: number
  readonly maxBins: number
  readonly tie: number
  /** whether any bins one after the other make a binning that keeps the limits, if they are not too few or too many */
  readonly free: boolean
}

/**
 * The ends without those of bins that are in no binning as good as the known one. With P the most that any bins tell up to
 * a point, and Q from a point on, a bin from a to b is in none that tells more than P(a) + score + Q(b). Every bin pays a
 * price, which is paid back for the most bins allowed: so binnings of more bins do not hide that a bin is poor. O(bins).
 */
export function likelyEnds(
  { firstEnd, lastEnd }: Ends,
  rough: RoughScores,
  { score: known, price: mostPrice }: Known,
  { minBins, maxBins, tie, free }: Wanted,
): Ends {
  const size = firstEnd.length - 1
  const rowStart = new Int32Array(size + 1)
  for (let from = 0; from < size; from++) {
    rowStart[from + 1] = rowStart[from] + Math.max(0, lastEnd[from] - firstEnd[from] + 1)
  }
  const scores = new Float64Array(rowStart[size])
  for (let from = 0; from < size; from++) {
    const row = scores.subarray(rowStart[from], rowStart[from + 1])
    if (row.length > 0) rough.write(from, firstEnd[from], lastEnd[from], row)
  }
  const rows = { firstEnd, scores, rowStart }
  const { after, price, path } = cheapest(rows, mostPrice, { minBins, maxBins })
  const floor = free ? Math.max(known, path - maxBins * rough.error) : known
  const before = new Float64Array(size + 1).fill(-Infinity)
  const least = floor - maxBins * (rough.error + price) + price - 2 * Math.max(tie, TIE * Math.abs(floor))
  const [firsts, lasts] = [firstEnd.slice(), lastEnd.slice()]
  before[0] = 0
  for (let from = 0; from < size; from++) {
    const [first, start, own] = [firstEnd[from], rowStart[from], before[from]]
    const count = rowStart[from + 1] - start
    let [low, high] = [count, -1]
    for (let i = 0; i < count; i++) {
      const sum = own + scores[start + i]
      if (sum - price > before[first + i]) before[first + i] = sum - price
      if (sum + after[first + i] < least) continue
      if (i < low) low = i
      high = i
    }
    firsts[from] = high < 0 ? size + 1 : first + low
    lasts[from] = high < 0 ? size : first + high
  }
  return { firstEnd: firsts, lastEnd: lasts }
}

/** The scores of bins from each point: to the point firstEnd[point] at rowStart[point], and on. */
interface Rows {
  readonly firstEnd: Int32Array
  readonly scores: Float64Array
  readonly rowStart: Int32Array
}

/** What bins tell at most from each point on when each pays a price, and the most told by a path of so many bins. */
interface Paid {
  readonly after: Float64Array
  readonly price: number
  readonly path: number
}

/** Parts of the highest price that are tried. */
const PRICES = [0.7, 0.5, 0.3]

/** The price by which the bound on all binnings is lowest; paths of all prices count. */
function cheapest(rows: Rows, mostPrice: number, bins: Pick<Wanted, 'minBins' | 'maxBins'>): Paid {
  const paid = (price: number): Paid => {
    const after = paidAfter(rows, price)
    return { after, price, path: pathOf(rows, after, price, bins) }
  }
  const bound = ({ after, price }: Paid): number => after[0] + price * bins.maxBins
  let best = paid(mostPrice)
  for (const part of mostPrice > 0 ? PRICES : []) {
    const next = paid(part * mostPrice)
    const path = Math.max(best.path, next.path)
    if (bound(next) > bound(best)) return { ...best, path }
    best = { ...next, path }
  }
  return best
}

function paidAfter({ firstEnd, scores, rowStart }: Rows, price: number): Float64Array {
  const size = firstEnd.length - 1
  const after = new Float64Array(size + 1).fill(-Infinity)
  after[size] = 0
  for (let from = size - 1; from >= 0; from--) {
    const skip = firstEnd[from] - rowStart[from]
    let best = -Infinity
    for (let at = rowStart[from]; at < rowStart[from + 1]; at++) {
      const sum = scores[at] + after[skip + at]
      if (sum > best) best = sum
    }
    after[from] = best - price
  }
  return after
}

/** What the path of the most paid tells; −Infinity where it has too few or too many bins, or there is none. */
function pathOf(
  { firstEnd, scores, rowStart }: Rows,
  after: Float64Array,
  price: number,
  { minBins, maxBins }: Pick<Wanted, 'minBins' | 'maxBins'>,
): number {
  const last = after.length - 1
  let [from, bins, sum] = [0, 0, 0]
  while (from < last) {
    let at = rowStart[from]
    while (at < rowStart[from + 1] && scores[at] + after[firstEnd[from] + at - rowStart[from]] - price < after[from])
      at++
    if (at === rowStart[from + 1] || ++bins > maxBins) return -Infinity
    sum += scores[at]
    from = firstEnd[from] + at - rowStart[from]
  }
  return bins < minBins ? -Infinity : sum
}
