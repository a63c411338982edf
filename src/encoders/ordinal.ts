import { slotCount } from '../binning/assign.ts'
import type { Encoding } from './encoder.ts'
import { valueShape } from './value-shape.ts'

/** The number of the bin, from 0. Missing values get the number after the last bin, special codes the ones after that. */
export const ordinal: Encoding<object> = {
  name: 'ordinal',
  about: 'One output: the number of the bin, from 0.',
  target: 'none',
  several: false,
  options: {},
  shape(column) {
    const values = Array.from({ length: slotCount(column) }, (_, slot) => slot)
    return valueShape(column, `${column.name} bin`, values)
  },
}
