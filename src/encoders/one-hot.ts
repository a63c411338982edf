import type { Encoding } from './encoder.ts'
import { asidesOption, dropFirstOption, type HotOptions, oneHotShape } from './shapes.ts'

/** The options of `oneHot`. */
export type OneHotOptions = HotOptions

/**
 * One output per bin, 1 where the value lies in it: common discretization, CD. Values outside the training range count to
 * the outer bins.
 *
 *     const encoder = makeEncoder(binning, { encoding: oneHot })
 *     console.log(outputNames(encoder)) // → [ 'age < 30.5', 'age ≥ 30.5', 'age missing' ]
 *     console.log(encodeDense(encoder, { age: [19, 50] }).values) // → Float32Array(6) [ 1, 0, 0, 0, 1, 0 ]
 */
export const oneHot: Encoding<OneHotOptions> = {
  name: 'one-hot',
  about: 'One output per bin: 1 in the bin of the value, 0 elsewhere.',
  target: 'none',
  several: false,
  options: { dropFirst: dropFirstOption, asides: asidesOption },
  shape: oneHotShape,
}
