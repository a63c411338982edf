import { powerOfTwo } from '../../util/numbers/doubles.ts'
import { productError } from '../../util/numbers/exact-sum.ts'
import { fastRunningSquares, type RunningSquares, type SumScales } from '../../wasm/fast-running-squares.ts'
import type { ColumnView } from '../column-view.ts'

/** Values are scaled so that their range is about 2^400, whose square is far from both ends of what doubles hold. */
const SPAN_EXPONENT = 400

/** Half the distance from 1 to the next double, times a factor that covers every rounding in a rough cost. */
const BLUR = 16 * powerOfTwo(-53)

/** Below so many cells a module of its own is not worth it. */
const MANY = 10_000

/**
 * Σw(x − c) and Σw(x − c)² at the ends of cells, c the value of the middle cell, each in two doubles: from there outward, so
 * that an outlier blurs nothing but itself, and negative to the left of it. Values and weights are first scaled by powers of
 * two, so that nothing overflows. There must be two cells or more. O(cells).
 */
export function runningSquares(view: ColumnView): RunningSquares {
  const { size, lo, hi, weights, total } = view
  const span = hi[size - 1] - lo[0]
  const scales: SumScales = {
    values: Number.isFinite(span)
      ? factorsTo(span, SPAN_EXPONENT)
      : factorsTo(hi[size - 1] / 4 - lo[0] / 4, SPAN_EXPONENT - 2),
    weights: factorsTo(total, 0),
    blur: BLUR,
  }
  const fast = size < MANY || lo !== hi ? null : fastRunningSquares(lo, weights, scales)
  return fast ?? plainRunningSquares(view, scales)
}

/** The same in TypeScript. */
function plainRunningSquares(
  { size, lo, hi, weights }: ColumnView,
  { values: [grow, growOn], weights: [weigh, weighOn] }: SumScales,
): RunningSquares {
  const ends = (): Float64Array => new Float64Array(size + 1)
  const values = new Float64Array(size)
  const below = ends()
  for (let i = 0; i < size; i++) {
    values[i] = (lo[i] === hi[i] ? lo[i] : lo[i] / 2 + hi[i] / 2) * grow * growOn
    below[i + 1] = below[i] + weights[i] * weigh * weighOn
  }
  const rest = { sums: ends(), sumRests: ends(), squares: ends(), squareRests: ends(), blur: ends() }
  const found = { values, below, ...rest, release: () => {} }
  const middle = size >> 1
  addUp(found, middle, size, 1)
  addUp(found, middle, 0, -1)
  return found
}

/** From the middle cell to `end`, a cell a step; in one loop over plain numbers. */
function addUp(found: RunningSquares, middle: number, end: number, step: 1 | -1): void {
  const { values, below, sums, sumRests, squares, squareRests, blur } = found
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

/** What rounding lost in a − b (Knuth). */
export function differenceError(a: number, b: number, difference: number): number {
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
