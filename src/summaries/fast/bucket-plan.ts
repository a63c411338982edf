import type { ValueRange } from '../../types.ts'
import { HIGH } from '../../util/numbers/doubles.ts'

/** How doubles are sent to buckets: by sign, exponent and the leading digits of the mantissa, as few as asked for. */

/** Rows per bucket to aim for, and most buckets: with two classes their counts stay in the processor's cache. */
const ROWS_PER_BUCKET = 16
const MOST_BUCKETS = 65_536
/** The share of the rows nearest to zero that may share two buckets, whatever their exponents. */
const NEAR_ZERO = 0.002
const SAMPLE = 1024
/** Where the exponent starts in the high half of a double. */
const EXPONENT = 20

/** How a value is sent to a bucket: centre + (its key − least, mirrored below zero), or to the outermost where that lies beyond. */
export interface Plan {
  readonly shift: number
  readonly least: number
  readonly centre: number
  readonly size: number
}

/** The smallest and the largest finite value, min above max where there is none; and how many values are not finite. */
export interface Ends {
  readonly min: number
  readonly max: number
  readonly odd: number
}

/** Looks at every value once. O(rows). */
export function finiteEnds(values: Float64Array): Ends {
  let min = Infinity
  let max = -Infinity
  let odd = 0
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    // Hardly any value widens the range, and NaN lies in none.
    if (value >= min && value <= max) continue
    if (value - value !== 0) odd++
    else {
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return { min: min + 0, max: max + 0, odd }
}

/** The two halves of each value. */
export function wordsOf(values: Float64Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length * 2)
}

/** The finest buckets that still are few, by the ends of the column and a sample of its small exponents. */
export function planBuckets(values: Float64Array, { min, max }: Pick<Ends, 'min' | 'max'>): Plan {
  const rows = values.length
  const words = wordsOf(values)
  const largest = min > max ? 0 : Math.max(sizeOf(min), sizeOf(max))
  const step = Math.max(1, Math.floor(rows / SAMPLE))
  const sample = new Uint32Array(Math.floor(rows / step))
  for (let i = 0; i < sample.length; i++) sample[i] = words[2 * i * step + HIGH] & 0x7fffffff
  const low = sample.sort()[Math.floor(sample.length * NEAR_ZERO)] ?? 0
  const smallest = Math.min(low, largest)
  const limit = Math.min(MOST_BUCKETS, Math.max(1024, rows / ROWS_PER_BUCKET))
  const sides = min < 0 && max > 0 ? 2 : 1
  let shift = 0
  // Never wider than an exponent: what is not finite has one of its own, above all others.
  while (shift < EXPONENT && ((largest >>> shift) - (smallest >>> shift) + 3) * sides > limit) shift++
  const least = smallest >>> shift
  const all = (largest >>> shift) - least + 1
  // On a side without values there may be 0 or −0. One more bucket on each side takes what is not finite.
  const [below, above] = [min < 0 ? all : 1, max > 0 ? all : 1]
  return { shift, least, centre: below + 1, size: below + above + 2 }
}

const double = new Float64Array(1)
const halves = new Int32Array(double.buffer)

/** The high half of a value without its sign. */
function sizeOf(value: number): number {
  double[0] = value
  return halves[HIGH] & 0x7fffffff
}

/** The bucket of a finite value. */
export function bucketOf(value: number, { shift, least, centre }: Plan): number {
  double[0] = value
  const high = halves[HIGH]
  const key = Math.max(0, ((high & 0x7fffffff) >>> shift) - least)
  return centre + (key ^ (high >> 31))
}

/** The buckets of a range of finite values: the first, and the one after the last. */
export function bucketsOf({ lo, hi }: ValueRange, plan: Plan): [from: number, to: number] {
  // A range that starts or ends at 0 has −0 in it too, which lies in the bucket below.
  return [bucketOf(lo === 0 ? -0 : lo, plan), bucketOf(hi + 0, plan) + 1]
}

/** The bucket after one that begins a cell: those on both sides of zero are one, since 0 may lie in either. */
export const endOf = (bucket: number, { centre }: Plan): number => bucket + (bucket === centre - 1 ? 2 : 1)

const end = new Float64Array(1)
const endHalves = new Uint32Array(end.buffer)

/** The smallest double of a bucket. */
export const leastOf = (bucket: number, plan: Plan): number => farEnd(bucket, plan, bucket < plan.centre)

/** The largest double of a bucket. */
export const mostOf = (bucket: number, plan: Plan): number => farEnd(bucket, plan, bucket >= plan.centre)

/** The end of a bucket that is far from zero, or the other one. */
function farEnd(bucket: number, { shift, least, centre }: Plan, far: boolean): number {
  const key = bucket < centre ? centre - 1 - bucket : bucket - centre
  endHalves[HIGH] = far ? ((key + least + 1) << shift) - 1 : key === 0 ? 0 : (key + least) << shift
  endHalves[1 - HIGH] = far ? 0xffffffff : 0
  return bucket < centre ? 0 - end[0] : end[0]
}
