import { productError } from '../../util/numbers/exact-sum.ts'
import { powerOfTwo } from '../../util/numbers/doubles.ts'
import type { ColumnView } from '../column-view.ts'
import type { RangeCosts } from './monge-partition.ts'
import { spreadTree } from './spread-tree.ts'

/** Values are scaled so that their range is about 2^400, whose square is far from both ends of what doubles hold. */
const SPAN_EXPONENT = 400

/** Half the distance from 1 to the next double, times a factor that covers every rounding in a rough cost. */
const BLUR = 16 * powerOfTwo(-53)

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
  readonly #values: Float64Array
  /** weight of the cells before each cell, and of all */
  readonly #below: Float64Array
  readonly #sum: PairedSums
  readonly #square: PairedSums
  /** the arrays of the two, at hand for the loop that takes all the time */
  readonly #sums: Float64Array
  readonly #squares: Float64Array
  #tree: ((a: number, b: number) => number) | null = null

  constructor({ size, lo, hi, weights, total }: ColumnView) {
    this.size = size
    const span = hi[size - 1] - lo[0]
    const [grow, growOn] = Number.isFinite(span)
      ? factorsTo(span, SPAN_EXPONENT)
      : factorsTo(hi[size - 1] / 4 - lo[0] / 4, SPAN_EXPONENT - 2)
    const [weigh, weighOn] = factorsTo(total, 0)
    const values = new Float64Array(size)
    const below = new Float64Array(size + 1)
    for (let i = 0; i < size; i++) {
      values[i] = (lo[i] === hi[i] ? lo[i] : lo[i] / 2 + hi[i] / 2) * grow * growOn
      below[i + 1] = below[i] + weights[i] * weigh * weighOn
    }
    this.#values = values
    this.#below = below
    this.#sum = pairedSums(size + 1)
    this.#square = pairedSums(size + 1)
    this.#sums = this.#sum.sums
    this.#squares = this.#square.sums
    this.blur = new Float64Array(size + 1)
    const middle = size >> 1
    this.#addUp(middle, size, 1)
    this.#addUp(middle, 0, -1)
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
    const { rests: sumRests } = this.#sum
    const { rests: squareRests } = this.#square
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
    this.#tree ??= spreadTree(this.#values, this.#below)
    return this.#tree(a, b)
  }

  /**
   * Σw(x − c) and Σw(x − c)² at the ends of cells, c the value of the middle cell: from there to `end`, a cell a step.
   * Negative to the left of it. One loop over plain numbers, since k-means spends a good part of its time here.
   */
  #addUp(middle: number, end: number, step: 1 | -1): void {
    const values = this.#values
    const below = this.#below
    const { blur } = this
    const { sums, rests: sumRests } = this.#sum
    const { sums: squares, rests: squareRests } = this.#square
    const centre = values[middle]
    let [sum, sumRest, square, squareRest] = [0, 0, 0, 0]
    for (let at = middle; at !== end; at += step) {
      const cell = step > 0 ? at : at - 1
      const x = values[cell] - centre
      const xRest = differenceError(values[cell], centre, x)
      const weight = (below[cell + 1] - below[cell]) * step
      const wx = weight * x
      const wxRest = productError(weight, x, wx) + weight * xRest
      const wxx = wx * x
      const wxxRest = productError(wx, x, wxx) + wx * xRest + wxRest * x
      const longer = sum + wx
      const lost = differenceError(sum, -wx, longer) + (sumRest + wxRest)
      sum = longer + lost
      sumRest = lost - (sum - longer)
      const larger = square + wxx
      const missed = differenceError(square, -wxx, larger) + (squareRest + wxxRest)
      square = larger + missed
      squareRest = missed - (square - larger)
      const to = at + step
      sums[to] = sum
      sumRests[to] = sumRest
      squares[to] = square
      squareRests[to] = squareRest
      blur[to] = BLUR * (Math.abs(square) + Math.abs(sum * x))
    }
  }
}

/** Sums at the ends of cells, each in two doubles. */
interface PairedSums {
  readonly sums: Float64Array
  readonly rests: Float64Array
}

function pairedSums(size: number): PairedSums {
  return { sums: new Float64Array(size), rests: new Float64Array(size) }
}

/** What rounding lost in a − b (Knuth). */
function differenceError(a: number, b: number, difference: number): number {
  const part = difference - a
  return a - (difference - part) - (b + part)
}

/** Two powers of two that together take x into [2^exponent, 2^(exponent + 1)); one alone might be no double. */
function factorsTo(x: number, exponent: number): [number, number] {
  let power = exponent
  let rest = x
  for (; rest >= 2; rest /= 2) power--
  for (; rest < 1; rest *= 2) power++
  const half = Math.trunc(power / 2)
  return [powerOfTwo(half), powerOfTwo(power - half)]
}
