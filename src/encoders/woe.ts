import type { Counted } from '../binning/binning.ts'
import { type EventCounts, weightOfEvidence } from '../measures/weight-of-evidence.ts'
import { eventClass } from '../summaries/mark-rows.ts'
import type { Target } from '../types.ts'
import { real } from '../util/check.ts'
import type { Encoding } from './encoder.ts'
import { countedSlots, valueShape } from './value-shape.ts'

/** The options of `woe`. */
export type WoeOptions = {
  /** added to both counts of a bin where one of them is zero */
  readonly smoothing: number
}

/**
 * Weight of evidence of the bin: ln(share of the event in it / share of the rest in it). Missing values and special codes
 * have their own. 0 for what the fit did not see. The numbers know the target: learn them on training rows only.
 *
 *     const encoder = makeEncoder(binning, { encoding: woe })
 *     console.log(encodeDense(encoder, { age: [19, 50] }).values.map((one) => Math.round(one)))
 *     // → Float32Array(2) [ -3, 2 ]
 */
export const woe: Encoding<WoeOptions> = {
  name: 'woe',
  about: 'One output: the weight of evidence of the bin, ln(share of the event / share of the rest).',
  target: 'event',
  several: false,
  options: {
    smoothing: {
      rule: real({ above: 0 }),
      default: 0.5,
      about: 'Added to both counts of a bin where one of them is zero.',
    },
  },
  shape(column, { smoothing }, target) {
    const { slots, all } = countedSlots(column)
    const whole = eventCounts(all, target)
    const values = slots.map((slot) => {
      const own = eventCounts(slot, target)
      const known = own.event + own.rest > 0 && whole.event > 0 && whole.rest > 0
      return known ? weightOfEvidence(own, whole, smoothing) : 0
    })
    return valueShape(column, `${column.name} woe`, values)
  },
}

/** Weight of the event and of the other classes. */
export function eventCounts({ classes = [] }: Counted, target: Target | null): EventCounts {
  const event = eventClass(target)
  const at = target?.kind === 'class' && event !== null ? target.classes.indexOf(event) : -1
  const all = classes.reduce((sum, count) => sum + count, 0)
  return { event: classes[at] ?? 0, rest: all - (classes[at] ?? 0) }
}
