import type { Encoding } from './encoder.ts'
import { oneHot, type OneHotOptions } from './one-hot.ts'

/**
 * One-hot in several granularities at once (MGD; Luo et al. 2019): each binning gives a field of its own for each of its
 * columns. Leave out of the binnings the pairs of column and granularity that a validation did not keep.
 *
 *     // The same ages in 3 and in 10 bins, side by side:
 *     const binnings = [
 *       await fitTable({ age: ages }, { all: { method: equalFrequency, bins: 3 } }),
 *       await fitTable({ age: ages }, { all: { method: equalFrequency, bins: 10 } }),
 *     ]
 *     console.log(outputNames(makeEncoder(binnings, { encoding: multiGranularity })).length) // → 15
 */
export const multiGranularity: Encoding<OneHotOptions> = {
  ...oneHot,
  name: 'multi-granularity',
  about: 'One output per bin of several binnings: coarse and fine ranges side by side.',
  several: true,
}
