import { ArgumentError } from '../errors.ts'
import type { NumberSummary } from '../types.ts'
import { viewColumn } from './column-view.ts'
import { type CommonOptions, readSettings } from './discretize.ts'
import type { Discretizer } from './discretizer.ts'
import { type Advice, chooseBins } from './bin-count/choose-bins.ts'
import { equalFrequency } from './methods/equal-frequency.ts'
import { isOptions, mustBe } from '../util/check.ts'

/** Options of `adviseBins`: the method that makes the bins, and its options but for their number. */
export type AdviseOptions<Options extends object> = Omit<CommonOptions<Options>, 'method' | 'readable'> & {
  /** a method that is told how many bins to make; default equal-frequency */
  readonly method?: Discretizer<Options> | undefined
} & Partial<Omit<Options, 'bins'>>

/**
 * The number of bins that is expected to predict the target of a column best on rows not seen, from its cells alone: in
 * more bins the rows are more alike, in fewer their noise averages out. `tried` holds the whole curve.
 *
 *     const { bins, tried } = adviseBins(summarize(ages, { target: defaults }))
 *     console.log(bins, tried.length) // → 12 56
 *
 * What `bins: 'advised'` of equal-frequency and equal-width takes. O(cells) for each of at most 65 numbers of bins.
 */
export function adviseBins<Options extends object = object>(
  summary: NumberSummary,
  given: AdviseOptions<Options> = {},
): Advice {
  mustBe('adviseBins', 'summary', summary)
  isOptions('adviseBins', given)
  const asked = { ...given, method: given.method ?? equalFrequency }
  const { method, options, closed } = readSettings<object>(asked, 'adviseBins')
  if (!Object.hasOwn(options, 'bins')) {
    throw new ArgumentError(`adviseBins: method must take a number of bins, got ${method.name}`, { code: 'wrong-type' })
  }
  const view = viewColumn(summary)
  return chooseBins(summary, closed, (bins) => method.run(view, { ...options, bins }, closed, summary).cuts)
}
