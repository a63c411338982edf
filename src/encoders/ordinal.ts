import { slotCount } from '../binning/assign.ts'
import { integer } from '../util/check.ts'
import type { Encoding } from './encoder.ts'
import { valueShape } from './value-shape.ts'

/** The options of `ordinal`. */
export type OrdinalOptions = {
  /** number of the first bin */
  readonly first: number
}

/**
 * The number of the bin. Missing values get the number after the last bin, special codes the ones after that.
 *
 *     const encoder = makeEncoder(binning, { encoding: ordinal })
 *     console.log(encodeDense(encoder, { age: [19, 50, null] }).values) // → Float32Array(3) [ 0, 1, 2 ]
 */
export const ordinal: Encoding<OrdinalOptions> = {
  name: 'ordinal',
  about: 'One output: the number of the bin.',
  target: 'none',
  several: false,
  options: { first: { rule: integer(0), default: 0, about: 'Number of the first bin.' } },
  shape(column, { first }) {
    const values = Array.from({ length: slotCount(column) }, (_, slot) => first + slot)
    return valueShape(column, `${column.name} bin`, values)
  },
}
