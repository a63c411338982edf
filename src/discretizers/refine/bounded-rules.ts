import { log2WaysToShareClasses } from '../../measures/description-length.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { BoundedRule } from './bounded-rule.ts'
import { CLASS_MEASURES, purity } from '../search/class-measures.ts'
import { type CliffsOptions, judgeCut } from '../methods/cliffs.ts'
import type { ColumnView } from '../column-view.ts'
import { type D2Options, judgeGain } from '../methods/d2.ts'
import type { Between } from './deviation-bounds.ts'
import { classesIn, entropyRule } from '../search/entropy-rule.ts'
import { type MdlpOptions, splitRule } from '../methods/mdlp.ts'
import type { Part } from '../search/top-down.ts'

/** How candidates are rated: the parts of a rule that follow from the measure alone. */
type Rating = Pick<BoundedRule, 'rate' | 'leaves' | 'ceiling' | 'squares' | 'scoreOf' | 'entropy'>

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0)

const byEntropy: Rating = {
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

const mostSplits = (maxBins: number | null): number => (maxBins === null ? Infinity : maxBins - 1)

/** The rule of `mdlp`; null for variants without a bound. */
export function boundMdlp(options: MdlpOptions): BoundedRule | null {
  // The blog tests every candidate before it compares, better encoding counts distinct values, and the best subset of
  // candidates is another search: these must see all.
  if (options.stop === 'blog' || options.betterEncoding || options.search !== 'top-down') return null
  const gains = options.stop === 'fayyad-irani'
  return {
    ...byEntropy,
    scoreOf: gains ? byEntropy.scoreOf : null,
    judge: splitRule(options).judge,
    leastRating: gains ? leastPaid : () => -Infinity,
    limits: null,
    equalStop: false,
    most: mostSplits(options.maxBins),
  }
}

/** The rule of `d2`. */
export function boundD2(options: D2Options): BoundedRule {
  const { minRows, minGain, equalGains, maxBins } = options
  return {
    ...byEntropy,
    judge: (sides, part) => judgeGain(options, sides, part),
    leastRating: ({ counts, total }) =>
      clearlyLarger(minRows, total) || classesIn(counts) < 2 ? Infinity : minGain * total - totalEntropy(counts, total),
    limits: null,
    equalStop: equalGains === 'stop',
    most: mostSplits(maxBins),
  }
}

/** The rule of `cliffs` between classes, for a column whose deviation lies between two numbers; null for gain ratio. */
export function boundCliffs(options: CliffsOptions, view: ColumnView, deviation: () => Between): BoundedRule | null {
  const { measure, mdl, trivial, enough, fuse, maxBins } = options
  if (measure === 'gain-ratio') return null
  const rating = { gain: byEntropy, gini: byGini, 'chi-square': byChiSquare }[measure]
  return {
    ...rating,
    judge: (sides, part) => judgeCut(CLASS_MEASURES[measure], options, sides, part),
    leastRating: (part) => {
      const least = leastLowered(measure, trivial, part)
      return mdl && measure === 'gain' ? Math.max(least, leastPaid(part)) : least
    },
    limits: { enough: enough ?? Math.sqrt(view.total), width: fuse ? null : leastWidth(options, deviation) },
    equalStop: false,
    most: mostSplits(maxBins),
  }
}

/** The width that a side of a cut of `cliffs` must exceed; null for none. */
export function leastWidth(
  { tiny, cohen }: Pick<CliffsOptions, 'tiny' | 'cohen'>,
  deviation: () => Between,
): Between | null {
  if (tiny !== null) return tiny > 0 ? { low: tiny, high: tiny } : null
  if (cohen === 0) return null
  const { low, high } = deviation()
  return { low: cohen * low, high: cohen * high }
}

/** The rating (entropy left over, negative) of a gain equal to the lowest bar there can be, that of two pure sides. */
function leastPaid({ counts, total }: Part): number {
  const all = totalEntropy(counts, total)
  const classes = classesIn(counts)
  if (classes < 2) return Infinity
  return log2(Math.max(1, total - 1)) + log2WaysToShareClasses(classes) - (classes * all) / total - all
}

/** The rating of a cut that lowers the disorder by no more than it must. */
function leastLowered(measure: 'gain' | 'gini' | 'chi-square', trivial: number, { counts, total }: Part): number {
  if (classesIn(counts) < 2) return Infinity
  if (measure === 'gain') return -totalEntropy(counts, total) / trivial
  const part = 1 - 1 / trivial
  if (measure === 'chi-square') return total * part
  const pure = purity(counts, total)
  return pure + (total - pure) * part
}
