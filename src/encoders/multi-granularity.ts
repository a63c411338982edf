import type { Encoding } from './encoder.ts'
import type { OneHotOptions } from './one-hot.ts'
import { asidesOption, dropFirstOption, oneHotShape } from './shapes.ts'

/**
 * One-hot in several granularities at once (MGD; Luo et al. 2019): each binning gives a field of its own for each of its
 * columns. Leave out of the binnings the pairs of column and granularity that a validation did not keep.
 */
export const multiGranularity: Encoding<OneHotOptions> = {
  name: 'multi-granularity',
  about: 'One output per bin of several binnings: coarse and fine ranges side by side.',
  target: 'none',
  several: true,
  options: { dropFirst: dropFirstOption, asides: asidesOption },
  shape: (column, options) => oneHotShape(column, options),
}
