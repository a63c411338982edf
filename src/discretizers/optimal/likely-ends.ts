import { writeTerms } from '../../util/numbers/fast-entropy.ts'
import { xLog2x } from '../../util/numbers/log2.ts'
import { TIE } from '../../util/numbers/ties.ts'
import type { Below, Parts } from './part-scores.ts'

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

/** Writes about what bins from a point to the points first … last score; how wrong each may be at most. */
export interface RoughScores {
  readonly error: number
  readonly write: (from: number, first: number, last: number, into: Float64Array) => void
}

/**
 * The ends without those of bins that are in no binning as good as the known one. With P the most that any bins tell up to
 * a point, and Q from a point on, a bin from a to b is in none that tells more than P(a) + score + Q(b). Every bin pays a
 * price, which is paid back for the most bins allowed: so binnings of more bins do not hide that a bin is poor. O(bins).
 */
export function likelyEnds(
  { firstEnd, lastEnd }: Ends,
  rough: RoughScores,
  { score: floor, price: mostPrice }: Known,
  { maxBins, tie }: { readonly maxBins: number; readonly tie: number },
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
  const { after, price } = cheapest({ firstEnd, lastEnd }, { scores, rowStart }, mostPrice, maxBins)
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

/** The scores of bins, those from a point at rowStart[point] and on. */
interface Rows {
  readonly scores: Float64Array
  readonly rowStart: Int32Array
}

/** Parts of the highest price that are tried. */
const PRICES = [1, 0.7, 0.5, 0.3]

/** The price by which the bound on all binnings is lowest, and what bins tell at most from each point on, paid. */
function cheapest(ends: Ends, rows: Rows, mostPrice: number, maxBins: number): { after: Float64Array; price: number } {
  let best = { after: paidAfter(ends, rows, mostPrice), price: mostPrice }
  for (const part of mostPrice > 0 ? PRICES.slice(1) : []) {
    const [price, after] = [part * mostPrice, paidAfter(ends, rows, part * mostPrice)]
    if (after[0] + price * maxBins > best.after[0] + best.price * maxBins) break
    best = { after, price }
  }
  return best
}

function paidAfter({ firstEnd }: Ends, { scores, rowStart }: Rows, price: number): Float64Array {
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

/** About what bins between boundaries tell of two classes of whole counts; null for other scores. */
export function roughInformation({ measure, plane }: Pick<Parts, 'measure' | 'plane'>): RoughScores | null {
  return measure === 'information' && plane?.below?.whole === true ? roughOf(plane.below) : null
}

function roughOf({ weight, height }: Below): RoughScores {
  const points = weight.length
  const counts = new Int32Array(3 * points)
  const terms = new Float64Array(3 * points)
  const all = Int32Array.from(weight)
  const events = Int32Array.from(height)
  return {
    // Three terms, each wrong by at most 1e-11 of itself.
    error: 4e-11 * xLog2x(weight[points - 1]),
    write(from, first, last, into) {
      const many = last - first + 1
      const [w, h] = [all[from], events[from]]
      for (let i = 0; i < many; i++) {
        const wide = all[first + i] - w
        const part = events[first + i] - h
        counts[i] = part
        counts[many + i] = wide - part
        counts[2 * many + i] = wide
      }
      writeTerms(counts.subarray(0, 3 * many), terms)
      for (let i = 0; i < many; i++) into[i] = terms[i] + terms[many + i] - terms[2 * many + i]
    },
  }
}
