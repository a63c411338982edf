import { log2WaysToShareClasses } from '../measures/description-length.ts'
import { totalEntropy } from '../measures/entropy.ts'
import type { Closed } from '../types.ts'
import { log2 } from '../util/log2.ts'
import type { ColumnView } from './column-view.ts'
import type { AnyDiscretizer, Found } from './discretizer.ts'
import { cutEvenly } from './equal-width.ts'
import { type Look, lookAtCuts, lookAtQuantiles, lookAtRanks } from './look-at-ranks.ts'
import { foundSplits, type MdlpOptions, splitRule } from './mdlp.ts'
import type { Stretch } from './top-down.ts'
import { type BoundedRule, lookOver, type Outlook, type SettledStretches } from './unsettled.ts'

/** How a method is settled on coarse cells. One for each column: it remembers what was settled before. */
export interface Refinement {
  /** which cells must be known better, and where the cuts would lie: before which cells */
  readonly look: (view: ColumnView, closed: Closed) => Look
  /** the cuts of the view looked at last, once nothing was wanted; null where the method must run as usual */
  readonly found: (view: ColumnView, closed: Closed) => Found | null
  /** whether the smallest and the largest value say it all */
  readonly endsOnly: boolean
}

/**
 * How to settle the cuts of a method on coarse cells; null where nothing is known, so that only an exact summary gives exact
 * cuts. Kept apart from the methods, so that a page which fits arrays in memory need not carry it.
 */
export function refinement(method: AnyDiscretizer, options: Readonly<Record<string, unknown>>): Refinement | null {
  const usual = (look: Refinement['look'], endsOnly = false): Refinement => ({ look, found: () => null, endsOnly })
  const { bins, quantile, cuts } = options
  switch (method.name) {
    case 'mdlp':
      return refineMdlp(options as MdlpOptions)
    case 'fixed':
      return usual((view, closed) => lookAtCuts(view, cuts as readonly number[], closed))
    case 'equal-width':
      // A number of bins that follows from the data needs all of them.
      if (typeof bins !== 'number') return null
      return usual((view, closed) => lookAtCuts(view, cutEvenly(view, bins, closed).cuts, closed), true)
    case 'equal-frequency':
      if (typeof bins !== 'number') return null
      return usual((view) => (quantile === 'linear' ? lookAtQuantiles(view, bins) : lookAtRanks(view, bins)))
    default:
      return null
  }
}

function refineMdlp(options: MdlpOptions): Refinement | null {
  // The blog tests every candidate before it compares, better encoding counts distinct values, and the best subset of
  // candidates is another search: these must see all.
  if (options.stop === 'blog' || options.betterEncoding || options.search !== 'top-down') return null
  const rule: BoundedRule = {
    split: splitRule(options),
    entropy: true,
    leastRating: options.stop === 'fayyad-irani' ? leastRating : () => -Infinity,
  }
  const settled: SettledStretches = new Map()
  let last: Outlook
  return {
    look: (view) => {
      last = lookOver(view, rule, settled)
      return { wanted: last.wanted, places: last.splits.map(({ at }) => last.blocks.firstCell[at]) }
    },
    endsOnly: false,
    // With a limit on bins the order of the cuts counts, which the usual search knows.
    found: (view, closed) =>
      options.maxBins === null ? foundSplits(view, last.blocks, last.splits, options, closed) : null,
  }
}

/** The rating (entropy left over, negative) of a gain equal to the lowest bar there can be, that of two pure sides. */
function leastRating({ counts, total }: Stretch): number {
  const all = totalEntropy(counts, total)
  const classes = counts.reduce((present, count) => present + (count > 0 ? 1 : 0), 0)
  if (classes < 2) return Infinity
  return log2(Math.max(1, total - 1)) + log2WaysToShareClasses(classes) - (classes * all) / total - all
}
