import { bisectRight } from '../../util/bisect.ts'
import { type SlotLoops, slotLoops, type StepSlots } from '../../wasm/slot-loops.ts'
import { bucketOf, type Ends, type Plan } from './bucket-plan.ts'

/** Most slots that bytes are used for: one more number marks a bucket that a cut parts. */
export const MOST_BYTE_SLOTS = 255
const PARTED = 255

/** The rows of a column, and the bucket of each. */
export interface BucketedRows {
  readonly values: Float64Array
  readonly buckets: Uint16Array
  readonly plan: Plan
  /** the loop that `SlotLoops.byBuckets` is, where the buckets lie in the memory of another one */
  readonly bySlots?: (slotOf: Uint8Array, slots: Uint8Array, take: TakeParted) => number
}

/** The first of every four rows of which one lies in a bucket that a cut parts, counted from `start` on; gone with the next call. */
type TakeParted = (parted: Uint16Array, start: number) => void

/** The rows of a column that all lie on a grid of `scale` steps to 1. */
export interface GriddedRows {
  readonly values: Float64Array
  readonly scale: number
  readonly ends: Pick<Ends, 'min' | 'max'>
}

/** Rows, and where each was counted. Lasts until the next column is counted, since it looks at the scratch memory of this one. */
export type CountedRows = BucketedRows | GriddedRows

/** The bins of rows that were counted: 0 … k − 1 by the least value of each bin but the first, and `missing` for NaN. */
export function assignCounted(rows: CountedRows, leastOfBins: Float64Array, missing: number): Uint8Array {
  return 'scale' in rows ? assignSteps(rows, leastOfBins) : assignBuckets(rows, leastOfBins, missing)
}

/**
 * The bins of rows by their buckets: all rows of a bucket lie in one bin, but for the few buckets that hold a cut, or what
 * is not finite, whose rows are compared with the cuts. O(rows), and reads two bytes a row where values are eight.
 */
export function assignBuckets(
  { values, buckets, plan, bySlots }: BucketedRows,
  least: Float64Array,
  missing: number,
  loops: SlotLoops | null = slotLoops(),
): Uint8Array {
  const slotOf = bucketSlots(plan, least)
  const slots = new Uint8Array(values.length)
  const rows = buckets.length
  const compare = (from: number): void => {
    for (let row = from; row < from + 4 && row < rows; row++) {
      const slot = slotOf[buckets[row]]
      const value = values[row]
      slots[row] = slot !== PARTED ? slot : value === value ? bisectRight(least, value) : missing
    }
  }
  const take: TakeParted = (parted, start) => {
    for (let i = 0; i < parted.length; i++) compare(start + parted[i])
  }
  const done = bySlots?.(slotOf, slots, take) ?? loops?.byBuckets(buckets, slotOf, slots, take)
  for (let row = done ?? 0; row < rows; row += 4) {
    if (row + 3 < rows) {
      const a = slotOf[buckets[row]]
      const b = slotOf[buckets[row + 1]]
      const c = slotOf[buckets[row + 2]]
      const d = slotOf[buckets[row + 3]]
      slots[row] = a
      slots[row + 1] = b
      slots[row + 2] = c
      slots[row + 3] = d
      // One more than a byte holds where one of them is parted.
      if (((a + 1) | (b + 1) | (c + 1) | (d + 1)) <= PARTED) continue
    }
    compare(row)
  }
  return slots
}

/** The slot of each bucket. Of infinite cuts and values only the order counts: the outermost buckets are always parted. */
function bucketSlots(plan: Plan, least: Float64Array): Uint8Array {
  const slotOf = new Uint8Array(plan.size)
  const parted = [0, plan.size - 1]
  let filled = 0
  for (let i = 0; i < least.length; i++) {
    const bucket = Math.max(0, Math.min(plan.size - 1, bucketOf(least[i] + 0, plan)))
    slotOf.fill(i, filled, bucket)
    filled = bucket
    parted.push(bucket)
    // −0 lies in the bucket below that of 0, and is not below it.
    if (least[i] === 0) parted.push(bucket - 1)
  }
  slotOf.fill(least.length, filled)
  for (const bucket of parted) slotOf[bucket] = PARTED
  return slotOf
}

/**
 * The bins of rows of which it is known that all lie on a grid of `scale` steps to 1, from `min` to `max`: by the step, so
 * that no value is compared with a cut. O(rows).
 */
export function assignSteps(
  { values, scale, ends: { min, max } }: GriddedRows,
  least: Float64Array,
  loops: SlotLoops | null = slotLoops(),
): Uint8Array {
  const first = Math.round(min * scale)
  const slotOf = new Uint8Array(Math.round(max * scale) - first + 1)
  for (let step = 0, slot = 0; step < slotOf.length; step++) {
    while (slot < least.length && (first + step) / scale >= least[slot]) slot++
    slotOf[step] = slot
  }
  const slots = new Uint8Array(values.length)
  // A value on the grid times the scale is its step, but for rounding: half a step more and it is never the one before.
  const offset = 0.5 - first
  const done = loops?.byGrid(values, { scale, offset, slotOf }, slots) ?? 0
  for (let row = done; row < values.length; row++) slots[row] = slotOf[(values[row] * scale + offset) | 0]
  return slots
}

/** Writes the slots of values that are not NaN by tables of even steps where there is a fast loop for that; of how many, from the first on. */
export function slotsBySteps(values: Float64Array, tables: StepSlots, slots: Uint8Array): number {
  return slotLoops()?.bySteps(values, tables, slots) ?? 0
}
