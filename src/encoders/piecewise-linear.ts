import { hasCuts } from '../binning/binning.ts'
import type { Encoding } from './encoder.ts'
import { spanNames } from './encoded-names.ts'
import { type AsideChoice, asidesOption, endsOf, oneHotShape, withAsides } from './shapes.ts'

/** The options of `piecewiseLinear`. */
export type PiecewiseLinearOptions = {
  /** outputs for missing values and special codes: own gives each one of its own, none leaves all outputs 0 */
  readonly asides: AsideChoice
}

/**
 * Piecewise linear encoding, PLE (Gorishniy, Rubachev and Babenko 2022): output i is how much of bin i the value has
 * passed, from 0 to 1. Below the training range the first falls below 0, above it the last rises above 1. −∞ and +∞ count as
 * the ends of the range. A bin without width gives 1 from its end on. Bins by quantiles or by a method that sees the target.
 *
 *     // Halfway through its bin, a value has passed half of it.
 *     const cut = await fitTable({ x: [0, 4, 10] }, { all: { method: fixed, cuts: [4] } })
 *     const encoder = makeEncoder(cut, { encoding: piecewiseLinear })
 *     console.log(outputNames(encoder)) // → [ 'x from 0 to 4', 'x from 4 to 10', 'x missing' ]
 *     console.log(encodeDense(encoder, { x: [7] }).values) // → Float32Array(3) [ 1, 0.5, 0 ]
 */
export const piecewiseLinear: Encoding<PiecewiseLinearOptions> = {
  name: 'piecewise-linear',
  about: 'One output per bin: how much of it the value has passed, from 0 to 1.',
  target: 'none',
  several: false,
  options: { asides: asidesOption },
  shape(column, { asides }) {
    if (!hasCuts(column)) return oneHotShape(column, { dropFirst: false, asides })
    const ends = endsOf(column)
    return withAsides(column, { form: 'ramps', outputs: spanNames(column, ends), ends }, asides)
  },
}
