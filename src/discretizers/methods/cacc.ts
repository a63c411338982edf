import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { oneOf } from '../../util/check.ts'
import { ln } from '../../util/numbers/log2.ts'
import { addBoundaries, BIN_LIMITS, type BinLimits, type PartitionRule, TWO_BINS } from '../search/add-boundaries.ts'
import type { Discretizer } from '../discretizer.ts'

/** The options of `cacc`. */
export type CaccOptions = BinLimits & {
  /** χ² is divided by the logarithm of the number of edges, as R and KEEL do, or of bins, as printed */
  readonly logOf: 'edges' | 'bins'
}

/**
 * CACC (Tsai, Lee and Yang 2008, "A discretization algorithm based on class-attribute contingency coefficient"): adds the
 * boundary that raises χ² between bins and classes most. Score: √(y / (y + rows)) with y = χ² / ln(number of edges, which
 * is bins + 1, or of bins). About one pass over the class boundaries per cut, usually far less.
 *
 *     console.log(fit(ages, { target: bought, method: cacc }).cuts) // → [ 30.5 ]
 */
export const cacc: Discretizer<CaccOptions> = {
  name: 'cacc',
  about: 'Adds cuts while the contingency coefficient of bins and classes rises, at least one bin per class.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: {
    logOf: {
      rule: oneOf('edges', 'bins'),
      default: 'edges',
      about: 'χ² is divided by the logarithm of the number of edges, as R and KEEL do, or of bins, as printed.',
    },
    ...BIN_LIMITS,
  },
  presets: {
    r: { about: 'The default.', options: {} },
    keel: { about: 'Only cuts that raise the score, however many classes there are.', options: { minBins: 1 } },
    paper: { about: 'The logarithm of the number of bins.', options: { logOf: 'bins' } },
  },
  bestCandidate: () => ({
    ...cacc,
    run: (view, options, closed, summary) => cacc.run(view, { ...options, ...TWO_BINS }, closed, summary),
  }),
  sort: sortCells,
  run: (view, { logOf, ...limits }, closed) => addBoundaries(view, limits, closed, caccRule(logOf)),
}

/** What a cut must raise. */
export function caccRule(logOf: CaccOptions['logOf']): PartitionRule {
  // Asked for twice with every number of bins.
  let known = 0
  let log = 0
  return {
    name: 'cacc',
    worth: 'all',
    score: (gained, bins) => {
      // One bin has χ² 0, and ln 1 must not divide it.
      if (bins === 1) return 0
      if (bins !== known) {
        known = bins
        log = ln(logOf === 'edges' ? bins + 1 : bins)
      }
      const y = gained / log
      return Math.sqrt(y / (y + 1))
    },
  }
}
