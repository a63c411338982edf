import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import { log2 } from '../../util/numbers/log2.ts'
import type { Discretizer } from '../discretizer.ts'
import { cutEvenly } from '../search/even-cuts.ts'

/** No options of its own. A type alias, so that the registry can hold it. */
export type BinLogOptions = { readonly [option in never]: unknown }

/**
 * Equal width with the number of bins taken from the data: the whole part of log2 of the number of distinct values, at
 * least 1 (Dougherty, Kohavi and Sahami 1995, "bin-log").
 *
 *     // As many bins as the number of distinct values asks for, without a look at the target:
 *     console.log(fit(ages, { method: binLog }).cuts.length) // → 4
 */
export const binLog: Discretizer<BinLogOptions> = {
  name: 'bin-log',
  about: 'Equal width, with log2(number of distinct values) bins.',
  target: 'none',
  needs: ['distinct'],
  options: {},
  presets: {},
  sort: sortCells,
  run: (view, _, closed) => cutEvenly(view, Math.max(1, Math.floor(log2(view.distinct ?? view.size))), closed),
}
