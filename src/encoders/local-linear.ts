import { hasCuts } from '../binning/binning.ts'
import type { Encoding } from './encoder.ts'
import { edgeNames } from './encoded-names.ts'
import { asidesOption, dropFirstOption, endsOf, type HotOptions, oneHotShape, withAsides } from './shapes.ts'

/** The options of `localLinear`. */
export type LocalLinearOptions = HotOptions

/**
 * Local linear encoding, LLE (Liu, Liu and Zhang): b bins have b + 1 ends, and a value v between a and b gives
 * (b − v)/(b − a) to the output of a and (v − a)/(b − a) to that of b. A linear model on it is a line in each bin that
 * meets its neighbours. Where a = b all goes to a. Values outside the training range clamp to the end.
 *
 *     // A value between the ends of its bin lights both, the nearer one more.
 *     const cut = await fitTable({ x: [0, 4, 10] }, { all: { method: fixed, cuts: [4] } })
 *     const encoder = makeEncoder(cut, { encoding: localLinear })
 *     console.log(outputNames(encoder)) // → [ 'x @ 0', 'x @ 4', 'x @ 10', 'x missing' ]
 *     console.log(encodeDense(encoder, { x: [1] }).values) // → Float32Array(4) [ 0.75, 0.25, 0, 0 ]
 */
export const localLinear: Encoding<LocalLinearOptions> = {
  name: 'local-linear',
  about: 'One output per end of a bin: a value shares 1 between the two ends around it.',
  target: 'none',
  several: false,
  options: { dropFirst: dropFirstOption, asides: asidesOption },
  shape(column, options) {
    if (!hasCuts(column)) return oneHotShape(column, options)
    const { dropFirst, asides } = options
    const ends = endsOf(column)
    const outputs = edgeNames(column, ends).slice(dropFirst ? 1 : 0)
    return withAsides(column, { form: 'knots', outputs, ends, dropFirst }, asides)
  },
}
