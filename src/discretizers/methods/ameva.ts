import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { addBoundaries, BIN_LIMITS, type BinLimits, type PartitionRule, TWO_BINS } from '../search/add-boundaries.ts'
import type { Discretizer } from '../discretizer.ts'

/** The options of `ameva`. */
export type AmevaOptions = BinLimits

/** What a cut must raise. */
export const AMEVA_RULE: PartitionRule = {
  name: 'ameva',
  worth: 'all',
  score: (gained, bins, { rows, classes }) => (rows * gained) / (bins * (classes - 1)),
}

/**
 * Ameva (Gonzalez-Abril, Cuberos, Velasco and Ortega 2009, "Ameva: an autonomous discretization algorithm"): adds the
 * boundary that raises χ² between bins and classes most. Score: χ² / (bins · (classes − 1)), so a cut must bring at least
 * the mean of the bins before it. About one pass over the class boundaries per cut, usually far less.
 *
 *     console.log(fit(ages, { target: bought, method: ameva }).cuts) // → [ 30.5 ]
 */
export const ameva: Discretizer<AmevaOptions> = {
  name: 'ameva',
  about: 'Adds cuts while χ² per bin rises, at least one bin per class.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: BIN_LIMITS,
  presets: {
    r: { about: 'The default.', options: {} },
    keel: { about: 'Only cuts that raise the score, however many classes there are.', options: { minBins: 1 } },
  },
  bestCandidate: () => ({
    ...ameva,
    run: (view, options, closed, summary) => ameva.run(view, { ...options, ...TWO_BINS }, closed, summary),
  }),
  sort: sortCells,
  run: (view, options, closed) => addBoundaries(view, options, closed, AMEVA_RULE),
}
