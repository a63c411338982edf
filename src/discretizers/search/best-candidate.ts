import { clearlyLarger } from '../../util/numbers/ties.ts'
import { LEAF, type CandidateBounds, candidateBounds, type RunningSums } from './candidate-bounds.ts'

/**
 * What a bin is worth, from n²/total of each class in it: the class with the most rows alone (`largest`), or all classes
 * added up, each divided by the rows of that class in the column (`all`). Both are convex and grow by cutting.
 */
export type Worth = 'largest' | 'all'

/** Differences below this part of what is subtracted are rounding. */
const ROUNDING = 1e-12
/** A bound is only trusted by this much more than itself. */
const SLACK = 1 + 1e-9

/**
 * Finds where a part of blocks is cut best: where its two parts are worth most. Answers are read from the fields.
 * Leftmost on a tie. O(blocks · classes) to set up; then a search looks only at the parts of a part whose bound is as
 * good as the second best candidate found, which for random or regular classes are few (see candidate-bounds.ts).
 */
export class BestCandidate {
  /** the cut lies before this block; −1 where there is no candidate */
  at = -1
  /** what cutting there adds to the worth */
  gain: number = -Infinity
  /** the same for the next best candidate */
  nextAt = -1
  nextGain: number = -Infinity

  readonly #worth: Worth
  readonly #running: RunningSums
  readonly #bounds: CandidateBounds | null
  /** what a class's n² is multiplied by */
  readonly #factors: Float64Array
  /** the part searched: its first and last block, class sums and total, the class with the most rows */
  #from = 0
  #to = 0
  #total = 0
  #major = 0
  readonly #counts: Float64Array
  /** the two largest gains so far, what may be passed over, and the candidates that may not */
  #first = -1
  #second = -1
  #limit = -1
  #kept = 0
  readonly #candidates: number[] = []
  readonly #gains: number[] = []

  constructor(running: RunningSums, worth: Worth) {
    const { size, width } = running
    this.#worth = worth
    this.#running = running
    this.#bounds = size > 2 * LEAF ? candidateBounds(running) : null
    this.#factors = new Float64Array(width)
    this.#counts = new Float64Array(width)
    for (let c = 0; c < width; c++) {
      const all = running.sums[size * width + c]
      this.#factors[c] = all === 0 ? 0 : worth === 'all' ? 1 / all : running.unit
    }
  }

  /** Looks for the best candidate strictly between two blocks: the parts are from … at − 1 and at … to − 1. */
  find(from: number, to: number): void {
    this.#enter(from, to)
    // Half of all parts, where a column is cut to pieces, have one candidate.
    if (to - from === 2) {
      this.at = from + 1
      this.gain = this.#gainAt(from + 1)
      this.nextAt = -1
      this.nextGain = -Infinity
      return
    }
    if (this.#bounds === null || to - from <= 2 * LEAF) this.#scan(from + 1, to - 1)
    else this.#visit(this.#bounds, 1, 0, this.#bounds.leaves * LEAF)
    this.#settle()
  }

  /** What each candidate strictly between two blocks adds, from the left. O(blocks · classes). */
  gains(from: number, to: number): number[] {
    this.#enter(from, to)
    return Array.from({ length: Math.max(0, to - from - 1) }, (_, i) => this.#gainAt(from + 1 + i))
  }

  #gainAt(candidate: number): number {
    return this.#worth === 'all' ? this.#gainOfAll(candidate) : this.#gainOfLargest(candidate)
  }

  /** Makes a part the one that is searched. */
  #enter(from: number, to: number): void {
    const { width, sums, totals } = this.#running
    this.#from = from
    this.#to = to
    this.#total = totals[to] - totals[from]
    this.#major = 0
    for (let c = 0; c < width; c++) {
      this.#counts[c] = sums[to * width + c] - sums[from * width + c]
      if (this.#counts[c] > this.#counts[this.#major]) this.#major = c
    }
    this.#first = this.#second = this.#limit = -1
    this.#kept = 0
  }

  /** Looks at every candidate from `first` to `last`. */
  #scan(first: number, last: number): void {
    for (let candidate = first; candidate <= last; candidate++) {
      const gain = this.#gainAt(candidate)
      if (gain < this.#limit) continue
      this.#candidates[this.#kept] = candidate
      this.#gains[this.#kept++] = gain
      if (gain > this.#first) {
        this.#second = this.#first
        this.#first = gain
      } else if (gain > this.#second) this.#second = gain
      this.#limit = this.#second < 0 ? -1 : this.#second * (1 - 2 * ROUNDING)
    }
  }

  /** Looks at the candidates after `from` and up to `to`, which node covers, the more promising half first. */
  #visit(bounds: CandidateBounds, node: number, from: number, to: number): void {
    if (to - from === LEAF) {
      this.#scan(Math.max(from, this.#from) + 1, Math.min(to, this.#to - 1))
      return
    }
    const middle = (from + to) / 2
    const left = this.#bound(bounds, 2 * node, from, middle)
    const right = this.#bound(bounds, 2 * node + 1, middle, to)
    // A bound that is no number, as beside the ends, passes nothing over.
    if (right > left) {
      this.#visit(bounds, 2 * node + 1, middle, to)
      if (!(left < this.#limit)) this.#visit(bounds, 2 * node, from, middle)
    } else {
      if (!(left < this.#limit)) this.#visit(bounds, 2 * node, from, middle)
      if (!(right < this.#limit)) this.#visit(bounds, 2 * node + 1, middle, to)
    }
  }

  /** A gain that no candidate of the node exceeds; −Infinity where none of them is in the part. */
  #bound(bounds: CandidateBounds, node: number, from: number, to: number): number {
    if (to <= this.#from || from >= this.#to - 1) return -Infinity
    if (from < this.#from || to > this.#to) return Infinity
    const start = this.#boundAt(bounds, node, from)
    const end = this.#boundAt(bounds, node, to)
    return (start > end ? start : end) * SLACK
  }

  /** The largest gain there could be at one end of a node if the path were moved to either side of its chord. */
  #boundAt({ below, above }: CandidateBounds, node: number, candidate: number): number {
    const { width, sums, totals } = this.#running
    const from = this.#from
    const total = this.#total
    const counts = this.#counts
    const left = totals[candidate] - totals[from]
    const right = total - left
    let sum = 0
    let mostLeft = 0
    let mostRight = 0
    for (let c = 0; c < width; c++) {
      const inLeft = sums[candidate * width + c] - sums[from * width + c]
      const low = below[node * width + c]
      const high = above[node * width + c]
      if (this.#worth === 'all') {
        const difference = inLeft * total - counts[c] * left
        const most = Math.max(Math.abs(difference + low * total), Math.abs(difference + high * total))
        sum += most * most * this.#factors[c]
      } else {
        mostLeft = Math.max(mostLeft, inLeft + high)
        mostRight = Math.max(mostRight, counts[c] - inLeft - low)
      }
    }
    if (this.#worth === 'all') return sum / (left * right * total)
    const whole = (counts[this.#major] * counts[this.#major]) / total
    const parts = (mostLeft * mostLeft) / left + (mostRight * mostRight) / right
    return (parts - whole + parts * ROUNDING) * this.#factors[this.#major]
  }

  /** Σ over classes of factor · (n·total − …)², which is the sum of the two parts less the whole, without cancellation. */
  #gainOfAll(candidate: number): number {
    const { width, sums, totals } = this.#running
    const from = this.#from
    const total = this.#total
    const counts = this.#counts
    const factors = this.#factors
    const left = totals[candidate] - totals[from]
    let sum = 0
    for (let c = 0; c < width; c++) {
      const even = counts[c] * left
      const difference = (sums[candidate * width + c] - sums[from * width + c]) * total - even
      if (Math.abs(difference) > ROUNDING * even) sum += difference * difference * factors[c]
    }
    return sum / (left * (total - left) * total)
  }

  /** The largest class of each part less that of the whole, taken apart so that nothing cancels. */
  #gainOfLargest(candidate: number): number {
    const { width, sums, totals } = this.#running
    const from = this.#from
    const total = this.#total
    const counts = this.#counts
    const major = this.#major
    const left = totals[candidate] - totals[from]
    const right = total - left
    let mostLeft = 0
    let mostRight = 0
    for (let c = 0; c < width; c++) {
      const inLeft = sums[candidate * width + c] - sums[from * width + c]
      if (inLeft > mostLeft) mostLeft = inLeft
      if (counts[c] - inLeft > mostRight) mostRight = counts[c] - inLeft
    }
    const ownLeft = sums[candidate * width + major] - sums[from * width + major]
    const ownRight = counts[major] - ownLeft
    const even = counts[major] * left
    const difference = ownLeft * total - even
    const shift = Math.abs(difference) > ROUNDING * even ? (difference * difference) / (left * right * total) : 0
    const other =
      ((mostLeft - ownLeft) * (mostLeft + ownLeft)) / left + ((mostRight - ownRight) * (mostRight + ownRight)) / right
    return (shift + other) * this.#factors[major]
  }

  /** Takes the leftmost of the candidates that are as good as the best, and the same once more without it. */
  #settle(): void {
    const best = this.#leftmost(-1)
    this.at = best < 0 ? -1 : this.#candidates[best]
    this.gain = best < 0 ? -Infinity : this.#gains[best]
    const next = this.#leftmost(best)
    this.nextAt = next < 0 ? -1 : this.#candidates[next]
    this.nextGain = next < 0 ? -Infinity : this.#gains[next]
  }

  /** Which of the candidates kept is leftmost among the best, one of them left out; −1 where there is none. */
  #leftmost(without: number): number {
    let most = -Infinity
    for (let i = 0; i < this.#kept; i++) if (i !== without && this.#gains[i] > most) most = this.#gains[i]
    let found = -1
    for (let i = 0; i < this.#kept; i++) {
      if (i === without || clearlyLarger(most, this.#gains[i])) continue
      if (found < 0 || this.#candidates[i] < this.#candidates[found]) found = i
    }
    return found
  }
}
