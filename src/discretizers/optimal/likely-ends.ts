import { TIE } from '../../util/numbers/ties.ts'
import { type Ends, fastBinRows, type FastBinRows } from '../../wasm/fast-bin-rows.ts'
import type { RoughScores } from './parts/rough-scores.ts'

/** A binning that keeps all limits, as far as a search for a better one needs it. */
export interface Known {
  readonly score: number
  /** what a bin costs at most where all bins allowed are used: what the least of its cuts adds; else 0 */
  readonly price: number
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
  ends: Ends,
  rough: RoughScores,
  { score: known, price: mostPrice }: Known,
  { minBins, maxBins, tie, free }: Wanted,
): Ends {
  const { rows, fast, error } = roughRows(ends, rough, maxBins)
  const { which, price, path } = cheapest(rows, mostPrice, { minBins, maxBins })
  const floor = free ? Math.max(known, path - maxBins * error) : known
  const least = floor - maxBins * (error + price) + price - 2 * Math.max(tie, TIE * Math.abs(floor))
  let likely = rows.likely(which, price, least)
  if (fast !== null && countBins(likely) > MANY_BINS) {
    // Where prices leave many, numbers of bins are looked at one by one.
    fast.keep(likely)
    likely = fast.likelyOf(PRICES.length + 1, maxBins, (after) => {
      const told = Math.max(...after.slice(minBins).map((layer) => layer[0]))
      const most = free ? Math.max(floor, told - maxBins * error) : floor
      return most - maxBins * error - 2 * Math.max(tie, TIE * Math.abs(most))
    })
  }
  rows.release()
  const last = ends.firstEnd.length - 1
  likely.firstEnd[last] = ends.firstEnd[last]
  likely.lastEnd[last] = ends.lastEnd[last]
  return likely
}

/** From so many points on, WebAssembly pays. */
const MANY_POINTS = 100

/** So many bins are worth another look. */
const MANY_BINS = 20_000

function countBins({ firstEnd, lastEnd }: Ends): number {
  let bins = 0
  for (let from = 0; from < firstEnd.length - 1; from++) bins += Math.max(0, lastEnd[from] - firstEnd[from] + 1)
  return bins
}

/** All bins with their rough scores, in WebAssembly where it can be had, and how wrong each may be at most. */
function roughRows(
  ends: Ends,
  rough: RoughScores,
  maxBins: number,
): { readonly rows: PaidRows; readonly fast: FastBinRows | null; readonly error: number } {
  const layers = 1 + PRICES.length + 2 * (maxBins + 1)
  const fast = ends.firstEnd.length < MANY_POINTS ? null : fastBinRows(ends, layers)
  if (fast === null) {
    const rows = new PlainBinRows(ends)
    rows.scoreRoughly(rough)
    mend(rows, rough)
    return { rows, fast: null, error: rough.error }
  }
  fast.scoreRoughly(rough, rough.measure)
  mend(fast, rough)
  return { rows: fast, fast, error: rough.fastError }
}

function mend({ scores, firstEnd, starts, stops }: PaidRows, { mend: by }: RoughScores): void {
  if (by === null) return
  for (let from = 0; from < firstEnd.length - 1; from++) {
    by.mend(from, firstEnd[from], scores, { start: starts[from], stop: stops[from] })
  }
}

/** Which list says what bins tell at most from each point on when each pays a price, and the most told by a path of so many bins. */
interface Paid {
  readonly which: number
  readonly after: Float64Array
  readonly price: number
  readonly path: number
}

/** Parts of the highest price that are tried. */
const PRICES = [0.7, 0.5, 0.3]

/** The price by which the bound on all binnings is lowest; paths of all prices count. */
function cheapest(rows: PaidRows, mostPrice: number, bins: Pick<Wanted, 'minBins' | 'maxBins'>): Paid {
  const paid = (which: number, price: number): Paid => {
    const after = rows.after(which, price)
    return { which, after, price, path: pathOf(rows, after, price, bins) }
  }
  const bound = ({ after, price }: Paid): number => after[0] + price * bins.maxBins
  let best = paid(0, mostPrice)
  for (const [i, part] of mostPrice > 0 ? PRICES.entries() : []) {
    const next = paid(i + 1, part * mostPrice)
    const path = Math.max(best.path, next.path)
    if (bound(next) > bound(best)) return { ...best, path }
    best = { ...next, path }
  }
  return best
}

/** What the path of the most paid tells; −Infinity where it has too few or too many bins, or there is none. */
function pathOf(
  { firstEnd, scores, starts, stops }: PaidRows,
  after: Float64Array,
  price: number,
  { minBins, maxBins }: Pick<Wanted, 'minBins' | 'maxBins'>,
): number {
  const last = after.length - 1
  let [from, bins, sum] = [0, 0, 0]
  while (from < last) {
    const [start, stop, first] = [starts[from], stops[from], firstEnd[from]]
    let at = start
    while (at < stop && scores[at] + after[first + at - start] - price < after[from]) at++
    if (at === stop || ++bins > maxBins) return -Infinity
    sum += scores[at]
    from = first + at - start
  }
  return bins < minBins ? -Infinity : sum
}

/** The bins between points, a row of scores for each, and what the best ways over them tell when every bin pays a price. */
type PaidRows = Pick<FastBinRows, 'scores' | 'firstEnd' | 'starts' | 'stops' | 'after' | 'likely' | 'release'>

/** What `FastBinRows` does, without WebAssembly. */
class PlainBinRows implements PaidRows {
  readonly scores: Float64Array
  readonly firstEnd: Int32Array
  readonly starts: Int32Array
  readonly stops: Int32Array
  readonly #after: Float64Array[] = []

  constructor({ firstEnd, lastEnd }: Ends) {
    const size = firstEnd.length - 1
    this.firstEnd = firstEnd
    this.starts = new Int32Array(size)
    this.stops = new Int32Array(size)
    let start = 0
    for (let from = 0; from < size; from++) {
      this.starts[from] = start
      start += Math.max(0, lastEnd[from] - firstEnd[from] + 1)
      this.stops[from] = start
    }
    this.scores = new Float64Array(start)
  }

  scoreRoughly({ write }: RoughScores): void {
    for (const [from, start] of this.starts.entries()) {
      const stop = this.stops[from]
      const first = this.firstEnd[from]
      if (stop > start) write(from, first, first + stop - start - 1, this.scores.subarray(start, stop))
    }
  }

  after(which: number, price: number): Float64Array {
    const { firstEnd, scores, starts, stops } = this
    const size = starts.length
    const after = new Float64Array(size + 1)
    for (let from = size - 1; from >= 0; from--) {
      const skip = firstEnd[from] - starts[from]
      let best = -Infinity
      for (let at = starts[from]; at < stops[from]; at++) {
        const sum = scores[at] + after[skip + at]
        if (sum > best) best = sum
      }
      after[from] = best - price
    }
    this.#after[which] = after
    return after
  }

  likely(which: number, price: number, least: number): Ends {
    const { scores, starts, stops } = this
    const after = this.#after[which]
    const size = starts.length
    const before = new Float64Array(size + 1).fill(-Infinity)
    const [firstEnd, lastEnd] = [new Int32Array(size + 1), new Int32Array(size + 1)]
    before[0] = 0
    for (let from = 0; from < size; from++) {
      const [first, start, own] = [this.firstEnd[from], starts[from], before[from]]
      const count = stops[from] - start
      let [low, high] = [count, -1]
      for (let i = 0; i < count; i++) {
        const sum = own + scores[start + i]
        if (sum - price > before[first + i]) before[first + i] = sum - price
        if (sum + after[first + i] < least) continue
        if (i < low) low = i
        high = i
      }
      firstEnd[from] = high < 0 ? size + 1 : first + low
      lastEnd[from] = high < 0 ? size : first + high
    }
    return { firstEnd, lastEnd }
  }

  release(): void {
    this.#after.length = 0
  }
}
