import { totalEntropy } from '../../measures/entropy.ts'
import { xLog2x } from '../../util/numbers/log2.ts'
import type { Sides, Part } from './top-down.ts'

/** How much a cut lowers the disorder of the classes, per row of the part it cuts. */
export interface Lowering {
  /** disorder of the part */
  readonly before: number
  /** disorder before less disorder after; the score is this times `unit` */
  readonly lowered: number
  readonly unit: number
}

/** A way to rate candidates between classes. */
export interface ClassMeasure {
  /** what reasons call it */
  readonly name: string
  /** orders the candidates of one part, the larger the better; called for every candidate */
  readonly rate: (sides: Sides, part: Part) => number
  readonly judge: (sides: Sides, part: Part) => Lowering
  /** whether the score is information, so that the bar of description length can be put in its unit */
  readonly inBits: boolean
}

const entropyAfter = ({ left, leftTotal, right, rightTotal }: Sides): number =>
  totalEntropy(left, leftTotal) + totalEntropy(right, rightTotal)

/** What it takes to tell the sides of all rows. */
const sideBits = ({ leftTotal, rightTotal }: Sides, { total }: Part): number =>
  xLog2x(total) - xLog2x(leftTotal) - xLog2x(rightTotal)

const lowerEntropy = (sides: Sides, { counts, total }: Part): { before: number; lowered: number } => {
  // Divided one by one, as `mdlp` does, so that both find the same digits.
  const before = totalEntropy(counts, total) / total
  const left = sides.leftTotal * (totalEntropy(sides.left, sides.leftTotal) / sides.leftTotal)
  const right = sides.rightTotal * (totalEntropy(sides.right, sides.rightTotal) / sides.rightTotal)
  return { before, lowered: before - (left + right) / total }
}

/** Σ counts² / total: the larger, the purer. */
export function purity(counts: Float64Array, total: number): number {
  let squares = 0
  for (let c = 0; c < counts.length; c++) squares += counts[c] * counts[c]
  return squares / total
}

/** χ² of the two sides: Σ over the classes (l·R − r·L)² / (l + r) / (L·R), for l of L rows left and r of R right. */
function chiSquareOfSides({ left, leftTotal, right, rightTotal }: Sides): number {
  let sum = 0
  for (let c = 0; c < left.length; c++) {
    const both = left[c] + right[c]
    const difference = left[c] * rightTotal - right[c] * leftTotal
    if (both > 0) sum += (difference * difference) / both
  }
  return sum / leftTotal / rightTotal
}

/**
 * The measures of `cliffs`. Disorder is the entropy (bits) for gain and gain ratio and the Gini impurity for gini. For χ²
 * it is 1 before and 1 − χ²/N after: with two classes the Gini impurity as a part of what it was before.
 */
export const CLASS_MEASURES: Readonly<Record<'gain' | 'gain-ratio' | 'gini' | 'chi-square', ClassMeasure>> = {
  gain: {
    name: 'gain',
    inBits: true,
    rate: (sides) => -entropyAfter(sides),
    judge: (sides, part) => ({ ...lowerEntropy(sides, part), unit: 1 }),
  },
  'gain-ratio': {
    name: 'gain ratio',
    inBits: true,
    rate: (sides, part) => (totalEntropy(part.counts, part.total) - entropyAfter(sides)) / sideBits(sides, part),
    judge: (sides, part) => ({
      ...lowerEntropy(sides, part),
      unit: part.total / sideBits(sides, part),
    }),
  },
  gini: {
    name: 'gini',
    inBits: false,
    rate: ({ left, leftTotal, right, rightTotal }) => purity(left, leftTotal) + purity(right, rightTotal),
    judge: ({ left, leftTotal, right, rightTotal }, { counts, total }) => ({
      before: 1 - purity(counts, total) / total,
      lowered: (purity(left, leftTotal) + purity(right, rightTotal) - purity(counts, total)) / total,
      unit: 1,
    }),
  },
  'chi-square': {
    name: 'chi-square of sides',
    inBits: false,
    rate: chiSquareOfSides,
    judge: (sides, { total }) => ({ before: 1, lowered: chiSquareOfSides(sides) / total, unit: total }),
  },
}
