import { DataError } from '../../errors.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { NumberSummary } from '../../types.ts'
import { ExactSum } from '../../util/numbers/exact-sum.ts'

/**
 * A numeric target cell by cell: Σw, Σw(y − centre) and Σw(y − centre)². Where y lies far from zero against its spread,
 * `centre` is its mean, so that sums of squares do not cancel; else it is 0 and the sums are those of the summary.
 */
export interface TargetMoments {
  readonly size: number
  readonly weights: Float64Array
  readonly sums: Float64Array
  readonly squares: Float64Array
  readonly centre: number
}

/** A mean of this many deviations costs a variance 8 of its 53 bits. */
const FAR = 16

/** The moments of a summary with a numeric target; rows at −∞ and +∞ count with the lowest and highest cell. O(cells). */
export function targetMoments(summary: NumberSummary): TargetMoments {
  const { cells, aside } = summary
  const { size, tallies } = cells
  const planes = [tallies.sums, ...tallies.residues]
  const outer = [aside.sums, ...aside.residues]
  const channel = (c: number): Float64Array => {
    const sums = new Float64Array(size)
    for (let cell = 0; cell < size; cell++) sums[cell] = tallies.sums[cell * 3 + c]
    if (size > 0) {
      sums[0] += aside.sums[ASIDE.below * 3 + c]
      sums[size - 1] += aside.sums[ASIDE.above * 3 + c]
    }
    return sums
  }
  const [weights, sums, squares] = [channel(0), channel(1), channel(2)]
  const centre = farCentre(weights, sums, squares)
  if (centre === 0) return { size, weights, sums, squares, centre }

  // Σwy − c·Σw and Σwy² − 2c·Σwy + c²·Σw, from the exact sums.
  const first = new ExactSum()
  const second = new ExactSum()
  const square = splitSquare(centre)
  const addSlot = (from: readonly Float64Array[], slot: number): void => {
    for (const plane of from) {
      const [weight, sum] = [plane[slot * 3], plane[slot * 3 + 1]]
      first.add(sum)
      first.addProduct(-centre, weight)
      second.add(plane[slot * 3 + 2])
      second.addProduct(-2 * centre, sum)
      for (const part of square) second.addProduct(part, weight)
    }
  }
  for (let cell = 0; cell < size; cell++) {
    addSlot(planes, cell)
    if (cell === 0) addSlot(outer, ASIDE.below)
    if (cell === size - 1) addSlot(outer, ASIDE.above)
    sums[cell] = first.value()
    squares[cell] = Math.max(0, second.value())
    first.reset()
    second.reset()
  }
  return { size, weights, sums, squares, centre }
}

/** The mean where it is so far from zero that variances would cancel, else 0. */
function farCentre(weights: Float64Array, sums: Float64Array, squares: Float64Array): number {
  let [weight, sum, square] = [0, 0, 0]
  for (let cell = 0; cell < weights.length; cell++) {
    weight += weights[cell]
    sum += sums[cell]
    square += squares[cell]
  }
  if (!Number.isFinite(square)) {
    throw new DataError('the target is too large to be squared, divide it by a power of ten')
  }
  return targetCentre(weight, sum, square, FAR)
}

/** The mean where it is more than `far` deviations from zero, so that variances would cancel; else 0. */
export function targetCentre(weight: number, sum: number, square: number, far: number): number {
  const mean = weight === 0 ? 0 : sum / weight
  return square < weight * mean * mean * (1 + 1 / (far * far)) ? mean : 0
}

/** A square as two doubles whose sum it is. */
export function splitSquare(x: number): number[] {
  const sum = new ExactSum()
  sum.addProduct(x, x)
  return sum.expansion()
}
