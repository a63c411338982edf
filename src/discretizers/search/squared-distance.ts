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
    this.#sum = new PairedSums(size + 1)
    this.#square = new PairedSums(size + 1)
    this.#sums = this.#sum.sums
    this.#squares = this.#square.sums
    this.blur = new Float64Array(size + 1)
    const middle = size >> 1
    for (let i = middle; i < size; i++) this.#addCell(i, middle, i, i + 1)
    for (let i = middle - 1; i >= 0; i--) this.#addCell(i, middle, i + 1, i)
  }

  rough(a: number, b: number): number {
    const sum = this.#sums[b] - this.#sums[a]
    return this.#squares[b] - this.#squares[a] - (sum * sum) / (this.#below[b] - this.#below[a])
  }

  // oxlint-disable-next-line max-params -- called for every cell and number of parts: the loop of k-means
  cheapestEnd(i: number, from: number, to: number, rest: Float64Array, two: Float64Array): number {
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
      const total = squares[end] - squareBelow - (sum * sum) / (below[end] - weightBelow) + rest[end]
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

  /** Σw(x − c) and Σw(x − c)², c the value of the middle cell, at the end of a cell; negative to the left of it. */
  #addCell(cell: number, middle: number, from: number, to: number): void {
    const values = this.#values
    const x = values[cell] - values[middle]
    const xRest = differenceError(values[cell], values[middle], x)
    const weight = (this.#below[cell + 1] - this.#below[cell]) * (to - from)
    const wx = weight * x
    const wxRest = productError(weight, x, wx) + weight * xRest
    const wxx = wx * x
    const wxxRest = productError(wx, x, wxx) + wx * xRest + wxRest * x
    this.#sum.add(from, to, wx, wxRest)
    this.#square.add(from, to, wxx, wxxRest)
    this.blur[to] = BLUR * (Math.abs(this.#squares[to]) + Math.abs(this.#sums[to] * x))
  }
}

/** Sums at the ends of cells, each in two doubles. */
class PairedSums {
  readonly sums: Float64Array
  readonly rests: Float64Array

  constructor(size: number) {
    this.sums = new Float64Array(size)
    this.rests = new Float64Array(size)
  }

  /** The sum at `to` as that at `from` plus a term. */
  add(from: number, to: number, term: number, rest: number): void {
    const { sums, rests } = this
    const sum = sums[from] + term
    const left = differenceError(sums[from], -term, sum) + (rests[from] + rest)
    sums[to] = sum + left
    rests[to] = left - (sums[to] - sum)
  }
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
