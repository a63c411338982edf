import type { Cells } from '../../types.ts'

/** How doubles are sent to buckets: by sign, exponent and the leading digits of the mantissa, as few as asked for. */

/** Rows per bucket to aim for, and most buckets: with two classes their counts stay in the processor's cache. */
const ROWS_PER_BUCKET = 16
const MOST_BUCKETS = 65_536
/** The share of the rows nearest to zero that may share two buckets, whatever their exponents. */
const NEAR_ZERO = 0.002
const SAMPLE = 4096
/** Where the exponent starts in the high half of a double. */
const EXPONENT = 20

/** The halves of doubles lie the other way round on some processors. */
export const HIGH: number = new Uint32Array(new Float64Array([1]).buffer)[1] > 0 ? 1 : 0

/** How a value is sent to a bucket: centre + (its key − least, mirrored below zero). */
export interface Plan {
  readonly shift: number
  readonly least: number
  readonly most: number
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
  // Hardly any value widens the range: four are looked at together, and one by one where one of them does.
  for (let row = 0; row < values.length; row += 4) {
    if (row + 3 < values.length) {
      const a = values[row]
      const b = values[row + 1]
      const c = values[row + 2]
      const d = values[row + 3]
      if (a >= min && a <= max && b >= min && b <= max && c >= min && c <= max && d >= min && d <= max) continue
    }
    for (let i = row; i < row + 4 && i < values.length; i++) {
      const value = values[i]
      if (value - value !== 0) odd++
      else {
        if (value < min) min = value
        if (value > max) max = value
      }
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
  const sample = Uint32Array.from(
    { length: Math.floor(rows / step) },
    (_, i) => words[2 * i * step + HIGH] & 0x7fffffff,
  )
  const low = sample.sort()[Math.floor(sample.length * NEAR_ZERO)] ?? 0
  const smallest = Math.min(low, largest)
  const limit = Math.min(MOST_BUCKETS, Math.max(1024, rows / ROWS_PER_BUCKET))
  let shift = 0
  // Never wider than an exponent: what is not finite has one of its own, above all others.
  while (shift < EXPONENT && ((largest >>> shift) - (smallest >>> shift) + 3) * 2 > limit) shift++
  const least = smallest >>> shift
  // One more bucket on each side takes what is not finite.
  const most = (largest >>> shift) - least + 1
  return { shift, least, most, centre: most + 1, size: 2 * (most + 1) }
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

const ends = new Float64Array(2)
const endHalves = new Uint32Array(ends.buffer)

/** Writes the ends of a bucket, smallest and largest double in it, as those of cell `at`. */
export function writeEnds(
  bucket: number,
  { shift, least, centre }: Plan,
  { lo, hi }: Pick<Cells, 'lo' | 'hi'>,
  at: number,
): void {
  const below = bucket < centre
  const key = below ? centre - 1 - bucket : bucket - centre
  endHalves[HIGH] = key === 0 ? 0 : (key + least) << shift
  endHalves[2 + HIGH] = ((key + least + 1) << shift) - 1
  endHalves[3 - HIGH] = 0xffffffff
  lo[at] = below ? -ends[1] : ends[0]
  hi[at] = below ? 0 - ends[0] : ends[1]
}
