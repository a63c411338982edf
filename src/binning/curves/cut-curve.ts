import { cutBetween } from '../../discretizers/column-view.ts'
import { ArgumentError } from '../../errors.ts'
import { ASIDE } from '../../summaries/tallies.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { check, integer, knownOptions, mustBe } from '../../util/check.ts'
import type { Counted } from '../binning.ts'
import { sidesScore } from './cut-scores.ts'

/** Which part of a column is looked at, and how closely. */
export type CutCurveOptions = {
  /** the cut that the part begins at; default the smallest value */
  readonly from?: number | undefined
  /** the cut that it ends at; default the largest value */
  readonly to?: number | undefined
  /** which end of a bin belongs to it; default left */
  readonly closed?: Closed | undefined
  /** most places that are answered: of neighbours the best; default 400 */
  readonly most?: number | undefined
}

/** A place between two neighbouring values, and what a cut there would be worth. */
export interface CutPlace {
  /** where the cut would lie */
  readonly cut: number
  /** the value below it */
  readonly below: number
  /** the value above it */
  readonly above: number
  /** rows (Σw) of the part below it */
  readonly rowsBelow: number
  /** class target: gain in bits per row of the part; numeric target: share of its variance explained */
  readonly score: number
  /** class target: what the gain would have to clear there */
  readonly bar: number | null
}

/** What a cut would be worth at every place of a part. */
export interface CutCurve {
  /** what scores measure */
  readonly measure: 'gain' | 'explained variance'
  /** rows (Σw) of the part */
  readonly rows: number
  /** how many places there are, of which `places` may be some */
  readonly candidates: number
  /** the places from the left */
  readonly places: readonly CutPlace[]
  /** the place of the most score, the leftmost of equals; null where there is none */
  readonly best: CutPlace | null
}

/**
 * What a cut would be worth at every place between two others: the curve that the best cut is the top of. Needs a target.
 * O(cells · classes).
 *
 *     const { best, candidates } = cutCurve(summary)
 *     console.log(`best of ${candidates}: ${best?.cut}, gain ${best?.score.toFixed(2)}`) // → best of 49: 30.5, gain 0.48
 */
export function cutCurve(summary: NumberSummary, options: CutCurveOptions = {}): CutCurve {
  mustBe('cutCurve', 'summary', summary)
  knownOptions('cutCurve', options, { from: 1, to: 1, closed: 1, most: 1 })
  const { from = -Infinity, to = Infinity, closed = 'left', most = 400 } = options
  check('cutCurve', 'most', integer(1), most)
  const { target, cells } = summary
  if (target === null)
    throw new ArgumentError('cutCurve: needs a summary with a target, got one without', { code: 'bad-data' })
  const start = (closed === 'left' ? bisectLeft : bisectRight)
  const [first, end] = [start(cells.lo, from), start(cells.lo, to)]
  const walk = new PartWalk(summary, first, end)
  const candidates = Math.max(0, end - first - 1)
  const places: CutPlace[] = []
  let best: CutPlace | null = null
  // Of each stretch of neighbours the best place is answered.
  const stretch = Math.max(1, Math.ceil(candidates / most))
  let top: CutPlace | null = null
  for (let cell = first; cell < end - 1; cell++) {
    walk.take(cell)
    const { score, bar } = sidesScore(walk.below, walk.above)
    if (score !== null && (top === null || score > top.score)) {
      const [below, above] = [cells.hi[cell], cells.lo[cell + 1]]
      top = { cut: cutBetween(below, above, closed), below, above, rowsBelow: walk.weightBelow, score, bar }
    }
    if ((cell - first + 1) % stretch !== 0 && cell !== end - 2) continue
    if (top !== null) {
      places.push(top)
      if (best === null || top.score > best.score) best = top
    }
    top = null
  }
  const measure = target.kind === 'class' ? 'gain' : 'explained variance'
  return { measure, rows: walk.weight, candidates, places, best }
}

/** The two sides of a part while cells go from the upper to the lower. */
class PartWalk {
  readonly #summary: NumberSummary
  readonly #low: Float64Array
  readonly #high: Float64Array
  /** Σw of the part */
  readonly weight: number

  constructor(summary: NumberSummary, first: number, end: number) {
    this.#summary = summary
    const { tallies, size } = summary.cells
    this.#low = new Float64Array(tallies.channels)
    this.#high = new Float64Array(tallies.channels)
    for (let cell = first; cell < end; cell++) this.#add(this.#high, tallies.sums, cell, 1)
    // Infinite values count with the outermost cells, as methods count them.
    if (first === 0) this.#add(this.#low, summary.aside.sums, ASIDE.below, 1)
    if (end === size) this.#add(this.#high, summary.aside.sums, ASIDE.above, 1)
    this.weight = this.#weigh(this.#low) + this.#weigh(this.#high)
  }

  take(cell: number): void {
    const { sums } = this.#summary.cells.tallies
    this.#add(this.#low, sums, cell, 1)
    this.#add(this.#high, sums, cell, -1)
  }

  get weightBelow(): number {
    return this.#weigh(this.#low)
  }

  get below(): Counted {
    return this.#counted(this.#low)
  }

  get above(): Counted {
    return this.#counted(this.#high)
  }

  #add(side: Float64Array, sums: Float64Array, slot: number, sign: 1 | -1): void {
    for (let c = 0; c < side.length; c++) side[c] += sign * sums[slot * side.length + c]
  }

  #weigh(side: Float64Array): number {
    return this.#summary.target?.kind === 'class' ? side.reduce((sum, count) => sum + count, 0) : side[0]
  }

  #counted(side: Float64Array): Counted {
    const weight = this.#weigh(side)
    const shared = { count: weight, weight }
    return this.#summary.target?.kind === 'class'
      ? { ...shared, classes: Array.from(side) }
      : { ...shared, sum: side[1], sumSquares: side[2] }
  }
}
