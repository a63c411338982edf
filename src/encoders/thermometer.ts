import { hasCuts } from '../binning/binning.ts'
import type { Encoding } from './encoder.ts'
import { cutNames } from './encoded-names.ts'
import { type AsideChoice, asidesOption, oneHotShape, withAsides } from './shapes.ts'

/** The options of `thermometer`. */
export type ThermometerOptions = {
  /** outputs for missing values and special codes: own gives each one of its own, none leaves all outputs 0 */
  readonly asides: AsideChoice
}

/**
 * One output per cut, 1 from the cut on: a value lights all cuts below it, like a thermometer. Values outside the
 * training range count to the outer bins. The weights of a linear model are then the steps between neighbouring bins.
 *
 *     const cut = await fitTable({ age: ages }, { all: { method: fixed, cuts: [30, 45] } })
 *     const encoder = makeEncoder(cut, { encoding: thermometer })
 *     console.log(outputNames(encoder)) // → [ 'age ≥ 30', 'age ≥ 45', 'age missing' ]
 */
export const thermometer: Encoding<ThermometerOptions> = {
  name: 'thermometer',
  about: 'One output per cut: 1 where the value has passed it.',
  target: 'none',
  several: false,
  options: { asides: asidesOption },
  shape(column, { asides }) {
    if (!hasCuts(column)) return oneHotShape(column, { dropFirst: false, asides })
    return withAsides(column, { form: 'steps', outputs: cutNames(column) }, asides)
  },
}
