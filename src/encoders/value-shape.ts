import { type Column, type Counted, hasCuts } from '../binning/binning.ts'
import { addCounted, zeroLike } from '../binning/count-bins.ts'
import { everySlot } from '../binning/use/binning-table.ts'
import type { FieldShape } from './encoder.ts'

/** One output that has a number for each slot: the bins, missing, the special codes. */
export function valueShape(column: Column, output: string, values: readonly number[]): FieldShape {
  const asides = [column.missing, ...(hasCuts(column) ? column.special : [])].map(() => 0)
  return { form: 'value', outputs: [output], asides, dropFirst: false, ends: null, values }
}

/** What each slot holds once policies are followed, and all of them together. */
export function countedSlots(column: Column): { readonly slots: readonly Counted[]; readonly all: Counted } {
  const slots = everySlot(column).map(({ counted }) => counted)
  return { slots, all: slots.reduce(addCounted, zeroLike(column.missing)) }
}
