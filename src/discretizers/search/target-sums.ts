import { DataError } from '../../errors.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { NumberSummary } from '../../types.ts'
import { ExactSum } from '../../util/numbers/exact-sum.ts'
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
      const w = plane[slot * 3]
      const wy = plane[slot * 3 + 1]
      weight.add(w)
      sum.add(wy)
      square.add(plane[slot * 3 + 2])
      if (centre === 0) continue
      // Σwy − c·Σw, and Σwy² − 2c·Σwy + c²·Σw
      sum.addProduct(-centre, w)
      square.addProduct(-2 * centre, wy)
      for (const part of centreSquare) square.addProduct(part, w)
    }
  }
  const planes = [tallies.sums, ...tallies.residues]
  const outer = [aside.sums, ...aside.residues]
  for (let cell = 0; cell < size; cell++) {
    addSlot(planes, cell)
    if (cell === 0) addSlot(outer, ASIDE.below)
    if (cell === size - 1) addSlot(outer, ASIDE.above)
    weight.write(cell + 1)
    sum.write(cell + 1)
    square.write(cell + 1)
  }
  return { size, weights: weight.sums, sums: sum.sums, squares: square.sums, centre }
}

/** A sum that grows, and is written down as a pair of doubles now and then. Two doubles hold it while they can. */
class RunningPair {
  readonly sums: PairSums
  #hi = 0
  #lo = 0
  /** takes over for good from where two doubles do not suffice */
  #exact: ExactSum | null = null

  constructor(size: number) {
    this.sums = { hi: new Float64Array(size + 1), lo: new Float64Array(size + 1) }
  }

  add(term: number): void {
    if (this.#exact !== null) return this.#exact.add(term)
    if (term === 0) return
    const sum = this.#hi + term
    const back = sum - this.#hi
    const lost = this.#hi - (sum - back) + (term - back)
    const left = this.#lo + lost
    const rest = left - this.#lo
    // Not a number where a sum overflowed, which is not 0 either.
    if (this.#lo - (left - rest) + (lost - rest) !== 0) return this.#takeOver().add(term)
    this.#hi = sum
    this.#lo = left
  }

  addProduct(a: number, b: number): void {
    this.#takeOver().addProduct(a, b)
  }

  #takeOver(): ExactSum {
    if (this.#exact === null) {
      this.#exact = new ExactSum()
      this.#exact.add(this.#hi)
      this.#exact.add(this.#lo)
    }
    return this.#exact
  }

  write(at: number): void {
    const { hi, lo } = this.sums
    const exact = this.#exact
    if (exact === null) {
      // The first of the two rounds their sum, the second is what that leaves.
      const sum = this.#hi + this.#lo
      const back = sum - this.#hi
      hi[at] = sum
      lo[at] = this.#hi - (sum - back) + (this.#lo - back)
      return
    }
    const sum = exact.value()
    hi[at] = sum
    if (!Number.isFinite(sum)) return
    exact.add(-sum)
    lo[at] = exact.value()
    exact.add(sum)
  }
}
