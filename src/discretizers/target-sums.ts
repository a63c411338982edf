import { DataError } from '../errors.ts'
import { ASIDE } from '../summaries/tallies.ts'
import type { NumberSummary } from '../types.ts'
import { ExactSum } from '../util/exact-sum.ts'
import { splitSquare, targetCentre } from './target-moments.ts'

/** Sums before each cell, and of all: the exact sum rounded to `hi`, and what that leaves over rounded to `lo`. */
export interface PairSums {
  readonly hi: Float64Array
  readonly lo: Float64Array
}

/**
 * A numeric target up to each cell: Σw, Σw(y − centre) and Σw(y − centre)² of all rows before it. They are rounded once, from
 * the exact sum, so they do not depend on where other cells lie: coarse cells give the same digits as fine ones. Where y
 * lies far from zero against its spread `centre` is its mean, else 0.
 */
export interface TargetSums {
  readonly size: number
  readonly weights: PairSums
  readonly sums: PairSums
  readonly squares: PairSums
  readonly centre: number
}

/** A mean of so many deviations costs 24 of the 106 bits of a pair. */
const FAR = 4096

/** The running sums of a summary with a numeric target; rows at −∞ and +∞ count with the outermost cells. O(cells). */
export function targetSums(summary: NumberSummary): TargetSums {
  const { size } = summary.cells
  const near = addUp(summary, 0)
  const [weight, sum, square] = [near.weights.hi[size], near.sums.hi[size], near.squares.hi[size]]
  if (!Number.isFinite(square)) {
    throw new DataError('the target is too large to be squared, divide it by a power of ten')
  }
  const centre = targetCentre(weight, sum, square, FAR)
  return centre === 0 ? near : addUp(summary, centre)
}

function addUp({ cells: { size, tallies }, aside }: NumberSummary, centre: number): TargetSums {
  const [weight, sum, square] = [new RunningPair(size), new RunningPair(size), new RunningPair(size)]
  const centreSquare = splitSquare(centre)
  const addSlot = (planes: readonly Float64Array[], slot: number): void => {
    for (const plane of planes) {
      const [w, wy, wyy] = [plane[slot * 3], plane[slot * 3 + 1], plane[slot * 3 + 2]]
      weight.exact.add(w)
      sum.exact.add(wy)
      square.exact.add(wyy)
      if (centre === 0) continue
      // Σwy − c·Σw, and Σwy² − 2c·Σwy + c²·Σw
      sum.exact.addProduct(-centre, w)
      square.exact.addProduct(-2 * centre, wy)
      for (const part of centreSquare) square.exact.addProduct(part, w)
    }
  }
  const planes = [tallies.sums, ...tallies.residues]
  const outer = [aside.sums, ...aside.residues]
  for (let cell = 0; cell < size; cell++) {
    addSlot(planes, cell)
    if (cell === 0) addSlot(outer, ASIDE.below)
    if (cell === size - 1) addSlot(outer, ASIDE.above)
    for (const running of [weight, sum, square]) running.write(cell + 1)
  }
  return { size, weights: weight, sums: sum, squares: square, centre }
}

/** A sum that grows, and is written down as a pair of doubles now and then. */
class RunningPair implements PairSums {
  readonly hi: Float64Array
  readonly lo: Float64Array
  readonly exact: ExactSum = new ExactSum()

  constructor(size: number) {
    this.hi = new Float64Array(size + 1)
    this.lo = new Float64Array(size + 1)
  }

  write(at: number): void {
    const hi = this.exact.value()
    this.hi[at] = hi
    if (!Number.isFinite(hi)) return
    this.exact.add(-hi)
    this.lo[at] = this.exact.value()
    this.exact.add(hi)
  }
}
