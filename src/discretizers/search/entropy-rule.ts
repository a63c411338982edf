import type { Side } from '../../measures/description-length.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Sides, SplitRule, Part } from './top-down.ts'

/** Bits to tell the classes of all rows once the side of a candidate is known. */
export function entropyAfter({ left, leftTotal, right, rightTotal }: Sides): number {
  return totalEntropy(left, leftTotal) + totalEntropy(right, rightTotal)
}

/** Splits where the least entropy is left over, as long as there is less than before; the score is the gain per row. */
export const entropyRule: SplitRule = {
  rate: (sides) => -entropyAfter(sides),
  judge: (sides, part) => {
    const [before, after] = [totalEntropy(part.counts, part.total), entropyAfter(sides)]
    return { score: (before - after) / part.total, bar: 0, accepted: clearlyLarger(before, after) }
  },
}

/** Number of classes present. */
export function classesIn(counts: Float64Array): number {
  let present = 0
  for (let c = 0; c < counts.length; c++) if (counts[c] > 0) present++
  return present
}

/** Rows, classes present and entropy (bits times `unit`) of a part and of the two sides of a candidate in it. */
export function describeSides(sides: Sides, part: Part, unit: number): { whole: Side; left: Side; right: Side } {
  const side = (counts: Float64Array, rows: number): Side => ({
    rows,
    classes: classesIn(counts),
    entropy: (totalEntropy(counts, rows) / rows) * unit,
  })
  return {
    whole: side(part.counts, part.total),
    left: side(sides.left, sides.leftTotal),
    right: side(sides.right, sides.rightTotal),
  }
}
