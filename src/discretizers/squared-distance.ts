import { productError } from '../util/exact-sum.ts'
import { powerOfTwo } from '../util/power-of-two.ts'
import type { ColumnView } from './column-view.ts'
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
 * below 1e-270 of the range of the column are lost. O(cells) to set up.
 */
export function squaredDistances({ size, lo, hi, weights, total }: ColumnView): RangeCosts {
  const span = hi[size - 1] - lo[0]
  const [grow, growOn] = Number.isFinite(span)
    ? factorsTo(span, SPAN_EXPONENT)
    : factorsTo(hi[size - 1] / 4 - lo[0] / 4, SPAN_EXPONENT - 2)
  const [weigh, weighOn] = factorsTo(total, 0)
  const values = lo.map((low, i) => (low === hi[i] ? low : low / 2 + hi[i] / 2) * grow * growOn)
  const below = new Float64Array(size + 1) // weight below each place between cells
  for (let i = 0; i < size; i++) below[i + 1] = below[i] + weights[i] * weigh * weighOn
  const { sums, sumRests, squares, squareRests, blur } = runningSums(values, below)
  let tree: ((a: number, b: number) => number) | null = null

  const rough = (a: number, b: number): number => {
    const sum = sums[b] - sums[a]
    return squares[b] - squares[a] - (sum * sum) / (below[b] - below[a])
  }

  /** s2 − s1²/w with s1 = q·w + r, so that only products of two doubles have to be exact. */
  const precise = (a: number, b: number): number => {
    if (b - a < 2) return 0
    const weight = below[b] - below[a]
    const difference = sums[b] - sums[a]
    const lost = differenceError(sums[b], sums[a], difference) + (sumRests[b] - sumRests[a])
    const sum = difference + lost
    const sumRest = lost - (sum - difference)
    const square = squares[b] - squares[a]
    const squareRest = differenceError(squares[b], squares[a], square) + (squareRests[b] - squareRests[a])
    const q = sum / weight
    const qw = q * weight
    const r = sum - qw - productError(q, weight, qw) + sumRest
    const qs = q * sum
    const cost = square - qs - productError(q, sum, qs) + (squareRest - q * sumRest - q * r)
    if (cost > TRUSTED * (blur[a] + blur[b])) return cost
    tree ??= spreadTree(values, below)
    return tree(a, b)
  }
  return { size, rough, blur, precise }
}

interface RunningSums {
  readonly sums: Float64Array
  readonly sumRests: Float64Array
  readonly squares: Float64Array
  readonly squareRests: Float64Array
  readonly blur: Float64Array
}

/** Σw(x − c) and Σw(x − c)² from the middle cell, whose value is c, to each place between cells; negative to its left. */
function runningSums(values: Float64Array, below: Float64Array): RunningSums {
  const size = values.length
  const middle = size >> 1
  const [sums, sumRests, squares, squareRests, blur] = Array.from({ length: 5 }, () => new Float64Array(size + 1))
  const step = (cell: number, from: number, to: number): void => {
    const sign = to - from
    const x = values[cell] - values[middle]
    const xRest = differenceError(values[cell], values[middle], x)
    const weight = (below[cell + 1] - below[cell]) * sign
    const wx = weight * x
    const wxRest = productError(weight, x, wx) + weight * xRest
    const wxx = wx * x
    const wxxRest = productError(wx, x, wxx) + wx * xRest + wxRest * x
    addTo(sums, sumRests, from, to, wx, wxRest)
    addTo(squares, squareRests, from, to, wxx, wxxRest)
    blur[to] = BLUR * (Math.abs(squares[to]) + Math.abs(sums[to] * x))
  }
  for (let i = middle; i < size; i++) step(i, i, i + 1)
  for (let i = middle - 1; i >= 0; i--) step(i, i + 1, i)
  return { sums, sumRests, squares, squareRests, blur }
}

/** The sum at one place as that at another plus a term, in two doubles. */
function addTo(sums: Float64Array, rests: Float64Array, from: number, to: number, term: number, rest: number): void {
  const sum = sums[from] + term
  const left = differenceError(sums[from], -term, sum) + (rests[from] + rest)
  sums[to] = sum + left
  rests[to] = left - (sums[to] - sum)
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
