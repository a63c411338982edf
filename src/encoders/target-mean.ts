import type { Counted } from '../binning/binning.ts'
import type { Target } from '../types.ts'
import { real } from '../util/check.ts'
import type { Encoding } from './encoder.ts'
import { countedSlots, valueShape } from './value-shape.ts'
import { eventCounts } from './woe.ts'

/** The options of `targetMean`. */
export type TargetMeanOptions = {
  /** rows of the overall mean that are added to each bin; 0 for the plain mean */
  readonly smoothing: number
}

/**
 * The mean of the target in the bin, drawn towards the mean of all rows as if `smoothing` more rows of that mean lay in
 * it: (Σy + m·mean)/(n + m). With classes, y is 1 for the event and 0 for the rest. Missing values and special codes have
 * their own; what the fit did not see has the mean of all. The numbers know the target: learn them on training rows only.
 *
 *     // The share of buyers in the bin of each age:
 *     const encoder = makeEncoder(binning, { encoding: targetMean })
 *     const { values } = encodeDense(encoder, { age: [19, 50] })
 *     console.log(Array.from(values, (share) => share.toFixed(2))) // → [ '0.18', '0.92' ]
 */
export const targetMean: Encoding<TargetMeanOptions> = {
  name: 'target-mean',
  about: 'One output: the mean of the target in the bin, smoothed towards the mean of all rows.',
  target: 'any',
  several: false,
  options: {
    smoothing: {
      rule: real({ min: 0 }),
      default: 10,
      about: 'Rows of the overall mean that are added to each bin; 0 for the plain mean.',
    },
  },
  shape(column, { smoothing }, target) {
    const { slots, all } = countedSlots(column)
    const [total, weight] = sumOf(all, target)
    const mean = weight === 0 ? 0 : total / weight
    const values = slots.map((slot) => {
      const [sum, rows] = sumOf(slot, target)
      return rows + smoothing === 0 || rows === 0 ? mean : (sum + smoothing * mean) / (rows + smoothing)
    })
    return valueShape(column, `${column.name} mean`, values)
  },
}

/** Σwy and Σw. */
function sumOf(counted: Counted, target: Target | null): [number, number] {
  if (target?.kind === 'numeric') return [counted.sum ?? 0, counted.weight ?? counted.count]
  const { event, rest } = eventCounts(counted, target)
  return [event, event + rest]
}
