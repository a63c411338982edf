import { productError } from '../../util/numbers/exact-sum.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { RunningSquares } from '../../wasm/fast-running-squares.ts'
import type { ColumnView } from '../column-view.ts'
import type { RangeCosts } from './monge-partition.ts'
import { differenceError, runningSquares } from './running-squares.ts'
import { spreadTree } from './spread-tree.ts'

/** A cost of two doubles keeps 44 bits where it is at least this much of the blur of a cost of one. */
const TRUSTED = powerOfTwo(-6)

/**
 * The weighted squared distance of neighbouring cells to their mean, Σw(x − x̄)², for every range of cells in constant
 * time: Σwx² − (Σwx)²/Σw from running sums. That difference cancels where a range is narrow against its distance from
 * zero. So x counts from the middle cell, sums run outward from it (an outlier blurs nothing but itself), and they are
 * kept in two doubles each. A range narrower still is put together from a tree of its parts, where nothing cancels.
 *
 * Values and weights are first scaled by powers of two, so that nothing overflows; costs are in that scale. Distances
 * below 1e-270 of the range of the column are lost. There must be two cells or more. O(cells) to set up.
 */
export class SquaredDistances implements RangeCosts {
  readonly size: number
  readonly blur: Float64Array
  readonly #running: RunningSquares
  /** some of their arrays, at hand for the loop that takes all the time */
  readonly #below: Float64Array
  readonly #sums: Float64Array
  readonly #squares: Float64Array
  #tree: ((a: number, b: number) => number) | null = null

  constructor(view: ColumnView) {
    const running = runningSquares(view)
    this.size = view.size
    this.blur = running.blur
    this.#running = running
    this.#below = running.below
    this.#sums = running.sums
    this.#squares = running.squares
  }

  /** Ends the use of these costs, so that the next ones may have their memory. */
  release(): void {
    this.#running.release()
  }

  rough(a: number, b: number): number {
    const sum = this.#sums[b] - this.#sums[a]
    return this.#squares[b] - this.#squares[a] - (sum * sum) / (this.#below[b] - this.#below[a])
  }

  // oxlint-disable-next-line max-params -- called for every cell and number of parts: the loop of k-means
  cheapestEnd(i: number, from: number, to: number, rest: Float64Array, first: number, two: Float64Array): number {
    const sums = this.#sums
    const below = this.#below
    const squares = this.#squares
    const sumBelow = sums[i]
    const weightBelow = below[i]
    const squareBelow = squares[i]
    let best = from
    let least = Infinity
    let second = Infinity
    for (let end = from; end <= to; end++) {
      const sum = sums[end] - sumBelow
      const total = squares[end] - squareBelow - (sum * sum) / (below[end] - weightBelow) + rest[end - first]
      if (total < least) {
        second = least
        least = total
        best = end
      } else if (total < second) second = total
    }
    two[0] = least
    two[1] = second
    return best
  }

  /** s2 − s1²/w with s1 = q·w + r, so that only products of two doubles have to be exact. */
  precise(a: number, b: number): number {
    if (b - a < 2) return 0
    const weight = this.#below[b] - this.#below[a]
    const difference = this.#sums[b] - this.#sums[a]
    const { sumRests, squareRests } = this.#running
    const lost = differenceError(this.#sums[b], this.#sums[a], difference) + (sumRests[b] - sumRests[a])
    const sum = difference + lost
    const sumRest = lost - (sum - difference)
    const square = this.#squares[b] - this.#squares[a]
    const squareRest = differenceError(this.#squares[b], this.#squares[a], square) + (squareRests[b] - squareRests[a])
    const q = sum / weight
    const qw = q * weight
    const r = sum - qw - productError(q, weight, qw) + sumRest
    const qs = q * sum
    const cost = square - qs - productError(q, sum, qs) + (squareRest - q * sumRest - q * r)
    if (cost > TRUSTED * (this.blur[a] + this.blur[b])) return cost
    this.#tree ??= spreadTree(this.#running.values, this.#below)
    return this.#tree(a, b)
  }
}
