import { log2WaysToShareClasses } from '../../measures/description-length.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { CLASS_MEASURES, purity } from '../search/class-measures.ts'
import { classesIn, entropyRule } from '../search/entropy-rule.ts'
import type { Part } from '../search/top-down.ts'
import type { Rating } from './bounded-rule.ts'

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0)

export const byEntropy: Rating = {
  rate: entropyRule.rate,
  leaves: (counts) => totalEntropy(counts, sumOf(counts)),
  ceiling: () => 0,
  squares: null,
  scoreOf: (rating, { counts, total }) => (totalEntropy(counts, total) + rating) / total,
  entropy: true,
}

/** rows − Σ counts² / rows on each side, from all rows. */
const byGini: Rating = {
  rate: CLASS_MEASURES.gini.rate,
  leaves: (counts) => {
    const total = sumOf(counts)
    return total === 0 ? 0 : total - purity(counts, total)
  },
  ceiling: ({ total }) => total,
  squares: ({ counts }) => ({ weights: counts.map(() => 1), less: 0 }),
  scoreOf: (rating, { counts, total }) => (rating - purity(counts, total)) / total,
  entropy: false,
}

/**
 * χ² = N · (Σ over classes and sides of l² / (n·L) − 1), for l of the n rows of a class on a side of L of all N rows. Since
 * l²/(n·L) = l/n − (l/n)·(1 − l/L), that is N · (classes − 1) less what each side leaves: N · Σ (l/n)·(1 − l/L), which
 * grows with every row: its slope is (1 − l/L)²/n for the row's own class and (l/L)²/n for each other.
 */
const byChiSquare: Rating = {
  rate: CLASS_MEASURES['chi-square'].rate,
  leaves: (counts, { counts: all, total }) => {
    const rows = sumOf(counts)
    let sum = 0
    for (let c = 0; c < counts.length; c++) if (counts[c] > 0) sum += (counts[c] / all[c]) * (1 - counts[c] / rows)
    return sum * total
  },
  ceiling: ({ counts, total }) => total * (classesIn(counts) - 1),
  squares: ({ counts, total }) => ({
    weights: counts.map((count) => (count > 0 ? total / count : 0)),
    less: total,
  }),
  scoreOf: (rating) => rating,
  entropy: false,
}

/** The measures of which bounds are known. */
export type BoundedMeasure = 'gain' | 'gini' | 'chi-square'

export const BOUNDED_MEASURES: Readonly<Record<BoundedMeasure, Rating>> = {
  gain: byEntropy,
  gini: byGini,
  'chi-square': byChiSquare,
}

/** The rating (entropy left over, negative) of a gain equal to the lowest bar there can be, that of two pure sides. */
export function leastPaid({ counts, total }: Part): number {
  const all = totalEntropy(counts, total)
  const classes = classesIn(counts)
  if (classes < 2) return Infinity
  return log2(Math.max(1, total - 1)) + log2WaysToShareClasses(classes) - (classes * all) / total - all
}
