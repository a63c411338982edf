import type { Closed, NumberSummary } from '../types.ts'
import { powerOfTwo } from '../util/numbers/doubles.ts'
import { ASIDE, cellWeights, slotWeight } from '../summaries/tallies.ts'

/**
 * What a discretizer sees of a summary: sorted cells with weights, ready for adding and subtracting.
 *
 * 1. −∞ and +∞ are counted with the lowest and the highest cell, so no cut can part them from it.
 * 2. Every weight is a multiple of one power of two, small enough that no sum of them is ever rounded: what is added on
 *    the left and taken from the right cancels to an exact zero. Counts and weights such as 0.25 are used as they are.
 */
export interface ColumnView {
  /** how many cells there are */
  readonly size: number
  /** smallest value of each cell, ascending */
  readonly lo: Float64Array
  /** largest value of each cell; the array of `lo` where each cell is one value */
  readonly hi: Float64Array
  /** Σw per cell */
  readonly weights: Float64Array
  /** Σw over all cells */
  readonly total: number
  /** Σw per cell and class, `classCount` per cell; empty without a class target */
  readonly counts: Float64Array
  /** classes of the target; 0 without a class target */
  readonly classCount: number
  /** smallest and largest value, which may be infinite; NaN when there is none */
  readonly lowest: number
  /** largest value, which may be infinite; NaN when there is none */
  readonly highest: number
  /** number of distinct finite values; null when unknown */
  readonly distinct: number | null
  /** whether rows had weights */
  readonly weighted: boolean
}

/** The view of a summary; shares its arrays where nothing has to change. O(cells). */
export function viewColumn(summary: NumberSummary): ColumnView {
  const { cells, aside, target, weighted } = summary
  const { size, lo, hi, tallies } = cells
  const classCount = target?.kind === 'class' ? target.classes.length : 0
  const folded = aside.rows[ASIDE.below] > 0 || aside.rows[ASIDE.above] > 0

  let weights = cellWeights(summary)
  let counts = classCount > 0 ? tallies.sums : new Float64Array(0)
  if (folded && size > 0) {
    weights = weights.slice()
    counts = counts.slice()
    for (const [slot, cell] of [
      [ASIDE.below, 0],
      [ASIDE.above, size - 1],
    ] as const) {
      weights[cell] += weighted ? slotWeight(aside, target, slot) : aside.rows[slot]
      for (let c = 0; c < classCount; c++) counts[cell * classCount + c] += aside.sums[slot * classCount + c]
    }
  }
  if (weighted) {
    const grid = gridFor(weights)
    counts = counts.map((weight) => onGrid(weight, grid))
    weights = classCount === 0 ? weights.map((weight) => onGrid(weight, grid)) : rowSums(counts, classCount)
  }
  const total = sumOf(weights)
  const lowest = aside.rows[ASIDE.below] > 0 ? -Infinity : summary.min
  const highest = aside.rows[ASIDE.above] > 0 ? Infinity : summary.max
  return { size, lo, hi, lowest, highest, weights, total, counts, classCount, distinct: summary.distinct, weighted }
}

function sumOf(weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) sum += weights[i]
  return sum
}

/** Sums of up to this many steps of the grid are exact, with two bits to spare. */
const MOST_STEPS = powerOfTwo(51)
const LEAST_GRID = powerOfTwo(-1000)

/** The power of two whose multiples, up to the sum of all weights, are doubles with two bits to spare. */
export function gridFor(weights: Float64Array): number {
  const sum = sumOf(weights)
  let grid = 1
  while (grid * MOST_STEPS < sum) grid *= 2
  while ((grid * MOST_STEPS) / 2 > sum && grid > LEAST_GRID) grid /= 2
  return grid
}

/** The nearest multiple; a weight above zero never becomes zero, so that its class stays present. */
export function onGrid(weight: number, grid: number): number {
  return weight === 0 ? 0 : Math.max(1, Math.round(weight / grid)) * grid
}

function rowSums(counts: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(counts.length / width)
  for (let at = 0; at < counts.length; at++) sums[Math.floor(at / width)] += counts[at]
  return sums
}

/** Σw of each class. O(cells · classes). */
export function classTotals({ counts, classCount: width }: ColumnView): Float64Array {
  const totals = new Float64Array(width)
  for (let cell = 0; cell < counts.length; cell += width) {
    for (let c = 0; c < width; c++) totals[c] += counts[cell + c]
  }
  return totals
}

/** The number of classes that occur. */
export function classesPresent({ counts, classCount }: ColumnView): number {
  const seen = new Set<number>()
  for (let at = 0; at < counts.length && seen.size < classCount; at++) if (counts[at] > 0) seen.add(at % classCount)
  return seen.size
}

/**
 * The cut that parts neighbouring values a < b: (a + b) / 2 as a double, as other tools compute it. Where that overflows
 * or rounds onto the wrong side, the end that still parts them: b for bins closed on the left, a on the right.
 */
export function cutBetween(a: number, b: number, closed: Closed): number {
  const sum = a + b
  const middle = (Number.isFinite(sum) ? sum / 2 : a / 2 + b / 2) + 0 // −0 + 0 is 0
  if (closed === 'left') return a < middle && middle <= b ? middle : b
  return a <= middle && middle < b ? middle : a
}
