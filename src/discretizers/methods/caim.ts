import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { addBoundaries, BIN_LIMITS, type BinLimits, type PartitionRule, TWO_BINS } from '../search/add-boundaries.ts'
import type { Discretizer } from '../discretizer.ts'

/** The options of `caim`. */
export type CaimOptions = BinLimits

/** What a cut must raise. */
export const CAIM_RULE: PartitionRule = {
  name: 'caim',
  worth: 'largest',
  score: (gained, bins, { rows, largest }) => (largest * (largest / rows) + gained) / bins,
}

/**
 * CAIM (Kurgan and Cios 2004, "CAIM discretization algorithm"): adds the boundary after which the most frequent classes of
 * the bins are clearest. Score: the mean over bins of largest² / rows, where largest are the rows of the bin's most
 * frequent class. About one pass over the class boundaries per cut, usually far less.
 *
 *     console.log(fit(ages, { target: bought, method: caim }).cuts) // → [ 30.5 ]
 */
export const caim: Discretizer<CaimOptions> = {
  name: 'caim',
  about: 'Adds cuts while the most frequent class of each bin stands out more, at least one bin per class.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: BIN_LIMITS,
  presets: {
    r: { about: 'The default.', options: {} },
    keel: { about: 'The default.', options: {} },
  },
  bestCandidate: () => ({
    ...caim,
    run: (view, options, closed, summary) => caim.run(view, { ...options, ...TWO_BINS }, closed, summary),
  }),
  sort: sortCells,
  run: (view, options, closed) => addBoundaries(view, options, closed, CAIM_RULE),
}
